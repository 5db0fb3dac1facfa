"""What declining to answer buys, and what it costs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Point:
    """How many of the answered are right when only so many are answered."""

    coverage: float
    accuracy: float

    @property
    def risk(self) -> float:
        """The share of the answered that is wrong."""
        return 1 - self.accuracy


def risk_coverage(scored: Sequence[tuple[float, bool]], total: int | None = None) -> list[Point]:
    """The accuracy among the answered as more is answered, surest first; ties move together.

    Each pair is the confidence in an answer and whether it is right. `total` is the number of
    questions where some were declined: the curve then ends at the share that was answered.
    """
    total = len(scored) if total is None else total
    ordered = sorted(scored, key=lambda pair: -pair[0])
    points: list[Point] = []
    right = 0
    for number, (confidence, is_correct) in enumerate(ordered, 1):
        right += is_correct
        last_of_tie = number == len(ordered) or ordered[number][0] < confidence
        if last_of_tie:
            points.append(Point(number / total, right / number))
    return points


def aurc(points: Sequence[Point]) -> float:
    """The area under risk over coverage (Geifman and El-Yaniv, 2017); NaN without a point.

    The mean risk over all coverages: 0 is perfect.
    """
    before, total = 0.0, 0.0
    for point in points:
        total += (point.coverage - before) * point.risk
        before = point.coverage
    return total / before if before else math.nan


@dataclass(frozen=True, slots=True)
class Refusals:
    """Shares of refusals; a share over nothing is NaN.

    `correct` is over the questions that cannot be answered, `false` over those that can;
    `answered` is the share answered, `accuracy` how many of those answers are right.
    """

    correct: float
    false: float
    answered: float
    accuracy: float


def refusals(
    declined: Sequence[bool], answerable: Sequence[bool], right: Sequence[bool]
) -> Refusals:
    """Three flags for each question: was it declined, could it be answered, was the answer right.

    `right` does not count where the question was declined.
    """
    rows = list(zip(declined, answerable, right, strict=True))
    return Refusals(
        correct=_share([no for no, possible, _ in rows if not possible]),
        false=_share([no for no, possible, _ in rows if possible]),
        answered=_share([not no for no, _, _ in rows]),
        accuracy=_share([ok for no, _, ok in rows if not no]),
    )


def _share(outcomes: Sequence[bool]) -> float:
    return sum(outcomes) / len(outcomes) if outcomes else math.nan
