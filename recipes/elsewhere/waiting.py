"""A chat model that waits: its prompts travel as files, and a question sleeps until they are back.

All questions of an experiment are under way at once, each in a thread of its own; few of them
compute at a time, because whoever waits for the model gives its turn to another.
"""

from __future__ import annotations

import heapq
import itertools
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

from assay.adapters.chat.transcript import Transcript, allowance
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
        prompt = chatml(messages, default_system(self.model))
        job = Job(prompt, allowance(messages, max_tokens), logprobs, self.model)
        place = None if job.id in self.mailbox.known else _place.get()
        if place is not None:
            place.leave()
        try:
            said = self.mailbox.ask(job)
        finally:
            if place is not None:
                place.enter()
        heard = Transcript(messages, max_tokens)
        usage = {"total_tokens": said["used"]}
        reason = "length" if said["cut"] else "stop"
        choice = {"delta": {"content": said["text"]}, "finish_reason": reason}
        heard.hear({"usage": usage, "choices": [choice]})
        for tops in said.get("tops", ()):
            pairs = tuple((text, value) for text, value in tops)
            heard.hear_token(Token(*pairs[0], pairs))
        return heard.completion()
