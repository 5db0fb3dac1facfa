"""Messages to a language model and its completions."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Role(StrEnum):
    """Who speaks a message of a conversation with a language model."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of a conversation with a language model."""

    role: Role
    content: str


@dataclass(frozen=True, slots=True)
class Token:
    """One token a model wrote, its log-probability, and the likeliest ones in its place.

    `alternatives` are (text, log-probability) pairs, likeliest first, the chosen one among them.
    """

    text: str
    logprob: float
    alternatives: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Completion:
    """What a language model wrote; `tokens` counts prompt and answer, as the budget does.

    `logprobs` is empty when none were asked for or the model gives none; `cut` says that the
    text ends because a limit was reached.
    """

    text: str
    logprobs: tuple[Token, ...] = ()
    tokens: int = 0
    cut: bool = False


@dataclass(frozen=True, slots=True)
class Piece:
    """A few characters of an answer while it is being written."""

    text: str
