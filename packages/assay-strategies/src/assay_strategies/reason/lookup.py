"""One look of several: retrieve for a sub-question, judge, keep what matters for it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from assay.ports import Refiner, RelevanceScorer, Retriever
from assay.steps.correct.judge import score_passages
from assay.types import Evidence, Scored, Strip


def pooled(bodies: Iterable[Evidence]) -> Evidence:
    """Every strip once, in the order in which it was first kept; what one look kept stays kept."""
    all_bodies = tuple(bodies)
    kept = _once(strip for body in all_bodies for strip in body.strips)
    dropped = _once(strip for body in all_bodies for strip in body.dropped)
    return Evidence(
        strips=tuple(kept.values()),
        dropped=tuple(strip for name, strip in dropped.items() if name not in kept),
        notes=tuple(dict.fromkeys(note for body in all_bodies for note in body.notes)),
    )


def _once(strips: Iterable[Strip]) -> dict[str, Strip]:
    found: dict[str, Strip] = {}
    for strip in strips:
        found.setdefault(strip.id, strip)
    return found


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
