"""Thresholds whose promise holds with a stated confidence, however few the labels are.

Questions are split by chance into two parts. The first part fits the curve and finds the most
promising threshold. The second part tests it, and then every looser one in turn, with exact
binomial tails, and stops at the first that fails: fixed-sequence testing, as in "Learn then
Test" (Angelopoulos et al., 2021). The chance that any threshold passes which does not keep the
promise is then at most 1 - confidence, for every distribution of scores and labels, as long as the
questions are a sample of those to come.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assay_tuning.bounds import at_most, lower_bound, trials_needed

MAX_CANDIDATES = 100
FEW = 10  # below so many a share says nothing
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Promise:
    """A promise: the verdict is right at least `target` of the time, with this confidence."""

    target: float
    confidence: float

    @property
    def allowed(self) -> float:
        """The share of errors that the promise allows."""
        return 1 - self.target

    @property
    def least(self) -> int:
        """The fewest verdicts, all of them right, with which the promise can be made."""
        return trials_needed(self.target, self.confidence) or 0


@dataclass(frozen=True, slots=True)
class Said:
    """How often something was said of so many questions, and how often rightly."""

    count: int
    right: int
    questions: int

    @property
    def share(self) -> float:
        """The share of questions that got the verdict."""
        return self.count / self.questions if self.questions else 0.0

    @property
    def precision(self) -> float:
        """The share of right verdicts among those given; 0 if none was given."""
        return self.right / self.count if self.count else 0.0

    def bound(self, confidence: float) -> float:
        """What the true precision is at least, with that confidence."""
        return lower_bound(self.right, self.count, confidence)


def said_above(scores: Floats, right: Bools, threshold: float) -> Said:
    """How many scores lie above the threshold, and how many of these are right."""
    chosen = scores > threshold
    return Said(int(chosen.sum()), int((right & chosen).sum()), len(scores))


def certified(
    first: tuple[Floats, Bools], second: tuple[Floats, Bools], promise: Promise
) -> list[float]:
    """Every threshold that passes, in the order of testing; each keeps the promise."""
    passed = []
    for threshold in _in_order(*first, promise):
        said = said_above(*second, threshold)
        if at_most(said.count - said.right, said.count, promise.allowed) > 1 - promise.confidence:
            break
        passed.append(threshold)
    return passed


def _in_order(scores: Floats, right: Bools, promise: Promise) -> list[float]:
    """The threshold for which these questions speak most clearly, then every looser one."""

    def doubt(place: int) -> tuple[float, int]:
        said = said_above(scores, right, borders[place])
        return at_most(said.count - said.right, said.count, promise.allowed), -said.count

    borders = candidates(scores)
    start = min(range(len(borders)), key=doubt, default=-1)
    return borders[start::-1] if start >= 0 else []


def candidates(scores: Floats) -> list[float]:
    """Thresholds below all scores and half-way between neighbours, rising; at most so many."""
    values = np.unique(scores)
    if not len(values):
        return []
    borders = np.concatenate([[-1.0], (values[1:] + values[:-1]) / 2])
    if len(borders) > MAX_CANDIDATES:
        places = np.linspace(0, len(borders) - 1, MAX_CANDIDATES).round().astype(int)
        borders = borders[places]
    return [float(border) for border in borders]


@dataclass(frozen=True, slots=True)
class Shortfall:
    """Why nothing could be promised: `needed` labelled questions would do, None if none would."""

    best: Said
    needed: int | None


def shortfall(scores: Floats, right: Bools, promise: Promise, tested_share: float) -> Shortfall:
    """The best that was seen at any threshold, and how many questions would make it certain."""
    every = [said_above(scores, right, each) for each in candidates(scores)]
    enough = [said for said in every if said.count >= min(FEW, len(scores))] or every
    # Half an error is added: no errors among a few is not the same as never.
    softened = [(said, (said.right + 0.5) / (said.count + 1)) for said in enough]
    needs = [
        int(np.ceil(trials / said.share / tested_share))
        for said, share_right in softened
        if said.count and (trials := _trials(promise, share_right)) is not None
    ]
    best = max(enough, key=lambda said: (said.precision, said.count))
    return Shortfall(best, max(min(needs), len(scores) + 1) if needs else None)


def _trials(promise: Promise, share_right: float) -> int | None:
    return trials_needed(promise.target, promise.confidence, share_right)
