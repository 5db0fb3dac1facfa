"""Prompts that are too long for a model, asked again with less evidence."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from assay.errors import InputError, ServiceError
from assay.steps.answer.entry_prompt import MIN_CHARACTERS

Said = TypeVar("Said")
# Words of the errors with which servers and runtimes refuse a prompt that is too long.
_LENGTH = ("context", "too long", "maximum length", "tokens")
# Words of others that have one of those, too: "tokens per minute", "context deadline exceeded".
_BUSY = ("rate limit", "deadline", "context cancel")


def within_context(ask: Callable[[int], Said], room: int) -> tuple[Said, bool]:
    """What is said with as much evidence as the model reads, and whether it was less than `room`.

    `ask` gets the number of characters that the evidence may have: half of it, and half again,
    where the model refuses the prompt for its length.
    """
    left = room
    while True:
        try:
            return ask(left), left < room
        except (InputError, ServiceError) as error:
            left //= 2
            if left < MIN_CHARACTERS or not _is_too_long(str(error).lower()):
                raise


def _is_too_long(words: str) -> bool:
    return any(w in words for w in _LENGTH) and not any(w in words for w in _BUSY)
