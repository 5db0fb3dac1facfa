"""A strategy plus its record: ask one question, many, or watch one being answered."""

from __future__ import annotations

import queue
import re
import threading
from collections.abc import Callable, Iterable, Iterator
from contextvars import copy_context
from dataclasses import dataclass, field, replace
from typing import TypeVar

from assay.budget import Limits, Stopped, in_time, limited
from assay.errors import BudgetSpentError, InputError
from assay.ports import QuestionPreparer, Strategy
from assay.secret import redacted
from assay.tracing import Listener, TextListener, recording
from assay.types import Answer, Piece, Step

Event = TypeVar("Event", Step, Piece)

# Longer input is a pasted document, not a question; every model would cut it anyway.
MAX_QUESTION = 4_000
# What a question needs one of: no blank, no punctuation, no sign, no picture. Spelt out, as regular
# expressions do not agree on what \w is, and the schema of the server has this one, too.
WORD = (
    r"[^\x00-\x2f\x3a-\x40\x5b-\x60\x7b-\xa9\xab-\xb1\xb4\xb6-\xb8\xbb\xbf\xd7\xf7\u02c2-\u02df"
    r"\u0300-\u036f\u1680\u2000-\u206f\u20a0-\u20ff\u2190-\u245f\u2500-\u2bff\u2e00-\u2e7f"
    r"\u3000-\u3004\u3008-\u3020\u3030\ue000-\uf8ff\ufe00-\ufe6f\ufeff\uff00-\uff0f\uff1a-\uff20"
    r"\uff3b-\uff40\uff5b-\uff65\ufff0-\uffff"
    "\U0001f000-\U0001faff\U000e0000-\U0010ffff]"
)


@dataclass(frozen=True, slots=True)
class Engine:
    """Answers questions with one strategy, within limits, and keeps a trace of every step."""

    strategy: Strategy
    name: str = "custom"
    limits: Limits = field(default_factory=Limits)
    preparer: QuestionPreparer | None = None
    replies: Callable[[str], Answer | None] | None = None  # to small talk

    def ask(self, question: str) -> Answer:
        """The answer with its trace, or a refusal that says why."""
        return self.watch(question)

    def ask_many(self, questions: Iterable[str]) -> Iterator[Answer]:
        """Answers in the order of the questions, one at a time."""
        return map(self.ask, questions)

    def stream(self, question: str) -> Iterator[Step | Piece | Answer]:
        """Each step as it ends, the answer's pieces as they are written, then the answer.

        The pieces are what the model writes, unchecked; the answer that comes last is what counts.
        Closing the generator, or leaving its loop, ends the work at its next step or piece.
        """
        events: queue.SimpleQueue[Step | Piece | Answer | BaseException] = queue.SimpleQueue()
        closed = threading.Event()

        def work() -> None:
            try:
                events.put(self.watch(question, events.put, events.put, closed))
            except BaseException as error:  # noqa: BLE001 - handed over to the caller's thread
                events.put(error)

        threading.Thread(target=copy_context().run, args=(work,), daemon=True).start()
        try:
            while not isinstance(event := events.get(), Answer | BaseException):
                yield event
        finally:
            closed.set()
        if isinstance(event, BaseException):
            raise event
        yield event

    def watch(
        self,
        question: str,
        listener: Listener | None = None,
        text_listener: TextListener | None = None,
        stop: threading.Event | None = None,
    ) -> Answer:
        """The answer, and each step and each piece of text passed to the listeners as it comes.

        Once `stop` is set the run ends with `Stopped` at its next step, its next piece of text or
        its next look at the budget, whichever is first. A step that goes on when the time is up is
        left behind: it ends at its next look at the budget, and nobody waits for it.
        """
        question = checked_question(question)
        listeners = (_stoppable(listener, stop), _stoppable(text_listener, stop))
        with limited(self.limits, stop) as budget, recording(*listeners) as record:
            try:
                answer = in_time(lambda: self._answered(question), budget)
            except BudgetSpentError as spent:
                answer = Answer(question, None, self.name, reason=str(spent), notes=(spent.hint,))
        return replace(
            answer,
            text=None if answer.text is None else redacted(answer.text),
            reason=redacted(answer.reason),
            notes=tuple(dict.fromkeys(map(redacted, (*answer.notes, *_notices(record.steps))))),
            trace=tuple(record.steps),
        )

    def _answered(self, question: str) -> Answer:
        """The answer to the question as it was meant; the words that were used are shown."""
        if self.replies is not None and (reply := self.replies(question)) is not None:
            return reply
        meant = self.preparer.prepare(question) if self.preparer is not None else question
        answer = self.strategy.answer(meant)
        if meant == question:
            return answer
        return replace(answer, question=question, queries=answer.queries or (meant,))


def _notices(steps: Iterable[Step]) -> list[str]:
    """What steps have to say to whoever asked: that a part did its work in another way."""
    return [step.facts["notice"] for step in steps if "notice" in step.facts]


def _stoppable(
    listener: Callable[[Event], None] | None, stop: threading.Event | None
) -> Callable[[Event], None] | None:
    """The same listener, which ends the run once `stop` is set."""
    if stop is None:
        return listener

    def stoppable(event: Event) -> None:
        if stop.is_set():
            raise Stopped
        if listener is not None:
            listener(event)

    return stoppable


def checked_question(question: str) -> str:
    """The question without surrounding blanks; InputError if it has no words or cannot be read."""
    text = question.strip()
    if not re.search(WORD, text):
        lacks = "holds no words" if text else "is empty"
        raise InputError(
            f"the question {lacks}", hint="ask something, for example: What is a list?"
        )
    if not text.isascii() and any("\ud800" <= character <= "\udfff" for character in text):
        raise InputError(
            "the question holds bytes that are not text",
            hint="give the question as UTF-8; check the terminal's encoding or the JSON escapes",
        )
    if len(text) > MAX_QUESTION:
        raise InputError(
            f"the question has {len(text):,} characters; at most {MAX_QUESTION:,} are allowed",
            hint="ask a shorter question, and put long text into the index instead",
        )
    return text
