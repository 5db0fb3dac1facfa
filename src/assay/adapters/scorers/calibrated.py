"""A scorer behind a logistic curve that `assay calibrate` fitted to labels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from assay.ports import RelevanceScorer, StripScorer
from assay.types import Passage, Strip

EDGE = 1e-6  # scores of -1 and 1 have no finite logit


@dataclass(frozen=True, slots=True)
class Curve:
    """A logistic curve over the logit of a score; a positive slope keeps every order."""

    slope: float
    bias: float

    def scores(self, scores: Sequence[float]) -> list[float]:
        """The calibrated scores, from -1 to 1: twice the probability, less one."""
        raw = np.clip(np.asarray(scores, dtype=np.float64), -1 + EDGE, 1 - EDGE)
        return [float(s) for s in np.tanh(self.slope * np.arctanh(raw) + self.bias / 2)]


@dataclass(frozen=True, slots=True)
class CalibratedScorer:
    """Any scorer whose scores are mapped to calibrated ones."""

    scorer: RelevanceScorer
    curve: Curve

    def score(self, question: str, passages: Sequence[Passage]) -> list[float]:
        """One score from -1 to 1 for each passage, in the same order."""
        return self.curve.scores(self.scorer.score(question, passages))


@dataclass(frozen=True, slots=True)
class CalibratedStripScorer(CalibratedScorer):
    """The same around a scorer that judges strips too; those have a scale of their own."""

    strips: StripScorer

    def score_strips(self, question: str, strips: Sequence[Strip]) -> list[float]:
        """One score for each strip, as the scorer itself gives it."""
        return self.strips.score_strips(question, strips)


def calibrated(scorer: RelevanceScorer, curve: Curve) -> RelevanceScorer:
    """The scorer behind the curve; it can judge strips if the scorer can."""
    if isinstance(scorer, StripScorer):
        return CalibratedStripScorer(scorer, curve, scorer)
    return CalibratedScorer(scorer, curve)
