"""Endless repetition: a model that has begun to say the same thing over and over."""

from __future__ import annotations

# A tail of this many characters made of one short unit is a loop, not a figure of speech.
LOOP_LENGTH = 240
LONGEST_UNIT = 120
FEWEST_COPIES = 3


def loop_start(text: str) -> int | None:
    """Where the repeated copies at the end of a text begin, just past the first one, or None."""
    for size in range(1, LONGEST_UNIT + 1):
        copies = max(FEWEST_COPIES, -(-LOOP_LENGTH // size))
        unit = text[-size:]
        if len(text) >= size * copies and text.endswith(unit * copies):
            return _first_copy_end(text, unit)
    return None


def _first_copy_end(text: str, unit: str) -> int:
    start = len(text)
    while start >= len(unit) and text.startswith(unit, start - len(unit)):
        start -= len(unit)
    return start + len(unit)
