"""RAG with external knowledge always added, needed or not (CRAG, table 5)."""

from __future__ import annotations

from dataclasses import dataclass

from assay.ports import Generator, Retriever
from assay.steps.conclude import conclude, draft_answer
from assay.steps.outside import OutsideKnowledge
from assay.steps.refine import whole
from assay.steps.repeats import combine
from assay.types import Answer, Evidence


@dataclass(frozen=True, slots=True)
class RagWeb:
    """Retrieve, search outside as well, then answer from both."""

    retriever: Retriever
    outside: OutsideKnowledge
    generator: Generator

    def answer(self, question: str) -> Answer:
        """The generator's answer over the retrieved passages and the external knowledge."""
        return self.attempt(question, question)

    def attempt(self, question: str, query: str) -> Answer:
        """The same from what the query finds, inside and outside."""
        passages = self.retriever.retrieve(query)
        internal = Evidence(tuple(whole(passage) for passage in passages))
        evidence = combine(internal, self.outside.gather(question, query))
        draft = draft_answer(self.generator, question, evidence)
        return conclude(question, "rag_web", evidence, draft)
