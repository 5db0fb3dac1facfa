"""Keys of services: a type that never shows itself, and text from which keys are taken out."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote, quote_plus

MASK = "***"
"""How a key prints; in a text its place is filled with stars, so that offsets still hold."""
# Shorter ones are placeholders such as "none": taking them out would only spoil sentences.
MIN_REDACTED = 8
_FIRST_VISIBLE, _LAST_VISIBLE = "!", "~"

# Every spelling of every key that this process has held; messages can come from anywhere.
_spellings: set[str] = set()


class Secret:
    """A key: it prints as ***, and is taken out of messages, notes, traces and records."""

    __slots__ = ("_value",)

    def __init__(self, value: str) -> None:
        """Keep the key without the white space around it; ValueError when it cannot be sent."""
        self._value = value.strip()
        _remember(self._value)
        if not all(_FIRST_VISIBLE <= c <= _LAST_VISIBLE for c in self._value):
            raise ValueError("a key has only visible ASCII characters, in one line")

    def reveal(self) -> str:
        """The key itself, for the one place that sends it."""
        return self._value

    def __bool__(self) -> bool:
        return bool(self._value)

    def __repr__(self) -> str:
        return MASK

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secret) and other._value == self._value

    def __hash__(self) -> int:
        return hash(self._value)

    def __reduce__(self) -> tuple[type[Secret], tuple[str]]:
        raise TypeError("a key is not written anywhere")


def redacted(text: str) -> str:
    """The text with stars in place of every key that this process holds, however it is spelt."""
    for spelling in sorted(_spellings, key=len, reverse=True):
        if spelling in text:
            text = text.replace(spelling, "*" * len(spelling))
    return text


def redacted_value(value: Any) -> Any:  # noqa: ANN401 - anything that JSON can hold
    """The value with every text in it redacted, however deep it lies."""
    if not _spellings:
        return value
    if isinstance(value, str):
        return redacted(value)
    if isinstance(value, Mapping):
        return {redacted_value(key): redacted_value(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [redacted_value(each) for each in value]
    return value


def _remember(value: str) -> None:
    """Keep the spellings under which a key can turn up; of a broken one, also each part."""
    for part in (value, *value.split()):
        if len(part) >= MIN_REDACTED:
            spelt = json.dumps(part)[1:-1]
            escaped = repr(part)[1:-1], repr(part.encode("utf-8", "replace"))[2:-1]
            _spellings.update((part, spelt, *escaped, quote(part, safe=""), quote_plus(part)))
