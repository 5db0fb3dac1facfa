"""Whether the promise is kept: calibrate again and again on draws from questions that are known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from assay_tuning.calibrate import Judged, best_scores, calibrate
from assay_tuning.guarantee import Promise, said_above


@dataclass(frozen=True, slots=True)
class Trials:
    """Of so many draws, how many promised anything, and how many broke either promise."""

    draws: int
    promised: int
    broken_correct: int
    broken_incorrect: int


def run_trials(
    questions: Sequence[Judged],
    correct: Promise,
    incorrect: Promise,
    *,
    draws: int,
    size: int | None = None,
) -> Trials:
    """How many of the promises made on draws from the questions hold for all of the questions.

    A promise is broken when its threshold, applied to all questions, is right less often than
    promised; that may happen in a share of 1 - confidence of the draws.
    """
    random = np.random.default_rng(0)
    promised = broken_correct = broken_incorrect = 0
    for number in range(draws):
        rows = random.integers(0, len(questions), size or len(questions))
        found = calibrate([questions[i] for i in rows], correct, incorrect, seed=number)
        if found is None:
            continue
        scores, holds = best_scores(questions, found.curve)
        if found.upper is not None:
            promised += 1
            said = said_above(scores, holds, found.upper)
            broken_correct += said.count > 0 and said.precision < correct.target
        if found.lower is not None:
            said = said_above(-scores, ~holds, -found.lower)
            broken_incorrect += said.count > 0 and said.precision < incorrect.target
    return Trials(draws, promised, broken_correct, broken_incorrect)
