"""Many short prompts to one language model, together where its runtime can."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Protocol, runtime_checkable

from assay.adapters.web.parallel import all_in_parallel
from assay.ports import ChatModel
from assay.types import Completion, Message

WORKERS = 8


@runtime_checkable
class BatchChat(Protocol):
    """A model that reads several conversations in one batch."""

    def complete_batch(
        self, conversations: Sequence[Sequence[Message]], *, max_tokens: int, logprobs: int = 0
    ) -> list[Completion]:
        """The next turn of each conversation, in the same order."""
        ...


def complete_all(
    model: ChatModel,
    conversations: Sequence[Sequence[Message]],
    *,
    max_tokens: int,
    logprobs: int = 0,
) -> list[Completion]:
    """The next turn of each conversation, in one batch or side by side."""
    if isinstance(model, BatchChat):
        return model.complete_batch(conversations, max_tokens=max_tokens, logprobs=logprobs)
    tasks = [
        partial(model.complete, messages, max_tokens=max_tokens, logprobs=logprobs)
        for messages in conversations
    ]
    return all_in_parallel(tasks, WORKERS)
