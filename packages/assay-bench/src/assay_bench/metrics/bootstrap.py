"""How far a figure may be off: intervals and differences by resampling (Efron, 1979)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

ROUNDS = 2_000
LEVEL = 0.95
# Questions drawn at a time, so that a large run needs no more memory than a small one.
DRAWN_AT_ONCE = 1_000_000

Rows = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Interval:
    """A figure over so many questions, and where it lies with the stated certainty."""

    value: float
    low: float
    high: float
    count: int


@dataclass(frozen=True, slots=True)
class Difference:
    """How much the first is better than the second on the same questions.

    `p` is the two-sided chance of a difference this far from nought if there were none.
    """

    value: float
    low: float
    high: float
    p: float
    count: int


def mean_interval(values: Sequence[float], *, seed: int = 0, rounds: int = ROUNDS) -> Interval:
    """The mean with its percentile interval; an empty sequence gives four noughts."""
    if not values:
        return Interval(0.0, 0.0, 0.0, 0)
    data = np.asarray(values, dtype=np.float64)
    low, high = _percentiles(_means(data, seed, rounds))
    return Interval(float(data.mean()), low, high, len(data))


def interval_of(
    statistic: Callable[[Rows], float],
    count: int,
    *,
    rounds: int = ROUNDS,
) -> Interval:
    """Any figure with its interval; `statistic` computes it from the numbers of the rows drawn.

    Draws for which the figure does not exist (NaN) are left out.
    """
    if not count:
        return Interval(0.0, 0.0, 0.0, 0)
    random = np.random.default_rng(0)
    value = float(statistic(np.arange(count)))
    drawn = np.array([statistic(random.integers(0, count, count)) for _ in range(rounds)])
    drawn = drawn[~np.isnan(drawn)]
    low, high = _percentiles(drawn) if len(drawn) else (value, value)
    return Interval(value, low, high, count)


def paired_difference(
    ours: Sequence[float],
    theirs: Sequence[float],
    *,
    seed: int = 0,
) -> Difference:
    """The mean difference over the same questions in the same order, its interval and its p.

    p is twice the smaller share of draws on either side of nought, each draw at nought counting on
    both sides, and one draw added to each so that p is never nought.
    """
    if len(ours) != len(theirs):
        raise ValueError(f"pairs are needed, got {len(ours)} values and {len(theirs)}")
    if not ours:
        return Difference(0.0, 0.0, 0.0, 1.0, 0)
    data = np.asarray(ours, dtype=np.float64) - np.asarray(theirs, dtype=np.float64)
    means = _means(data, seed, ROUNDS)
    low, high = _percentiles(means)
    side = min(int((means <= 0).sum()), int((means >= 0).sum()))
    p = min(1.0, 2 * (side + 1) / (ROUNDS + 1))
    return Difference(float(data.mean()), low, high, p, len(data))


def _means(data: NDArray[np.float64], seed: int, rounds: int) -> NDArray[np.float64]:
    random = np.random.default_rng(seed)
    return np.concatenate(
        [
            data[random.integers(0, len(data), (several, len(data)))].mean(axis=1)
            for several in _portions(rounds, len(data))
        ]
    )


def _portions(rounds: int, count: int) -> Iterator[int]:
    at_once = max(1, DRAWN_AT_ONCE // count)
    for done in range(0, rounds, at_once):
        yield min(at_once, rounds - done)


def _percentiles(drawn: NDArray[np.float64]) -> tuple[float, float]:
    outside = 100 * (1 - LEVEL) / 2
    low, high = np.percentile(drawn, [outside, 100 - outside])
    return float(low), float(high)
