"""Patterns of evidence, matched on plain text within bounds of size and time."""

from __future__ import annotations

import re
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from assay.errors import InputError

MAX_PATTERN = 2_000
MAX_TEXT = 200_000
FLAGS = re.IGNORECASE | re.DOTALL

_SPACE = re.compile(r"\s+")
_INVISIBLE = re.compile("[\u200b-\u200d\u2060\ufeff\u00ad]")
_LIGATURES = str.maketrans(
    {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st"}
)


def plain(text: str) -> str:
    """The text as patterns see it: one space for any white space, ligatures spelt out."""
    shown = _INVISIBLE.sub("", text[:MAX_TEXT]).translate(_LIGATURES)
    return _SPACE.sub(" ", shown).strip()


def compiled(pattern: str) -> re.Pattern[str]:
    """The pattern, ready to search; a ValueError says what is wrong with it."""
    if len(pattern) > MAX_PATTERN:
        raise ValueError(f"a pattern has more than {MAX_PATTERN:,} characters")
    try:
        return re.compile(pattern, FLAGS)
    except (re.error, RecursionError, OverflowError) as error:
        raise ValueError(f"{pattern!r} is not a pattern: {error}") from error


@contextmanager
def time_limit(seconds: float, what: str) -> Iterator[None]:
    """Stop the block with an error when its patterns take too long.

    A pattern can take longer than the universe lasts. Only a signal interrupts one, and only the
    main thread of a system with alarms gets signals; elsewhere the block runs without a limit.
    """
    main = threading.current_thread() is threading.main_thread()
    if not main or not hasattr(signal, "setitimer"):
        yield
        return

    def stop(number: int, frame: FrameType | None) -> None:
        raise InputError(
            f"the patterns of {what} take more than {seconds:g} seconds",
            hint="write them without nested repetitions such as (a+)+",
        )

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
