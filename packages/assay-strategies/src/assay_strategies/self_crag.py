"""Self-RAG over corrected knowledge: the corrective retriever and the reflective generator."""

from __future__ import annotations

from dataclasses import dataclass, replace

from assay.ports import Generator, RetrievalGate
from assay.steps.answer.conclude import conclude, draft_answer
from assay.strategies.crag import CorrectiveRetriever
from assay.types import Answer, Evidence
from assay_strategies.self_rag import RETRIEVE_ABOVE


@dataclass(frozen=True, slots=True)
class SelfCrag:
    """Self-RAG whose passages are the knowledge that CRAG leaves: internal, external, both."""

    gate: RetrievalGate
    retriever: CorrectiveRetriever
    generator: Generator
    retrieve_above: float = RETRIEVE_ABOVE

    def answer(self, question: str, query: str | None = None) -> Answer:
        """The best answer of all blocks, or the one from memory where none is wanted."""
        query = query or question
        # Whoever brings other words than the question's wants to look.
        if query == question and self.gate.wanted(question) <= self.retrieve_above:
            draft = self.generator.generate(question, Evidence())
            return conclude(question, "self_crag", Evidence(), draft)
        correction = self.retriever.correct(question, query)
        draft = draft_answer(self.generator, question, correction.evidence)
        answer = conclude(question, "self_crag", correction.evidence, draft)
        return replace(
            answer,
            verdict=correction.verdict,
            thresholds=self.retriever.thresholds,
            scores=correction.scored,
        )
