"""Answers written from each passage and ranked by reflection tokens (Self-RAG, algorithm 1)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from assay.budget import current_budget
from assay.errors import BudgetSpentError
from assay.ports import Critic, Generator, RetrievalGate, Retriever, SegmentWriter
from assay.steps.answer.conclude import conclude, draft_answer
from assay.steps.correct.outside import NOTHING_OUTSIDE, Outside
from assay.steps.correct.refine import whole
from assay.text.repeats import combine
from assay.tracing import step
from assay.types import Answer, Draft, Evidence
from assay_strategies.reflect.blocks import NOTHING, Divide, each_alone, renumbered
from assay_strategies.reflect.critique import CritiqueWeights, rank_segments
from assay_strategies.reflect.segment_path import Path, best_first, best_path

RETRIEVE_ABOVE = 0.2
UNREFLECTED = "the critic said nothing of any segment: they were ranked by likelihood alone"


@dataclass(frozen=True, slots=True)
class ReflectiveGenerator:
    """A generator that writes once for each passage and keeps what the critic ranks highest.

    Long answers grow segment by segment in a beam; before each further one the gate for a passage
    is asked again, unless the model said that it goes on with the one it has. `divide` says what
    counts as one passage. Without any evidence it writes from memory.
    """

    writer: SegmentWriter
    critic: Critic
    gate: RetrievalGate
    weights: CritiqueWeights = field(default_factory=CritiqueWeights)
    retrieve_above: float = RETRIEVE_ABOVE
    beam_width: int = 2
    max_depth: int = 1
    elect: Callable[[Sequence[Path]], Path] = best_path
    divide: Divide = each_alone

    @step("generate", lambda draft: {"answered": draft.text is not None})
    def generate(self, question: str, evidence: Evidence) -> Draft:
        """The draft of the path that wins."""
        grown = self._grown(question, Path(), evidence)
        for _ in range(self.max_depth - 1):
            beam = best_first(grown)[: self.beam_width]
            if all(path.finished for path in beam):
                break
            try:
                current_budget().check()
                grown = [each for path in beam for each in self._grown(question, path, evidence)]
            except BudgetSpentError as spent:
                # What is written already answers; it only grows no longer.
                winner = self.elect(beam)
                cut = f"the answer ends early: {spent}"
                return replace(winner.draft, notes=(*winner.draft.notes, cut, *_doubts(beam)))
        winner = self.elect(grown)
        return replace(winner.draft, notes=winner.draft.notes + _doubts(grown))

    def _grown(self, question: str, path: Path, evidence: Evidence) -> list[Path]:
        """The path with one segment more for each passage, or for none if none is wanted."""
        if path.finished:
            return [path]
        written = self.writer.write(question, self._blocks(question, path, evidence), path.written)
        segments = [
            replace(each, draft=renumbered(each.draft, each.seen.strips, evidence.strips))
            for each in written
        ]
        reflections = self.critic.reflect(question, segments)
        ranked = rank_segments(segments, reflections, self.weights)
        return [path.then(judged) for judged in ranked]

    def _blocks(self, question: str, path: Path, evidence: Evidence) -> tuple[Evidence, ...]:
        """What the next segment is written from, each block once."""
        if path.continues is not None:
            return (path.continues,)
        if not path.segments or self._wants_more(question, path):
            return self.divide(evidence) or (NOTHING,)
        return (NOTHING,)

    def _wants_more(self, question: str, path: Path) -> bool:
        return self.gate.wanted(question, path.written) > self.retrieve_above


@dataclass(frozen=True, slots=True)
class SelfRag:
    """Retrieves if the gate says so, writes from every passage, and ranks what was written."""

    gate: RetrievalGate
    retriever: Retriever
    generator: Generator
    retrieve_above: float = RETRIEVE_ABOVE
    outside: Outside = NOTHING_OUTSIDE
    name: str = "self_rag"

    def answer(self, question: str, query: str | None = None) -> Answer:
        """The best answer of all passages, or the one from memory where none is wanted."""
        query = query or question
        # Whoever brings other words than the question's wants to look.
        if query != question or self.gate.wanted(question) > self.retrieve_above:
            passages = self.retriever.retrieve(query)
            internal = Evidence(tuple(whole(passage) for passage in passages))
            evidence = combine(internal, self.outside.gather(question, query))
            draft = draft_answer(self.generator, question, evidence)
        else:
            evidence = Evidence()
            draft = self.generator.generate(question, evidence)
        return conclude(question, self.name, evidence, draft)


def _doubts(paths: Sequence[Path]) -> tuple[str, ...]:
    seen = [judged.reflection for path in paths for judged in path.segments]
    said = any(each.relevance or each.support or each.utility for each in seen)
    return () if said else (UNREFLECTED,)
