"""A strategy plus its record: ask one question, many, or watch one being answered."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterable, Iterator
from contextvars import copy_context
from dataclasses import dataclass, field, replace

from assay.budget import Limits, limited
from assay.errors import BudgetSpentError, InputError
from assay.ports import Strategy
from assay.tracing import Hearer, Listener, recording
from assay.types import Answer, Piece, Step

# Longer input is a pasted document, not a question; every model would cut it anyway.
LONGEST_QUESTION = 4_000


@dataclass(frozen=True, slots=True)
class Engine:
    """Answers questions with one strategy, within limits, and keeps a trace of every step."""

    strategy: Strategy
    name: str = "custom"
    limits: Limits = field(default_factory=Limits)

    def ask(self, question: str) -> Answer:
        """The answer with its trace, or a refusal that says why."""
        return self._run(question)

    def ask_many(self, questions: Iterable[str]) -> Iterator[Answer]:
        """Answers in the order of the questions, one at a time."""
        return map(self.ask, questions)

    def stream(self, question: str) -> Iterator[Step | Piece | Answer]:
        """Each step as it ends, the answer's pieces as they are written, then the answer.

        The pieces are what the model writes, unchecked; the answer that comes last is what counts.
        """
        events: queue.SimpleQueue[Step | Piece | Answer | BaseException] = queue.SimpleQueue()

        def work() -> None:
            try:
                events.put(self._run(question, events.put, events.put))
            except BaseException as error:  # noqa: BLE001 - handed over to the caller's thread
                events.put(error)

        threading.Thread(target=copy_context().run, args=(work,), daemon=True).start()
        while not isinstance(event := events.get(), Answer | BaseException):
            yield event
        if isinstance(event, BaseException):
            raise event
        yield event

    def _run(
        self, question: str, listener: Listener | None = None, hearer: Hearer | None = None
    ) -> Answer:
        question = checked_question(question)
        with limited(self.limits), recording(listener, hearer) as record:
            try:
                answer = self.strategy.answer(question)
            except BudgetSpentError as spent:
                answer = Answer(question, None, self.name, reason=str(spent), notes=(spent.hint,))
        return replace(answer, trace=tuple(record.steps))


def checked_question(question: str) -> str:
    """The question without surrounding space, or an error that says what is wrong with it."""
    text = question.strip()
    if not text:
        raise InputError(
            "the question is empty", hint="ask something, for example: What is a list?"
        )
    if not text.isascii() and any("\ud800" <= character <= "\udfff" for character in text):
        raise InputError(
            "the question holds bytes that are not text",
            hint="give the question as UTF-8; check the terminal's encoding or the JSON escapes",
        )
    if len(text) > LONGEST_QUESTION:
        raise InputError(
            f"the question has {len(text):,} characters; at most {LONGEST_QUESTION:,} are allowed",
            hint="ask a shorter question, and put long text into the index instead",
        )
    return text
