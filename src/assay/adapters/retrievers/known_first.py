"""Passages that are already there for one question; any other query is looked up."""

from __future__ import annotations

from dataclasses import dataclass

from assay.ports import Retriever
from assay.types import Passage


@dataclass(frozen=True, slots=True)
class KnownFirst:
    """What was found for the question ahead of the run, and a retriever for what is asked later."""

    question: str
    passages: tuple[Passage, ...]
    retriever: Retriever

    def retrieve(self, question: str) -> tuple[Passage, ...]:
        """The known passages, without looking again, or what the retriever finds."""
        return self.passages if question == self.question else self.retriever.retrieve(question)
