"""Retrieval by meaning: nearest vectors in the index."""

from __future__ import annotations

from dataclasses import dataclass

from assay.indexing.open_index import LanceIndex
from assay.ports import Embedder
from assay.tracing import step
from assay.types import Passage


@dataclass(frozen=True, slots=True)
class DenseRetriever:
    """The passages whose vectors are nearest to the question's."""

    index: LanceIndex
    embedder: Embedder
    top_k: int = 10

    @step("retrieve", lambda passages: {"passages": len(passages), "by": "dense"})
    def retrieve(self, question: str) -> tuple[Passage, ...]:
        """The passages that fit best, best first."""
        vector = self.embedder.embed([question])[0]
        return self.index.reading(lambda state: state.passages(state.nearest(vector, self.top_k)))
