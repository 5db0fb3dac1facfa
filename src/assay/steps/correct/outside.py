"""Knowledge from outside the index: rewrite, search, judge, keep what matters."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol

from assay.errors import BudgetSpentError, ServiceError
from assay.ports import KnowledgeSearch, QueryRewriter, Refiner, RelevanceScorer
from assay.steps.correct.judge import score_passages
from assay.types import Evidence


class Outside(Protocol):
    """What gathers evidence from outside the index."""

    def gather(self, question: str, query: str) -> Evidence:
        """What the world outside says on the question."""
        ...


@dataclass(frozen=True, slots=True)
class OutsideKnowledge:
    """The knowledge searching of CRAG (section 4.5), by itself."""

    rewriter: QueryRewriter
    search: KnowledgeSearch
    scorer: RelevanceScorer
    refiner: Refiner

    def gather(self, question: str, query: str) -> Evidence:
        """What the world outside says on the question; trouble on the way is a note."""
        try:
            found = self.search.search(self.rewriter.rewrite(query))
            scored = score_passages(self.scorer, question, found.passages)
            refined = self.refiner.refine(question, scored)
        except (BudgetSpentError, ServiceError) as error:
            # What the index gave must not be lost because the world outside failed.
            return Evidence(notes=(f"external search was cut short: {error}",))
        return replace(refined, notes=found.notes + refined.notes)


@dataclass(frozen=True, slots=True)
class _NothingOutside:
    def gather(self, question: str, query: str) -> Evidence:
        return Evidence()


NOTHING_OUTSIDE = _NothingOutside()
"""The null part: nothing beyond the index."""
