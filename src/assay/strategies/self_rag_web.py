"""Self-RAG with external knowledge always added, needed or not (CRAG, table 5)."""

from __future__ import annotations

from dataclasses import dataclass

from assay.ports import Generator, RetrievalWish, Retriever
from assay.steps.conclude import conclude, draft_answer
from assay.steps.outside import OutsideKnowledge
from assay.steps.refine import whole
from assay.steps.repeats import combine
from assay.strategies.self_rag import RETRIEVE_ABOVE
from assay.types import Answer, Evidence


@dataclass(frozen=True, slots=True)
class SelfRagWeb:
    """Self-RAG whose passages are those of the index and those found outside."""

    wish: RetrievalWish
    retriever: Retriever
    outside: OutsideKnowledge
    generator: Generator
    retrieve_above: float = RETRIEVE_ABOVE

    def answer(self, question: str) -> Answer:
        """The best answer of all passages, or the one from memory where none is wanted."""
        return self.attempt(question, question)

    def attempt(self, question: str, query: str) -> Answer:
        """The same from what the query finds, inside and outside."""
        # Whoever brings other words than the question's wants to look.
        if query != question or self.wish.wanted(question) > self.retrieve_above:
            internal = Evidence(tuple(whole(p) for p in self.retriever.retrieve(query)))
            evidence = combine(internal, self.outside.gather(question, query))
            draft = draft_answer(self.generator, question, evidence)
        else:
            evidence = Evidence()
            draft = self.generator.generate(question, evidence)
        return conclude(question, "self_rag_web", evidence, draft)
