"""One piece of work in flight, and everybody who waits for it."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Callable, Hashable
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from assay.types import Piece, Step

R = TypeVar("R")
Event = Step | Piece


@dataclass(frozen=True, slots=True)
class Watcher:
    """What a piece of work gets: a function for its events and a flag to stop."""

    tell: Callable[[Event], None]
    stop: threading.Event


@dataclass(eq=False, slots=True)
class Run(Generic[R]):
    """Work that was asked for once or several times; made and read on the event loop only.

    Events are kept once, however many askers there are, and each asker reads them at its own
    pace: a slow one holds nobody up and fills no buffer.
    """

    key: Hashable
    owner: str
    work: Callable[[Watcher], R]
    askers: int = 1
    events: list[Event] = field(default_factory=list)
    stop: threading.Event = field(default_factory=threading.Event)
    queued: float = field(default_factory=time.monotonic)
    started: float | None = None
    _loop: asyncio.AbstractEventLoop = field(default_factory=asyncio.get_running_loop)
    _result: asyncio.Future[R] = field(init=False)
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        """Make the place where the result will be."""
        self._result = self._loop.create_future()

    @property
    def done(self) -> bool:
        """True when there is a result, an error, or nobody to wait for either."""
        return self._result.done()

    @property
    def waited(self) -> float:
        """Seconds between the first asking and the start of the work, or until now."""
        return (self.started or time.monotonic()) - self.queued

    async def result(self) -> R:
        """What the work came to; cancelling one asker does not cancel the others."""
        return await asyncio.shield(self._result)

    async def follow(self, seconds: float) -> AsyncIterator[Event]:
        """Every event from the first on, as it comes, until the work ends or the time is up."""
        end, seen = self._loop.time() + seconds, 0
        while True:
            while seen < len(self.events):
                yield self.events[seen]
                seen += 1
            if self.done:
                return
            await asyncio.wait_for(self._news.wait(), end - self._loop.time())

    def perform(self) -> None:
        """Do the work; called on a thread of its own."""
        try:
            result = self.work(Watcher(self._tell, self.stop))
        except BaseException as error:  # noqa: BLE001 - handed over to those who wait
            self._to_loop(self.fail, error)
        else:
            self._to_loop(self._succeed, result)

    def fail(self, error: BaseException) -> None:
        """End with an error; who left does not hear of it."""
        if not self.done:
            if isinstance(error, Exception):
                self._result.set_exception(error)
                self._result.exception()  # everybody may have left: then it is nobody's error
            else:
                self._result.cancel()
        self._tell_news()

    def _succeed(self, result: R) -> None:
        if not self.done:
            self._result.set_result(result)
        self._tell_news()

    def _tell(self, event: Event) -> None:
        self._to_loop(self._add, event)

    def _add(self, event: Event) -> None:
        self.events.append(event)
        self._tell_news()

    def _tell_news(self) -> None:
        self._news.set()
        self._news = asyncio.Event()

    def _to_loop(self, call: Callable[[Any], None], value: object) -> None:
        try:
            self._loop.call_soon_threadsafe(call, value)
        except RuntimeError:  # the loop is closed: the server has stopped
            self.stop.set()
