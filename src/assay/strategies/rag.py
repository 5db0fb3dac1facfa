"""Retrieval-augmented generation without any check: the baseline."""

from __future__ import annotations

from dataclasses import dataclass

from assay.ports import Generator, Retriever
from assay.steps.conclude import conclude, draft_answer
from assay.steps.refine import whole
from assay.types import Answer, Evidence


@dataclass(frozen=True, slots=True)
class Rag:
    """Retrieve, then answer from whatever was found."""

    retriever: Retriever
    generator: Generator

    def answer(self, question: str) -> Answer:
        """The generator's answer over the retrieved passages as they are."""
        return self.attempt(question, question)

    def attempt(self, question: str, query: str) -> Answer:
        """The same from what the query finds."""
        passages = self.retriever.retrieve(query)
        evidence = Evidence(tuple(whole(passage) for passage in passages))
        return conclude(question, "rag", evidence, draft_answer(self.generator, question, evidence))
