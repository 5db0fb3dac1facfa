"""Retrieval with more words than the question's: results pooled, the pool cut by a cheap scorer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from assay.ports import RelevanceScorer, Retriever
from assay.steps.correct.judge import checked_scores
from assay.tracing import step
from assay.types import Passage

KEEP = 24
SURE = 3  # the first ones for the question itself are kept whatever the sieve says


class QueryExpander(Protocol):
    """Finds other words for a question."""

    def expand(self, question: str) -> tuple[str, ...]:
        """Queries beside the question itself; none where there is nothing to add."""
        ...


@dataclass(frozen=True, slots=True)
class ExpandedRetriever:
    """Looks for the question and for each of its expansions, and keeps the best of the pool.

    The sieve is a scorer that reads sixty passages in the time in which a language model reads one.
    """

    retriever: Retriever
    expander: QueryExpander | None
    sieve: RelevanceScorer
    keep: int = KEEP

    def retrieve(self, question: str) -> tuple[Passage, ...]:
        """The passages that the sieve likes best, best first."""
        others = self.expander.expand(question) if self.expander is not None else ()
        first = self.retriever.retrieve(question)
        pool = {passage.id: passage for passage in first}
        for query in others:
            for passage in self.retriever.retrieve(query):
                # How similar it is to another query says nothing of the question.
                pool.setdefault(passage.id, replace(passage, similar=None, found=len(first)))
        return self._sieved(question, list(pool.values()), {p.id for p in first[:SURE]})

    @step("sieve", lambda passages: {"passages": len(passages)})
    def _sieved(
        self, question: str, pool: Sequence[Passage], sure: set[str]
    ) -> tuple[Passage, ...]:
        scores = checked_scores(self.sieve.score(question, pool), len(pool))
        ranked = sorted(zip(pool, scores, strict=True), key=lambda pair: -pair[1])
        kept = [p for p, _ in ranked if p.id in sure]
        kept += [p for p, _ in ranked if p.id not in sure][: max(0, self.keep - len(kept))]
        order = {passage.id: at for at, (passage, _) in enumerate(ranked)}
        return tuple(sorted(kept, key=lambda passage: order[passage.id]))
