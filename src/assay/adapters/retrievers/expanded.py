"""Retrieval with more words than the question's: results pooled, the pool cut by a cheap scorer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from assay.adapters.retrievers.hybrid import RANK_CONSTANT
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
    Without one, those are kept that stand highest in all results together.
    """

    retriever: Retriever
    expander: QueryExpander
    sieve: RelevanceScorer | None
    keep: int = KEEP

    def retrieve(self, question: str) -> tuple[Passage, ...]:
        """The passages that the sieve likes best, best first."""
        others = self.expander.expand(question)
        first = self.retriever.retrieve(question)
        pool = {passage.id: passage for passage in first}
        ranks = {passage.id: 1 / (RANK_CONSTANT + at) for at, passage in enumerate(first)}
        for query in others:
            for at, passage in enumerate(self.retriever.retrieve(query)):
                ranks[passage.id] = ranks.get(passage.id, 0.0) + 1 / (RANK_CONSTANT + at)
                # How similar it is to another query says nothing of the question.
                pool.setdefault(passage.id, replace(passage, similar=None, found=len(first)))
        return self._sieved(question, list(pool.values()), ranks, {p.id for p in first[:SURE]})

    @step("sieve", lambda passages: {"passages": len(passages)})
    def _sieved(
        self, question: str, pool: Sequence[Passage], ranks: Mapping[str, float], sure: set[str]
    ) -> tuple[Passage, ...]:
        scores = [ranks[passage.id] for passage in pool]
        if self.sieve is not None:
            scores = checked_scores(self.sieve.score(question, pool), len(pool))
        ranked = sorted(zip(pool, scores, strict=True), key=lambda pair: -pair[1])
        kept = [p for p, _ in ranked if p.id in sure]
        kept += [p for p, _ in ranked if p.id not in sure][: max(0, self.keep - len(kept))]
        order = {passage.id: at for at, (passage, _) in enumerate(ranked)}
        return tuple(sorted(kept, key=lambda passage: order[passage.id]))
