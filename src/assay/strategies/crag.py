"""Corrective retrieval-augmented generation (CRAG, algorithm 1)."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from assay.ports import (
    ActionTrigger,
    Generator,
    KnowledgeSearch,
    QueryRewriter,
    Refiner,
    RelevanceScorer,
    Retriever,
)
from assay.steps.conclude import conclude, draft_answer
from assay.steps.judge import ThreeActions, score_passages
from assay.steps.outside import OutsideKnowledge
from assay.steps.repeats import combine
from assay.types import Answer, Correction, Evidence, Scored, Thresholds, Verdict


@dataclass(frozen=True, slots=True)
class CorrectiveRetriever:
    """Retrieval that checks its own result and repairs it."""

    retriever: Retriever
    scorer: RelevanceScorer
    refiner: Refiner
    rewriter: QueryRewriter
    search: KnowledgeSearch
    thresholds: Thresholds
    trigger: ActionTrigger = field(default_factory=ThreeActions)

    def correct(self, question: str, query: str = "") -> Correction:
        """Evidence from the index, from outside, or from both, as the verdict demands.

        Other words to look with than the question's may be given; it is always the question that
        the passages are judged by.
        """
        query = query or question
        scored = score_passages(self.scorer, question, self.retriever.retrieve(query))
        verdict = self.trigger.trigger(scored, self.thresholds)
        match verdict:
            case Verdict.CORRECT:
                evidence = self._internal(question, scored)
            case Verdict.INCORRECT:
                evidence = self._external(question, query)
            case Verdict.AMBIGUOUS:
                evidence = combine(
                    self._internal(question, scored), self._external(question, query)
                )
        return Correction(verdict, scored, evidence)

    def _internal(self, question: str, scored: tuple[Scored, ...]) -> Evidence:
        return self.refiner.refine(question, scored)

    def _external(self, question: str, query: str) -> Evidence:
        outside = OutsideKnowledge(self.rewriter, self.search, self.scorer, self.refiner)
        return outside.gather(question, query)


@dataclass(frozen=True, slots=True)
class Crag:
    """Any generator, answering from corrected evidence."""

    retriever: CorrectiveRetriever
    generator: Generator

    def answer(self, question: str) -> Answer:
        """The generator's answer over internal, external or combined knowledge."""
        return self.attempt(question, question)

    def attempt(self, question: str, query: str) -> Answer:
        """The same from what the query finds."""
        correction = self.retriever.correct(question, query)
        draft = draft_answer(self.generator, question, correction.evidence)
        answer = conclude(question, "crag", correction.evidence, draft)
        return replace(
            answer,
            verdict=correction.verdict,
            thresholds=self.retriever.thresholds,
            scores=correction.scored,
        )
