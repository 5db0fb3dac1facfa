"""Retrieval by meaning: nearest vectors in the index."""

from __future__ import annotations

from dataclasses import dataclass

from assay.adapters.retrievers.in_order import in_order
from assay.adapters.retrievers.meaning import by_meaning
from assay.indexing.index_state import IndexState
from assay.indexing.open_index import LanceIndex
from assay.ports import Embedder
from assay.tracing import step
from assay.types import Passage


@dataclass(frozen=True, slots=True)
class DenseRetriever:
    """The passages whose vectors are nearest to the question's.

    An index whose second stage is not done needs the `quick` embedder too.
    """

    index: LanceIndex
    embedder: Embedder
    top_k: int = 10
    quick: Embedder | None = None

    @step("retrieve", lambda passages: {"passages": len(passages), "by": "dense"})
    def retrieve(self, question: str) -> tuple[Passage, ...]:
        """The passages that fit best, best first."""

        def search(state: IndexState) -> tuple[Passage, ...]:
            near = by_meaning(state, question, self.top_k, self.embedder, self.quick)
            return state.passages(near)

        return in_order(self.index.reading(search))
