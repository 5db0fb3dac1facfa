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
from assay.steps.answer.conclude import closest, conclude, draft_answer
from assay.steps.correct.judge import ThreeActions, score_passages
from assay.steps.correct.outside import OutsideKnowledge
from assay.steps.correct.rejected import best_rejected
from assay.text.repeats import combine
from assay.types import Answer, Correction, Evidence, Scored, Thresholds, Verdict


@dataclass(frozen=True, slots=True)
class CorrectiveRetriever:
    """Retrieves, judges the result, and refines or replaces it."""

    retriever: Retriever
    scorer: RelevanceScorer
    refiner: Refiner
    rewriter: QueryRewriter
    search: KnowledgeSearch
    thresholds: Thresholds
    trigger: ActionTrigger = field(default_factory=ThreeActions)
    last_resort: bool = False  # where nothing passes the check, keep the best of what did not

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
        if self.last_resort and not evidence.strips:
            evidence = best_rejected(evidence, scored)
        return Correction(verdict, scored, evidence)

    def _internal(self, question: str, scored: tuple[Scored, ...]) -> Evidence:
        return self.refiner.refine(question, scored)

    def _external(self, question: str, query: str) -> Evidence:
        outside = OutsideKnowledge(self.rewriter, self.search, self.scorer, self.refiner)
        return outside.gather(question, query)


@dataclass(frozen=True, slots=True)
class Crag:
    """Answers from corrected evidence, with any generator."""

    retriever: CorrectiveRetriever
    generator: Generator

    def answer(self, question: str, query: str | None = None) -> Answer:
        """The generator's answer over internal, external or combined knowledge."""
        query = query or question
        correction = self.retriever.correct(question, query)
        draft = draft_answer(self.generator, question, correction.evidence)
        answer = conclude(question, "crag", correction.evidence, draft)
        return replace(
            answer,
            closest=answer.closest or (closest(correction.scored) if answer.abstained else ()),
            verdict=correction.verdict,
            thresholds=self.retriever.thresholds,
            scores=correction.scored,
        )
