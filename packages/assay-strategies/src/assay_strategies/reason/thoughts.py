"""The thinking half of RAG-Star: a language model splits a question and guesses at the parts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from assay.ports import ChatModel
from assay.steps.answer.model_output import clean_reply
from assay.text.sanitise import sanitise
from assay.tracing import step
from assay.types import Facts, Message, Role
from assay_strategies.reason.listed_lines import cleaned_item, listed_lines
from assay_strategies.reason.planner import DONE, says_done

_RULES = (
    "You split a hard question into simpler ones. Write {most} different sub-questions that help "
    "next, each with your own short answer, in exactly this form:\n"
    "Sub-question: ...\nAnswer: ...\n"
    "Do not repeat what was asked. If the sub-questions so far are enough to answer the question, "
    f"reply only: {DONE}"
)
_PAIR = re.compile(
    r"sub-?\s?question\s*\d*\**\s*[:.]\s*(?P<question>[^\n]+)"
    r"(?:\n\W{0,20}answer\s*\d*\**\s*:\s*(?P<claim>[^\n]*))?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Thought:
    """A sub-question, and what is claimed to be its answer; an empty claim is no guess."""

    question: str
    claim: str = ""


@dataclass(frozen=True, slots=True)
class Thoughts:
    """What the model would ask next; `done` when it needs nothing more."""

    proposals: tuple[Thought, ...] = ()
    done: bool = False


def _facts(thoughts: Thoughts) -> Facts:
    asked = [{"question": each.question, "claim": each.claim} for each in thoughts.proposals]
    return {"proposals": asked, "done": thoughts.done}


@dataclass(frozen=True, slots=True)
class Thinker:
    """Proposes the next sub-questions from a question and what is known on the way to it."""

    model: ChatModel
    max_proposals: int = 2
    max_tokens: int = 160
    temperature: float = 0.0

    @step("think", _facts)
    def think(self, question: str, known: Sequence[Thought]) -> Thoughts:
        """At most `max_proposals` sub-questions that were not asked on this way before."""
        prompt = thinking_prompt(question, known, self.max_proposals)
        reply = self.model.complete(
            prompt, max_tokens=self.max_tokens, temperature=self.temperature
        ).text
        if says_done(reply):
            return Thoughts(done=True)
        asked = {each.question.casefold() for each in known}
        fresh = [each for each in read_thoughts(reply) if each.question.casefold() not in asked]
        return Thoughts(tuple(fresh[: self.max_proposals]))


def thinking_prompt(question: str, known: Sequence[Thought], most: int) -> tuple[Message, ...]:
    """The prompt for sub-questions; those already answered come before the question."""
    lines = [
        f"Sub-question: {sanitise(each.question)}\nAnswer: {sanitise(each.claim) or 'unknown'}"
        for each in known
    ]
    asked = "\n".join([*lines, f"Question: {sanitise(question)}"])
    return Message(Role.SYSTEM, _RULES.format(most=most)), Message(Role.USER, asked)


def read_thoughts(reply: str) -> tuple[Thought, ...]:
    """The sub-questions of a reply, each once; a plain list of questions will do as well."""
    text = clean_reply(reply)
    pairs = [
        Thought(cleaned_item(m["question"]), cleaned_item(m["claim"] or ""))
        for m in _PAIR.finditer(text)
    ]
    pairs = pairs or [Thought(line) for line in listed_lines(text, len(text))]
    once: dict[str, Thought] = {}
    for each in pairs:
        if any(c.isalnum() for c in each.question):
            once.setdefault(each.question.casefold(), each)
    return tuple(once.values())
