"""Retrieval-augmented generation without any check: the baseline."""

from __future__ import annotations

from dataclasses import dataclass

from assay.ports import Generator, Retriever
from assay.steps.answer.conclude import conclude, draft_answer
from assay.steps.correct.outside import NOTHING_OUTSIDE, Outside
from assay.steps.correct.refine import whole
from assay.text.repeats import combine
from assay.types import Answer, Evidence


@dataclass(frozen=True, slots=True)
class Rag:
    """Retrieves, then answers from whatever was found.

    With `outside` it is the baseline that always searches the web as well (CRAG, table 5).
    """

    retriever: Retriever
    generator: Generator
    outside: Outside = NOTHING_OUTSIDE
    name: str = "rag"

    def answer(self, question: str, query: str | None = None) -> Answer:
        """The generator's answer over the retrieved passages as they are."""
        query = query or question
        passages = self.retriever.retrieve(query)
        internal = Evidence(tuple(whole(passage) for passage in passages))
        evidence = combine(internal, self.outside.gather(question, query))
        draft = draft_answer(self.generator, question, evidence)
        return conclude(question, self.name, evidence, draft)
