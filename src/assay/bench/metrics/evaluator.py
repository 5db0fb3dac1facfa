"""How well the retrieval evaluator tells good passages and good retrievals from bad ones."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from assay.types import Verdict


def threshold_accuracy(
    scores: Sequence[float], labels: Sequence[bool], threshold: float = 0.0
) -> float:
    """The share on the right side of the threshold: CRAG's table 4, where the border is 0."""
    pairs = zip(scores, labels, strict=True)
    right = sum((score > threshold) == bool(label) for score, label in pairs)
    return right / len(scores) if scores else math.nan


def auroc(scores: Sequence[float], labels: Sequence[bool]) -> float:
    """How often a good one scores above a bad one, a draw counting half; NaN without both."""
    values, good = np.asarray(scores, dtype=float), np.asarray(labels, dtype=bool)
    count, others = int(good.sum()), int((~good).sum())
    if not count or not others:
        return math.nan
    ordered = np.sort(values)
    first = np.searchsorted(ordered, values, side="left")
    last = np.searchsorted(ordered, values, side="right")
    ranks = (first + last + 1) / 2
    return float((ranks[good].sum() - count * (count + 1) / 2) / (count * others))


def calibration_error(
    probabilities: Sequence[float], labels: Sequence[bool], bins: int = 10
) -> float:
    """Expected calibration error over bins of equal width (Naeini et al., 2015); NaN for none."""
    if not probabilities:
        return math.nan
    said, true = np.asarray(probabilities, dtype=float), np.asarray(labels, dtype=float)
    which = np.clip((said * bins).astype(int), 0, bins - 1)
    error = 0.0
    for number in range(bins):
        inside = which == number
        if inside.any():
            error += float(inside.mean()) * abs(float(said[inside].mean() - true[inside].mean()))
    return error


@dataclass(frozen=True, slots=True)
class Decisions:
    """How right the three actions were; a share over nothing is NaN.

    `correct` and `incorrect` are how often that verdict was true, `decided` is both together,
    `ambiguous` the share of retrievals left undecided.
    """

    correct: float
    incorrect: float
    decided: float
    ambiguous: float
    count: int


def decisions(verdicts: Sequence[Verdict], good: Sequence[bool]) -> Decisions:
    """Verdicts against whether the retrieval held a relevant passage."""
    pairs = list(zip(verdicts, good, strict=True))
    yes = [bool(truth) for verdict, truth in pairs if verdict is Verdict.CORRECT]
    no = [not truth for verdict, truth in pairs if verdict is Verdict.INCORRECT]
    return Decisions(
        correct=_share(yes),
        incorrect=_share(no),
        decided=_share(yes + no),
        ambiguous=1 - len(yes + no) / len(pairs) if pairs else math.nan,
        count=len(pairs),
    )


def _share(outcomes: Sequence[bool]) -> float:
    return sum(outcomes) / len(outcomes) if outcomes else math.nan
