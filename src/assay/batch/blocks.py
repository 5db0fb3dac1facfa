"""A block of questions: retrieve for all, score all pairs in one run, answer each."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property

from assay.adapters.retrievers.fixed import FixedRetriever
from assay.adapters.retrievers.known_first import KnownFirst
from assay.adapters.search.recorded import Recorded
from assay.batch.questions_file import Question
from assay.budget import limited
from assay.config import Settings
from assay.engine import checked_question
from assay.errors import AssayError, BudgetSpentError, InputError
from assay.ports import KnowledgeSearch, Retriever
from assay.tracing import recording
from assay.types import Answer, Passage, Step
from assay.wiring import (
    Overrides,
    build_engine,
    build_limits,
    build_primer,
    build_retriever,
    build_search,
)

Answered = tuple[Question, Answer | AssayError]
"""A question with its answer, or with why it has none."""
Answering = Callable[[Iterable[Sequence[Question]]], Iterator[Answered]]
"""Answers blocks of questions in their order: here, or on other machines."""


@dataclass(frozen=True, slots=True)
class Found:
    """A question with its passages, and the steps it took to find them."""

    question: Question
    text: str
    passages: tuple[Passage, ...]
    steps: tuple[Step, ...] = ()


class Blocks:
    """Answers blocks of questions with one set of parts."""

    def __init__(self, settings: Settings) -> None:
        """Keep the settings; parts are built when the first question needs them."""
        self._settings = settings

    @cached_property
    def _retriever(self) -> Retriever:
        return build_retriever(self._settings)

    @cached_property
    def _search(self) -> KnowledgeSearch:
        return build_search(self._settings)

    def _retriever_for(self, found: Found) -> Retriever:
        """Another retriever's passages are all there is; ours can look again in other words."""
        if found.question.passages is not None:
            return FixedRetriever(found.passages)
        return KnownFirst(found.text, found.passages, self._retriever)

    def _settings_for(self, question: Question) -> Settings:
        """Passages that came with a question are read without the words of an index of others."""
        if question.passages is None:
            return self._settings
        none = self._settings.index.model_copy(update={"dir": None})
        return self._settings.model_copy(update={"index": none})

    def _search_for(self, question: Question) -> KnowledgeSearch:
        """What was recorded for the question stands in for a search."""
        return self._search if question.external is None else Recorded(question.external)

    def __call__(self, blocks: Iterable[Sequence[Question]]) -> Iterator[Answered]:
        """The questions of all blocks with their answers, one block after the other."""
        for block in blocks:
            yield from self.answer(block)

    def answer(self, questions: Sequence[Question]) -> Iterator[Answered]:
        """Each question with its answer, or with what is wrong with the question."""
        found: list[Found] = []
        for question in questions:
            try:
                text = checked_question(question.text)
            except InputError as error:
                yield question, error
            else:
                found.append(self._retrieve(question, text))
        began = time.perf_counter()
        pairs = [(each.text, passage) for each in found for passage in each.passages]
        limits = build_limits(self._settings)
        # All together may take what all of them might; a question for which too little time was
        # left is scored within its own budget, and refused if that is not enough.
        together = replace(limits, seconds=limits.seconds * max(1, len(found)))
        with suppress(BudgetSpentError), limited(together):
            build_primer(self._settings)(pairs)
        share_ms = (time.perf_counter() - began) * 1000 / max(1, len(found))
        prime = Step("prime", 0.0, share_ms, facts={"questions": len(found), "pairs": len(pairs)})
        for each in found:
            parts = Overrides(self._retriever_for(each), search=self._search_for(each.question))
            engine = build_engine(self._settings_for(each.question), parts)
            yield each.question, _with_shared_work(engine.ask(each.text), each.steps, prime)

    def _retrieve(self, question: Question, text: str) -> Found:
        if question.passages is not None:
            return Found(question, text, question.passages)
        with recording() as record:
            passages = self._retriever.retrieve(text)
        return Found(question, text, passages, tuple(record.steps))


def _with_shared_work(answer: Answer, ahead: tuple[Step, ...], prime: Step) -> Answer:
    """The answer whose trace begins with its retrieval and its share of the common scoring."""
    searched = max((step.at_ms + step.ms for step in ahead), default=0.0)
    prime = replace(prime, at_ms=searched)
    later = searched + prime.ms
    moved = [replace(step, at_ms=step.at_ms + later) for step in answer.trace]
    return replace(answer, trace=(*ahead, prime, *moved))
