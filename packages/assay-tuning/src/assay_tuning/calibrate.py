"""Calibration of an evaluator on labelled questions: a curve, and thresholds with a promise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from assay.adapters.scorers.calibrated import Curve
from assay.ports import RelevanceScorer
from assay.steps.correct.judge import checked_scores
from assay.types import Thresholds
from assay_tuning.guarantee import (
    Bools,
    Floats,
    Promise,
    Said,
    Shortfall,
    certified,
    said_above,
    shortfall,
)
from assay_tuning.labels import LabelledQuestion
from assay_tuning.platt import fit_curve

FIT_SHARE = 0.3
"""Of the questions, those that fit the curve and order the thresholds; the others test."""
MIN_OF_EACH = 5
NEVER = -1.0
"""A lower threshold that nothing is below: INCORRECT is then never said."""


@dataclass(frozen=True, slots=True)
class Judged:
    """One question: the score and label of each passage, and whether the retrieval holds."""

    scores: tuple[float, ...]
    labels: tuple[bool | None, ...]
    holds: bool
    picked: bool = False

    @property
    def best(self) -> float:
        """The highest score: the verdict looks at nothing else."""
        return max(self.scores)


@dataclass(frozen=True, slots=True)
class Calibrated:
    """The curve, the thresholds, and what they say of the questions kept for testing.

    `upper` is None when CORRECT could not be promised, `lower` likewise for INCORRECT; the
    shortfall then says why.
    """

    curve: Curve
    upper: float | None
    lower: float | None
    correct: Said
    incorrect: Said
    fitted: int
    tested: int
    shortfall: Shortfall | None = None

    @property
    def thresholds(self) -> Thresholds | None:
        """Both, where CORRECT could be promised."""
        if self.upper is None:
            return None
        return Thresholds(self.upper, NEVER if self.lower is None else min(self.lower, self.upper))


def judged_questions(
    questions: Sequence[LabelledQuestion], scorer: RelevanceScorer
) -> list[Judged]:
    """Every question whose labels decide whether its retrieval holds, with its scores."""
    judged = []
    for each in questions:
        if each.holds is None:
            continue
        passages = [labelled.passage for labelled in each.passages]
        scores = checked_scores(scorer.score(each.question, passages), len(passages))
        labels = tuple(labelled.label for labelled in each.passages)
        judged.append(Judged(tuple(scores), labels, each.holds, each.picked))
    return judged


def calibrate(
    questions: Sequence[Judged], correct: Promise, incorrect: Promise, seed: int = 0
) -> Calibrated | None:
    """The calibration; None when there is too little of either label to fit anything.

    Questions that were picked for labelling only help to fit: the test needs a fair sample.
    """
    fitting, testing = split(questions, seed)
    scores, labels = pairs_of(fitting)
    if min(int(labels.sum()), int((~labels).sum())) < MIN_OF_EACH or not testing:
        return None
    curve = fit_curve(scores, labels)
    if curve.slope <= 0:
        return None
    first, second = best_scores(fitting, curve), best_scores(testing, curve)
    uppers = certified(first, second, correct)
    lowers = certified(_turned(first), _turned(second), incorrect)
    upper = min(uppers) if uppers else None
    fitting_lowers = [-each for each in lowers if upper is None or -each <= upper]
    lower = max(fitting_lowers) if fitting_lowers else None
    every = (np.concatenate([first[0], second[0]]), np.concatenate([first[1], second[1]]))
    share = len(testing) / len(questions)
    return Calibrated(
        curve=curve,
        upper=upper,
        lower=lower,
        correct=said_above(*second, 1.0 if upper is None else upper),
        incorrect=said_above(*_turned(second), 1.0 if lower is None else -lower),
        fitted=len(fitting),
        tested=len(testing),
        shortfall=shortfall(*every, correct, share) if upper is None else None,
    )


def split(questions: Sequence[Judged], seed: int) -> tuple[list[Judged], list[Judged]]:
    """The questions to fit with and those to test with, split at random; picked ones only fit."""
    fair = [each for each in questions if not each.picked]
    order = np.random.default_rng(seed).permutation(len(fair))
    border = round(FIT_SHARE * len(fair))
    picked = [each for each in questions if each.picked]
    return [*picked, *(fair[i] for i in order[:border])], [fair[i] for i in order[border:]]


def pairs_of(questions: Sequence[Judged]) -> tuple[Floats, Bools]:
    """Score and label of every labelled passage."""
    rows = [
        (score, label)
        for each in questions
        for score, label in zip(each.scores, each.labels, strict=True)
        if label is not None
    ]
    scores = np.array([score for score, _ in rows], dtype=np.float64)
    return scores, np.array([label for _, label in rows], dtype=np.bool_)


def best_scores(questions: Sequence[Judged], curve: Curve) -> tuple[Floats, Bools]:
    """The calibrated highest score of each question, and whether its retrieval holds."""
    best = np.array(curve.scores([each.best for each in questions]), dtype=np.float64)
    return best, np.array([each.holds for each in questions], dtype=np.bool_)


def _turned(questions: tuple[Floats, Bools]) -> tuple[Floats, Bools]:
    """The same seen from below: INCORRECT is said where the score is under the threshold."""
    return -questions[0], ~questions[1]
