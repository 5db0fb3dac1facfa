"""As much retrieval as the question needs, decided before any (Adaptive-RAG)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from assay.ports import Attempting, ComplexityClassifier, Strategy
from assay.types import Answer, Complexity


@dataclass(frozen=True, slots=True)
class Adaptive:
    """A classifier chooses between memory, one look and several."""

    classifier: ComplexityClassifier
    memory: Strategy
    single: Attempting
    multi: Attempting

    def answer(self, question: str) -> Answer:
        """The answer of the simplest way that is judged to be enough."""
        complexity = self.classifier.classify(question)
        match complexity:
            case Complexity.NONE:
                answer = self.memory.answer(question)
            case Complexity.SINGLE:
                answer = self.single.attempt(question, question)
            case Complexity.MULTI:
                answer = self.multi.attempt(question, question)
        return _named(answer, complexity)

    def attempt(self, question: str, query: str) -> Answer:
        """The answer from what the query finds: whoever brings a query wants to look."""
        complexity = self.classifier.classify(question)
        match complexity:
            case Complexity.NONE | Complexity.SINGLE:
                answer = self.single.attempt(question, query)
            case Complexity.MULTI:
                answer = self.multi.attempt(question, query)
        return _named(answer, complexity)


def _named(answer: Answer, complexity: Complexity) -> Answer:
    note = f"the question was judged to need this much retrieval: {complexity.value}"
    return replace(answer, strategy="adaptive", notes=(note, *answer.notes))
