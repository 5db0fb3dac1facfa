"""A conversation: follow-up questions are made self-contained before anything is looked up."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from assay.engine import Engine, checked_question
from assay.errors import ServiceError
from assay.ports import ChatModel
from assay.text.follow_up import self_contained
from assay.text.sanitise import sanitise
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
    """A question as it was typed, as it was understood, and what came of it."""

    typed: str
    asked: str
    answer: Answer


@dataclass(slots=True)
class Conversation:
    """Asks one engine again and again, and remembers a bounded number of turns.

    Follow-ups are rewritten by `model` where there is one and it replies, else by rules;
    `answer.queries` shows the question that was asked in place of the one that was typed.
    """

    engine: Engine
    model: ChatModel | None = None
    turns: list[Turn] = field(default_factory=list)

    def ask(self, question: str) -> Answer:
        """The answer to the question, read in the light of the turns before it."""
        typed = checked_question(question)
        asked = self.understood(typed)
        answer = self.engine.ask(asked)
        if asked != typed:
            answer = replace(answer, question=typed, queries=answer.queries or (asked,))
        self.turns = [*self.turns, Turn(typed, asked, answer)][-MAX_TURNS:]
        return answer

    def understood(self, question: str) -> str:
        """The question as it is asked: self-contained."""
        if not self.turns:
            return question
        if self.model is not None and (said := _rewritten(self.model, self.turns, question)):
            return said
        last = self.turns[-1]
        return self_contained(question, last.asked, _subject(last.answer))


def _subject(answer: Answer) -> str:
    """What an answer was about: the nearest heading of the entry it shows."""
    if not answer.entries or not answer.entries[0].passage.headings:
        return ""
    nearest = answer.entries[0].passage.headings[-1]
    return nearest if nearest.casefold() in answer.question.casefold() else ""


def _rewritten(model: ChatModel, turns: Sequence[Turn], question: str) -> str:
    """What a language model makes of a follow-up; empty when it is down or says too much."""
    told = "".join(
        f"Question: {_line(turn.asked)}\nAnswer: {_line(turn.answer.text or 'none')}\n"
        for turn in turns[-SHOWN_TURNS:]
    )
    prompt = _PROMPT.format(turns=told, question=_line(question))
    try:
        reply = model.complete([Message(Role.USER, prompt)], max_tokens=MAX_REPLY).text
    except ServiceError:
        return ""
    lines = [line for line in sanitise(reply).splitlines() if line.strip()]
    said = _LABEL.sub("", lines[0]).strip(" \"'`*") if lines else ""
    return said if len(said) <= MAX_SHOWN else ""


def _line(text: str) -> str:
    return " ".join(sanitise(text).split())[:MAX_SHOWN]
