"""A chat model that waits: its prompts travel as files, and a question sleeps until they are back.

All questions of an experiment are under way at once, each in a thread of its own; few of them
compute at a time, because whoever waits for the model gives its turn to another.
"""

from __future__ import annotations

import heapq
import itertools
import math
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

from assay.adapters.chat.transcript import (
    CHARACTERS_PER_TOKEN,
    Transcript,
    allowance,
    prompt_tokens,
)
from assay.tracing import step
from assay.types import Completion, Message, Role, Token
from recipes.elsewhere.mailbox import Job, Mailbox

QWEN_SYSTEM = "You are Qwen, created by Alibaba Cloud. You are a helpful assistant."
SMOLLM_SYSTEM = "You are a helpful AI assistant named SmolLM, trained by Hugging Face"


def default_system(model: str) -> str:
    """What the model's own chat template says first where a conversation brings no such turn."""
    return SMOLLM_SYSTEM if model.lower().startswith("smollm2") else QWEN_SYSTEM


def chatml(messages: Sequence[Message], system: str = QWEN_SYSTEM) -> str:
    """The conversation in the chat form of Qwen2.5 and SmolLM2, up to where the model goes on.

    An empty `system` leaves out the turn that the template puts first.
    """
    turns = [(str(m.role), m.content) for m in messages]
    if system and (not turns or messages[0].role is not Role.SYSTEM):
        turns.insert(0, (str(Role.SYSTEM), system))
    told = "".join(f"<|im_start|>{role}\n{text}<|im_end|>\n" for role, text in turns)
    return f"{told}<|im_start|>assistant\n"


@dataclass(slots=True)
class Turns:
    """So many may compute at a time; whoever is most urgent comes first, then who came first."""

    most: int = 1
    _busy: int = 0
    _waiting: list[tuple[int, int, threading.Event]] = field(default_factory=list)
    _count: Iterator[int] = field(default_factory=itertools.count)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def idle(self) -> bool:
        """True when nobody computes."""
        return self._busy == 0

    @property
    def most_urgent(self) -> int:
        """How urgent the first of those is that wait for a turn."""
        with self._lock:
            return self._waiting[0][0] if self._waiting else 0

    def take(self, urgency: int) -> None:
        """Wait for a turn; a lower number is more urgent."""
        called = threading.Event()
        with self._lock:
            if self._busy < self.most:
                self._busy += 1
                return
            heapq.heappush(self._waiting, (urgency, next(self._count), called))
        called.wait()

    def give(self) -> None:
        """Let another one compute."""
        with self._lock:
            if self._waiting:
                heapq.heappop(self._waiting)[2].set()
            else:
                self._busy -= 1


@dataclass(slots=True)
class _Place:
    """The turn of one question, whichever of its threads computes."""

    turns: Turns
    urgency: int
    later: int
    held: bool = False
    closed: bool = False
    lock: threading.Lock = field(default_factory=threading.Lock)

    def enter(self) -> None:
        with self.lock:
            if not self.held and not self.closed:
                self.turns.take(self.urgency)
                self.held = True

    def close(self) -> None:
        """Give the turn back for good: a thread that outlives its question must not take one."""
        self.closed = True
        self.leave()

    def leave(self) -> None:
        with self.lock:
            if self.held:
                self.turns.give()
                self.held, self.urgency = False, self.later


_place: ContextVar[_Place | None] = ContextVar("place", default=None)


@contextmanager
def computing(turns: Turns, urgency: int = 0, later: int = 0) -> Iterator[None]:
    """Compute a block in one's turn; `later` is the urgency once the model has said something."""
    place = _Place(turns, urgency, later)
    token = _place.set(place)
    place.enter()
    try:
        yield
    finally:
        place.close()
        _place.reset(token)


@dataclass(frozen=True, slots=True)
class WaitingChat:
    """Asks through the mailbox."""

    mailbox: Mailbox
    model: str = "qwen2.5"

    def complete(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int = 256,
        temperature: float = 0.0,
        logprobs: int = 0,
    ) -> Completion:
        """The model's next turn, as a server would give it; at temperature 0 alone."""
        assert temperature == 0, "the model elsewhere says the likeliest words"
        [said] = self._asked([messages], max_tokens, logprobs)
        return said

    def complete_batch(
        self, conversations: Sequence[Sequence[Message]], *, max_tokens: int, logprobs: int = 0
    ) -> list[Completion]:
        """The next turn of each conversation, asked for in one round."""
        return self._asked(conversations, max_tokens, logprobs)

    def _asked(
        self, conversations: Sequence[Sequence[Message]], max_tokens: int, logprobs: int
    ) -> list[Completion]:
        system = default_system(self.model)
        jobs = [
            Job(chatml(each, system), allowance(each, max_tokens), logprobs, self.model)
            for each in conversations
        ]
        known = all(job.id in self.mailbox.known for job in jobs)
        place = None if known else _place.get()
        if place is not None:
            place.leave()
        try:
            replies = self.mailbox.ask(*jobs)
        finally:
            if place is not None:
                place.enter()
        return [
            _heard(said, messages, max_tokens)
            for said, messages in zip(replies, conversations, strict=True)
        ]


@step("complete", lambda c: {"tokens": c.tokens, "characters": len(c.text), "cut": c.cut})
def _heard(said: dict[str, Any], messages: Sequence[Message], max_tokens: int) -> Completion:
    """A reply as a completion; one that says only the odds has Yes and No as alternatives."""
    heard = Transcript(messages, max_tokens)
    text = said.get("text", "")
    used = said.get("used", prompt_tokens(messages) + len(text) // CHARACTERS_PER_TOKEN)
    tops = said.get("tops", ())
    if "odds" in said:
        chance = -math.log1p(math.exp(-abs(said["odds"])))  # of the likelier word
        other = chance - abs(said["odds"])
        likely, unlikely = ("Yes", "No") if said["odds"] > 0 else ("No", "Yes")
        text, tops = likely, [[[likely, chance], [unlikely, other]]]
    reason = "length" if said.get("cut", False) else "stop"
    choice = {"delta": {"content": text}, "finish_reason": reason}
    heard.hear({"usage": {"total_tokens": used}, "choices": [choice]})
    for each in tops:
        pairs = tuple((word, value) for word, value in each)
        heard.hear_token(Token(*pairs[0], pairs))
    return heard.completion()
