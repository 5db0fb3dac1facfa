"""One look of several: retrieve for a sub-question, judge, keep what matters for it."""

from __future__ import annotations

from dataclasses import dataclass

from assay.ports import Refiner, RelevanceScorer, Retriever
from assay.steps.judge import score_passages
from assay.types import Evidence, Scored


@dataclass(frozen=True, slots=True)
class Looked:
    """What one look found: every passage with its score, and the evidence made of them."""

    query: str
    scored: tuple[Scored, ...]
    evidence: Evidence

    @property
    def relevance(self) -> float:
        """How well the best passage fits the sub-question, from 0 to 1; 0 when none was found."""
        return max(((each.score + 1) / 2 for each in self.scored), default=0.0)


@dataclass(frozen=True, slots=True)
class Lookup:
    """Finds and refines for whatever is asked next."""

    retriever: Retriever
    scorer: RelevanceScorer
    refiner: Refiner

    def look(self, query: str) -> Looked:
        """The evidence for one sub-question, judged by that sub-question."""
        scored = score_passages(self.scorer, query, self.retriever.retrieve(query))
        return Looked(query, scored, self.refiner.refine(query, scored))
