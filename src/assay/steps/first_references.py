"""The first few references of a retriever: CoV-RAG reads five."""

from __future__ import annotations

from dataclasses import dataclass

from assay.ports import Retriever
from assay.types import Passage

MOST_REFERENCES = 5


@dataclass(frozen=True, slots=True)
class FirstReferences:
    """Any retriever, cut off after its best passages."""

    retriever: Retriever
    most: int = MOST_REFERENCES

    def retrieve(self, question: str) -> tuple[Passage, ...]:
        """The passages that fit best, best first, and no more than `most`."""
        return self.retriever.retrieve(question)[: self.most]
