"""Relevance of passages and of strips from one pass of our encoder."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assay.adapters.scorers.assayer import Assayer
from assay.adapters.scorers.pair_reading import PairReading
from assay.text.sentences import sentence_spans
from assay.types import Passage, Strip


@dataclass(frozen=True, slots=True)
class OnnxScorer:
    """The default evaluator: calibrated probabilities mapped to -1..1."""

    assayer: Assayer

    def score(self, question: str, passages: Sequence[Passage]) -> list[float]:
        """One score from -1 to 1 for each passage, in the same order."""
        return self.assayer.score(question, passages)

    def score_strips(self, question: str, strips: Sequence[Strip]) -> list[float]:
        """One score for each strip: its best sentence, seen in the pass over the whole passage."""
        passages = list(dict.fromkeys(strip.passage for strip in strips))
        seen = dict(zip(passages, self.assayer.readings(question, passages), strict=True))
        return [self._score_strip(strip, seen[strip.passage]) for strip in strips]

    def _score_strip(self, strip: Strip, reading: PairReading) -> float:
        spans = sentence_spans(strip.text) or [(0, len(strip.text))]
        logit = max(reading.strip_logit(strip.start + a, strip.start + b) for a, b in spans)
        return 2 * self.assayer.strip.probability(logit, 0.0) - 1
