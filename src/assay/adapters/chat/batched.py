"""A model in the process that answers questions asked side by side in one batch."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Protocol

from assay.adapters.chat.together import BatchChat
from assay.adapters.chat.transcript import allowance
from assay.budget import current_budget
from assay.ports import ChatModel, TextModel
from assay.tracing import say, step
from assay.types import Completion, Message, Role

WAIT_SECONDS = 0.02
"""How long a batch waits for more: one step of a large model takes as long."""


class BatchModel(ChatModel, TextModel, BatchChat, Protocol):
    """A model that continues many conversations or texts at once."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """A conversation or a text that waits for a batch of its like, and where the reply goes."""

    what: tuple[Message, ...] | str
    max_tokens: int
    logprobs: int
    reply: Future[Completion]

    @property
    def like(self) -> tuple[bool, int, int]:
        """What those of one batch have in common."""
        return isinstance(self.what, str), self.max_tokens, self.logprobs


class Batched:
    """Collects what several threads ask at about the same time and asks the model once.

    A thread of its own speaks with the model. It leaves the budgets to those who ask: each pays
    for its own tokens.
    """

    def __init__(self, model: BatchModel, size: int, wait: float = WAIT_SECONDS) -> None:
        """Stand before the model with batches of up to `size`."""
        self.model = model
        self._size, self._wait = size, wait
        self._asked: queue.Queue[_Asked] = queue.Queue()
        self._lock = threading.Lock()
        threading.Thread(target=self._serve, daemon=True, name="batched-model").start()

    @step("complete", lambda c: {"tokens": c.tokens, "characters": len(c.text), "cut": c.cut})
    def complete(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int = 256,
        temperature: float = 0.0,
        logprobs: int = 0,
    ) -> Completion:
        """The model's next turn; with a temperature it is asked for by itself."""
        most = allowance(messages, max_tokens)
        if temperature > 0:
            with self._lock:
                return self.model.complete(
                    messages, max_tokens=most, temperature=temperature, logprobs=logprobs
                )
        return _paid(self._ask(tuple(messages), most, logprobs).result())

    @step("complete", lambda found: {"tokens": sum(c.tokens for c in found), "prompts": len(found)})
    def continue_texts(
        self, prompts: Sequence[str], *, max_tokens: int = 256, logprobs: int = 0
    ) -> list[Completion]:
        """The likeliest continuation of each prompt as it stands."""
        if not prompts:
            return []
        most = allowance([Message(Role.USER, prompt) for prompt in prompts], max_tokens)
        waiting = [self._ask(prompt, most, logprobs) for prompt in prompts]
        return [_paid(each.result()) for each in waiting]

    def _ask(
        self, what: tuple[Message, ...] | str, max_tokens: int, logprobs: int
    ) -> Future[Completion]:
        reply: Future[Completion] = Future()
        self._asked.put(_Asked(what, max_tokens, logprobs, reply))
        return reply

    def _serve(self) -> None:
        while True:
            groups: dict[tuple[bool, int, int], list[_Asked]] = {}
            for each in self._collected():
                groups.setdefault(each.like, []).append(each)
            for group in groups.values():
                with self._lock:
                    self._answer(group)

    def _collected(self) -> list[_Asked]:
        """The first that is asked, and what else is asked before nothing more comes."""
        found = [self._asked.get()]
        while len(found) < self._size:
            try:
                found.append(self._asked.get(timeout=self._wait))
            except queue.Empty:
                break
        return found

    def _answer(self, group: list[_Asked]) -> None:
        try:
            made = self._made(group)
        except Exception as error:  # noqa: BLE001 - it belongs to who asked, not to this thread
            if len(group) == 1:
                group[0].reply.set_exception(error)
                return
            for each in group:  # one prompt that is too long must not cost the others theirs
                self._answer([each])
            return
        for each, completion in zip(group, made, strict=True):
            each.reply.set_result(completion)

    def _made(self, group: list[_Asked]) -> list[Completion]:
        is_text, max_tokens, logprobs = group[0].like
        asked = [each.what for each in group]
        ask: Callable[..., list[Completion]] = (
            self.model.continue_texts if is_text else self.model.complete_batch
        )
        return ask(asked, max_tokens=max_tokens, logprobs=logprobs)


def _paid(completion: Completion) -> Completion:
    """The completion, paid for by who asked and said aloud as if it were written here."""
    budget = current_budget()
    budget.spend("tokens", min(completion.tokens, budget.left("tokens")))
    say(completion.text)
    return completion
