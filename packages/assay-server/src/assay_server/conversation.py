"""From the messages of a conversation to the question that is asked and the turns before it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from assay.conversation import MAX_TURNS, Turn, replayed
from assay.engine import MAX_QUESTION, WORD, checked_question
from assay.errors import InputError
from assay.types import Message, Role
from assay.wiring import word_likeness
from assay_server.errors import TooLargeError


def question_in(messages: Sequence[Message]) -> tuple[str, tuple[Turn, ...]]:
    """The last message of the user and the turns before it."""
    pairs: list[tuple[str, str]] = []
    for message in messages:
        if message.role is Role.USER and re.search(WORD, message.content):
            pairs.append((message.content.strip(), ""))
        elif message.role is Role.ASSISTANT and pairs:
            pairs[-1] = (pairs[-1][0], message.content)
    if not pairs:
        raise InputError("no message of the user asks anything", hint="end with one of role 'user'")
    last = pairs[-1][0]
    if len(last) > MAX_QUESTION:
        raise TooLargeError(
            f"the last message has {len(last):,} characters; at most {MAX_QUESTION:,} are allowed",
            hint="ask a shorter question, and put long text into the index instead",
        )
    before = [(typed[:MAX_QUESTION], said) for typed, said in pairs[-1 - MAX_TURNS : -1]]
    return checked_question(last), tuple(replayed(before, word_likeness))
