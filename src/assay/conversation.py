"""A conversation: follow-up questions are made self-contained before anything is looked up."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from assay.engine import Engine, checked_question
from assay.errors import ServiceError
from assay.ports import ChatModel, QuestionPreparer
from assay.small_talk import small_talk
from assay.text.follow_up import Alike, Standing, asks, follow_up
from assay.text.overlap import content_stems
from assay.text.sanitise import sanitise
from assay.tracing import Listener, TextListener
from assay.types import Answer, Message, Role

MAX_TURNS = 20  # what is remembered; older turns are forgotten
SHOWN_TURNS = 3  # what a language model is told of
MAX_SHOWN = 400  # characters of each
MAX_REPLY = 80  # tokens
_PROMPT = """Rewrite the last question so that it can be understood without the conversation. Keep \
its meaning and its words where you can. Reply with the question alone.

{turns}
Last question: {question}
Rewritten question:"""
_LABEL = re.compile(r"^\W*(?:rewritten\s+)?question\s*:\s*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Turn:
    """A question as it was typed, as it was understood, and the answer's words and subject."""

    typed: str
    understood: Standing
    answer: str = ""
    subject: str = ""

    @property
    def asked(self) -> str:
        """The question as it would be asked without the turns before it."""
        return self.understood.text


@dataclass(slots=True)
class FollowUps:
    """Makes a question self-contained by the turns before it, as a step of its run.

    A language model rewrites it where there is one and it replies, else rules do, which ask how
    `alike` words are. `next` prepares the question further; `understood` is the question as it
    stands by itself.
    """

    turns: Sequence[Turn]
    model: ChatModel | None = None
    next: QuestionPreparer | None = None
    alike: Alike | None = None
    understood: Standing | None = None

    def prepare(self, question: str) -> str:
        """The question as it would be asked without the turns before it."""
        self.understood = self._understood(question) if self.turns else Standing(question)
        asked = self.understood.text
        return self.next.prepare(asked) if self.next is not None else asked

    def _understood(self, question: str) -> Standing:
        if self.model is not None and (said := _rewritten(self.model, self.turns, question)):
            return Standing(said)
        last = self.turns[-1]
        return follow_up(question, last.understood, last.subject, self.alike)


@dataclass(slots=True)
class Conversation:
    """Asks one engine again and again, and remembers a bounded number of turns.

    `answer.queries` shows the question that was asked in place of the one that was typed.
    """

    engine: Engine
    model: ChatModel | None = None
    turns: list[Turn] = field(default_factory=list)
    alike: Alike | None = None

    def ask(
        self,
        question: str,
        listener: Listener | None = None,
        text_listener: TextListener | None = None,
        stop: threading.Event | None = None,
    ) -> Answer:
        """The answer to the question, read in the light of the turns before it."""
        typed = checked_question(question)
        follow_ups = FollowUps(self.turns, self.model, self.engine.preparer, self.alike)
        engine = replace(self.engine, preparer=follow_ups)
        answer = engine.watch(typed, listener, text_listener, stop)
        if small_talk(typed) is not None:
            return answer  # a question that follows does not follow up on a greeting
        understood = follow_ups.understood or Standing(typed)
        turn = Turn(typed, understood, answer.text or "", _subject(answer))
        self.turns = [*self.turns, turn][-MAX_TURNS:]
        return answer


def replayed(pairs: Iterable[tuple[str, str]], alike: Alike | None = None) -> list[Turn]:
    """The last turns of a conversation of which only questions and answers were kept."""
    turns: list[Turn] = []
    for typed, answer in pairs:
        if small_talk(typed) is not None:
            continue
        follow_ups = FollowUps(turns[-1:], alike=alike)
        follow_ups.prepare(typed)
        turns.append(Turn(typed, follow_ups.understood or Standing(typed), answer))
    return turns[-MAX_TURNS:]


def _subject(answer: Answer) -> str:
    """What an answer was about: the nearest heading of the entry it shows."""
    if not answer.entries or not answer.entries[0].passage.headings:
        return ""
    nearest = answer.entries[0].passage.headings[-1]
    asked = " ".join((answer.question, *answer.queries))
    return nearest if nearest.casefold() in asked.casefold() else ""


def _rewritten(model: ChatModel, turns: Sequence[Turn], question: str) -> str:
    """What a language model makes of a follow-up; empty when it is down or says too much."""
    told = "".join(
        f"Question: {_line(turn.asked)}\nAnswer: {_line(turn.answer or 'none')}\n"
        for turn in turns[-SHOWN_TURNS:]
    )
    prompt = _PROMPT.format(turns=told, question=_line(question))
    try:
        reply = model.complete([Message(Role.USER, prompt)], max_tokens=MAX_REPLY).text
    except ServiceError:
        return ""
    lines = [line for line in sanitise(reply).splitlines() if line.strip()]
    said = _LABEL.sub("", lines[0]).strip(" \"'`*") if lines else ""
    return said if len(said) <= MAX_SHOWN and _is_of(said, question) else ""


def _is_of(said: str, question: str) -> bool:
    """Whether a reply asks, and for what was typed: small models answer, or tell of something else.

    Half of the words of content suffices, since a model may also correct their spelling.
    """
    typed = content_stems(question)
    kept = content_stems(said) & typed
    return asks(said) and 2 * len(kept) >= len(typed)


def _line(text: str) -> str:
    return " ".join(sanitise(text).split())[:MAX_SHOWN]
