"""From the messages of a conversation to the one question that is asked."""

from __future__ import annotations

from collections.abc import Sequence

from assay.errors import InputError
from assay.types import Message, Role


def question_of(messages: Sequence[Message]) -> str:
    """What the last message of the user asks.

    The one place where a conversation becomes a question: whatever turns a follow-up into a
    question that stands alone belongs here.
    """
    for message in reversed(messages):
        if message.role is Role.USER and message.content.strip():
            return message.content
    raise InputError("no message of the user asks anything", hint="end with one of role 'user'")
