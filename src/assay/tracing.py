"""Every decision is observable, and no strategy knows that it is observed.

Parts that do work wear `@step("name")`; `recording()` collects what happens inside a block.
A model reports each piece it writes; only pieces inside `voiced()`, which generators use, reach the
text listener, so that words of a scorer or a query rewriter never show up as part of an answer.
"""

from __future__ import annotations

import functools
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, ParamSpec, TypeVar

from assay.secret import redacted, redacted_value
from assay.types import Facts, Piece, Step

P = ParamSpec("P")
R = TypeVar("R")
Listener = Callable[[Step], None]
TextListener = Callable[[Piece], None]


class Recorder:
    """Collects steps in the order in which they end, and tells a listener of each."""

    def __init__(
        self, listener: Listener | None = None, text_listener: TextListener | None = None
    ) -> None:
        """Start with an empty record."""
        self.steps: list[Step] = []
        self.text_listener = text_listener
        self._listener = listener
        self._began = time.perf_counter()

    def now_ms(self) -> float:
        """Milliseconds since the recording began."""
        return (time.perf_counter() - self._began) * 1000

    def add(self, step: Step) -> None:
        """Keep a finished step."""
        self.steps.append(step)
        if self._listener is not None:
            self._listener(step)


_recorder: ContextVar[Recorder | None] = ContextVar("assay_recorder", default=None)
# Kept apart from the recorder, so that threads which work side by side each have their own.
_depth: ContextVar[int] = ContextVar("assay_depth", default=0)
_voiced: ContextVar[bool] = ContextVar("assay_voiced", default=False)
_silent: ContextVar[bool] = ContextVar("assay_silent", default=False)


@contextmanager
def recording(
    listener: Listener | None = None, text_listener: TextListener | None = None
) -> Iterator[Recorder]:
    """Record every step taken inside the block, and pass on what is said in it."""
    recorder = Recorder(listener, text_listener)
    token, level = _recorder.set(recorder), _depth.set(0)
    try:
        yield recorder
    finally:
        _depth.reset(level)
        _recorder.reset(token)


@contextmanager
def voiced() -> Iterator[None]:
    """Let what a model says inside the block be heard as a part of the answer."""
    token = _voiced.set(True)
    try:
        yield
    finally:
        _voiced.reset(token)


@contextmanager
def silent() -> Iterator[None]:
    """Keep what generators say inside the block from being heard: drafts that may never win."""
    token = _silent.set(True)
    try:
        yield
    finally:
        _silent.reset(token)


def say(text: str) -> None:
    """Pass a piece of an answer to whoever listens; nothing when nobody does."""
    recorder = _recorder.get()
    heard = text and _voiced.get() and not _silent.get()
    if heard and recorder is not None and recorder.text_listener is not None:
        recorder.text_listener(Piece(text))


def _kind(error: Exception) -> str:
    """What an error is called, by the first name of it that is not an inner one."""
    names = [each.__name__ for each in type(error).__mro__]
    return next(name for name in names if not name.startswith("_"))


def step(
    name: str, facts: Callable[[Any], Facts] | None = None
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Make a function observable; `facts` turns its result into what the trace shows of it."""

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        @functools.wraps(function)
        def observed(*args: P.args, **kwargs: P.kwargs) -> R:
            recorder = _recorder.get()
            if recorder is None:
                return function(*args, **kwargs)
            return _record(recorder, lambda: function(*args, **kwargs))

        def _record(recorder: Recorder, call: Callable[[], R]) -> R:
            began, depth = recorder.now_ms(), _depth.get()
            seen: Facts = {}
            level = _depth.set(depth + 1)
            try:
                result = call()
                seen = redacted_value(facts(result)) if facts else {}
                return result
            except Exception as error:
                seen = {"error": redacted(f"{_kind(error)}: {error}")}
                raise
            finally:
                _depth.reset(level)
                recorder.add(Step(name, began, recorder.now_ms() - began, depth, seen))

        return observed

    return decorate
