"""A model's answer as it comes in, piece by piece, from any source of OpenAI-style chunks."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import Any

from assay.budget import current_budget
from assay.errors import BudgetSpentError
from assay.steps.answer.model_output import LOOP_TAIL, loop_start
from assay.tracing import say
from assay.types import Completion, Message, Token

# No tokenizer makes tokens longer than this on average; a server that sends more ignores limits.
MAX_CHARACTERS_PER_TOKEN = 16
CHARACTERS_PER_TOKEN = 4  # a usual average, for servers that do not count
LOOK_FOR_LOOPS_EVERY = 32
_SENTENCE = re.compile(r"[.!?](?:\s|$)|[\u3002\uff01\uff1f\u2026\n]")
MAX_TOKENS = 10_000_000  # more than any model takes: a larger count is a lie


def allowance(messages: Sequence[Message], max_tokens: int) -> int:
    """How many tokens an answer may have within the budget of the run, at least one."""
    budget = current_budget()
    budget.check()
    left = budget.left("tokens") - prompt_tokens(messages)
    if left < 1:
        raise BudgetSpentError("tokens", budget.limits.tokens)
    return min(max_tokens, left)


def prompt_tokens(messages: Sequence[Message]) -> int:
    """About how many tokens a conversation takes, for lack of the model's own tokenizer."""
    return sum(len(message.content) for message in messages) // CHARACTERS_PER_TOKEN


class Transcript:
    """What was heard so far; it says each piece aloud and knows when it has heard enough."""

    def __init__(self, messages: Sequence[Message], max_tokens: int) -> None:
        """Start listening to the answer to a conversation."""
        self.finished = False
        self.cut = False
        self._asked = prompt_tokens(messages)
        self._max_tokens = max_tokens
        self._pieces: list[str] = []
        self._characters = 0
        self._tail = ""
        self._logprobs: list[Token] = []
        self._counted: int | None = None

    @property
    def empty(self) -> bool:
        """True when no word has come yet."""
        return self._characters == 0

    @property
    def has_sentence(self) -> bool:
        """True when a whole sentence has come."""
        return _SENTENCE.search("".join(self._pieces)) is not None

    def broken_off(self) -> Completion:
        """What came before the stream broke off, as an answer that was cut."""
        self.cut = True
        return self.completion()

    def hear(self, chunk: Mapping[str, Any]) -> None:
        """Take in one chunk of the wire format; whatever in it is malformed counts for nothing."""
        self._hear_usage(chunk.get("usage"))
        choices = chunk.get("choices")
        choice = choices[0] if isinstance(choices, list) and choices else None
        if not isinstance(choice, Mapping):
            return
        delta = choice.get("delta")
        if isinstance(delta, Mapping) and isinstance(delta.get("content"), str):
            self.hear_text(delta["content"])
        elif isinstance(choice.get("text"), str):  # the form of plain completions
            self.hear_text(choice["text"])
        self._logprobs.extend(_tokens(choice.get("logprobs")))
        if isinstance(reason := choice.get("finish_reason"), str):
            self.finished = True
            self.cut = self.cut or reason == "length"

    def hear_text(self, text: str) -> None:
        """Take in a piece of the answer itself."""
        if self.cut or not text:
            return
        self._pieces.append(text)
        self._characters += len(text)
        self._tail = (self._tail + text)[-LOOP_TAIL:]
        say(text)
        count = len(self._pieces)
        most = self._max_tokens * MAX_CHARACTERS_PER_TOKEN
        if count > self._max_tokens or self._characters > most:
            self.cut = True
        elif count % LOOK_FOR_LOOPS_EVERY == 0:
            self.cut = loop_start(self._tail) is not None
        if current_budget().seconds_left <= 0:
            self.cut = True

    def hear_token(self, token: Token) -> None:
        """Take in the log-probability of one token."""
        self._logprobs.append(token)

    def completion(self) -> Completion:
        """The whole answer, charged to the budget of the run; none if its time ended before.

        Where a part of the run's time ended, the whole sentences of what has come are kept.
        """
        tokens = self._counted
        if tokens is None:
            heard = max(len(self._pieces), self._characters // CHARACTERS_PER_TOKEN)
            tokens = self._asked + heard
        budget = current_budget()
        if self.cut or not self.finished:
            whole = budget.whole if self.has_sentence else None
            (whole or budget).check()
            self.cut = self.cut or budget.seconds_left <= 0
        if budget.seconds_left > 0:
            # An answer that is already there is kept even if it cost more than was left.
            budget.spend("tokens", min(tokens, budget.left("tokens")))
        limit = self._max_tokens * MAX_CHARACTERS_PER_TOKEN
        text = "".join(self._pieces)[:limit]
        return Completion(text, tuple(self._logprobs), tokens, self.cut)

    def _hear_usage(self, usage: object) -> None:
        if isinstance(usage, Mapping):
            total = usage.get("total_tokens")
            if isinstance(total, int) and 0 <= total <= MAX_TOKENS:
                self._counted = total


def _tokens(logprobs: object) -> list[Token]:
    if not isinstance(logprobs, Mapping):
        return []
    content = logprobs.get("content")
    entries = content if isinstance(content, list) else _from_columns(logprobs)
    tokens = [_token(entry) for entry in entries]
    return [token for token in tokens if token is not None]


def _from_columns(logprobs: Mapping[str, Any]) -> list[dict[str, object]]:
    """The older form, with one list for each field, in the shape of the newer one."""
    columns = [logprobs.get(name) for name in ("tokens", "token_logprobs", "top_logprobs")]
    texts, chosen, tops = (column if isinstance(column, list) else [] for column in columns)
    tops = tops + [None] * (len(texts) - len(tops))
    return [
        {"token": text, "logprob": logprob, "top_logprobs": _from_table(top)}
        for text, logprob, top in zip(texts, chosen, tops, strict=False)  # as far as both reach
    ]


def _from_table(top: object) -> list[dict[str, object]]:
    pairs = top.items() if isinstance(top, Mapping) else ()
    rows = [{"token": token, "logprob": value} for token, value in pairs]
    return sorted(rows, key=lambda row: -(_pair(row) or ("", -math.inf))[1])


def _token(entry: object) -> Token | None:
    pair = _pair(entry)
    if pair is None or not isinstance(entry, Mapping):
        return None
    others = entry.get("top_logprobs")
    pairs = [_pair(other) for other in others] if isinstance(others, list) else []
    return Token(pair[0], pair[1], tuple(p for p in pairs if p is not None))


def _pair(entry: object) -> tuple[str, float] | None:
    if not isinstance(entry, Mapping):
        return None
    text, logprob = entry.get("token"), entry.get("logprob")
    if isinstance(text, str) and isinstance(logprob, int | float) and math.isfinite(logprob):
        return text, float(logprob)
    return None
