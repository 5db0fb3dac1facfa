"""Retrieval by words: BM25 over the index."""

from __future__ import annotations

from dataclasses import dataclass

from assay.adapters.retrievers.in_order import in_order
from assay.indexing.open_index import LanceIndex
from assay.tracing import step
from assay.types import Passage


@dataclass(frozen=True, slots=True)
class FullTextRetriever:
    """The passages that share the rarest words with the question."""

    index: LanceIndex
    top_k: int = 10

    @step("retrieve", lambda passages: {"passages": len(passages), "by": "full-text"})
    def retrieve(self, question: str) -> tuple[Passage, ...]:
        """The passages that fit best, best first."""
        found = self.index.reading(
            lambda state: state.passages(state.full_text(question, self.top_k))
        )
        return in_order(found)
