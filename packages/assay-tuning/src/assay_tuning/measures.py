"""How well scores follow labels, and how far a figure may be off."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

ROUNDS, LEVEL = 1_000, 0.95
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Measured:
    """A figure with its 95 % interval."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        """As a person reads it."""
        return f"{self.value:.3f} ({self.low:.3f} to {self.high:.3f})"


def auroc(scores: Floats, labels: Bools) -> float:
    """How often a good one scores above a bad one, a draw counting half; NaN without both."""
    good, bad = int(labels.sum()), int((~labels).sum())
    if not good or not bad:
        return math.nan
    ordered = np.sort(scores)
    first = np.searchsorted(ordered, scores, side="left")
    last = np.searchsorted(ordered, scores, side="right")
    ranks = (first + last + 1) / 2
    return float((ranks[labels].sum() - good * (good + 1) / 2) / (good * bad))


def with_interval(
    statistic: Callable[[NDArray[np.int64]], float], groups: Sequence[int]
) -> Measured:
    """The figure over all rows, and its interval by drawing whole groups of rows (questions)."""
    owner = np.asarray(groups)
    members = [np.flatnonzero(owner == group) for group in np.unique(owner)]
    random = np.random.default_rng(0)
    value = statistic(np.arange(len(owner)))
    drawn = []
    for _ in range(ROUNDS):
        chosen = random.integers(0, len(members), len(members))
        figure = statistic(np.concatenate([members[i] for i in chosen]))
        if not math.isnan(figure):
            drawn.append(figure)
    outside = 100 * (1 - LEVEL) / 2
    low, high = np.percentile(drawn, [outside, 100 - outside]) if drawn else (value, value)
    return Measured(value, float(low), float(high))


@dataclass(frozen=True, slots=True)
class Comparison:
    """AUROC of two evaluators on the same pairs, and the difference, over so many pairs.

    `unrounded` is that of the second in float32: what its export to int8 cost.
    """

    before: Measured
    unrounded: Measured
    after: Measured
    difference: Measured
    pairs: int
    questions: int


def compare(
    before: Floats, unrounded: Floats, after: Floats, labels: Bools, groups: Sequence[int]
) -> Comparison:
    """The figures and the difference of first and last, with intervals over questions."""

    def of(scores: Floats) -> Callable[[NDArray[np.int64]], float]:
        return lambda rows: auroc(scores[rows], labels[rows])

    old, new = of(before), of(after)
    return Comparison(
        with_interval(old, groups),
        with_interval(of(unrounded), groups),
        with_interval(new, groups),
        with_interval(lambda rows: new(rows) - old(rows), groups),
        len(labels),
        len(set(groups)),
    )
