"""A classifier decides before retrieval how much of it a question needs (Adaptive-RAG)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from assay.ports import ComplexityClassifier, Strategy
from assay.types import Answer, Complexity


@dataclass(frozen=True, slots=True)
class Adaptive:
    """Answers without retrieval, with one retrieval or with several, as the classifier says."""

    classifier: ComplexityClassifier
    memory: Strategy
    single: Strategy
    multi: Strategy

    def answer(self, question: str, query: str | None = None) -> Answer:
        """The answer of the cheapest strategy that the classifier finds sufficient.

        Whoever brings a query of their own wants to look, so memory is then no choice.
        """
        complexity = self.classifier.classify(question)
        match complexity:
            case Complexity.NONE if query is None:
                answer = self.memory.answer(question)
            case Complexity.NONE | Complexity.SINGLE:
                answer = self.single.answer(question, query)
            case Complexity.MULTI:
                answer = self.multi.answer(question, query)
        note = f"the question was judged to need this much retrieval: {complexity.value}"
        return replace(answer, strategy="adaptive", notes=(note, *answer.notes))
