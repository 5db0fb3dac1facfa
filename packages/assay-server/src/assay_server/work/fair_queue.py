"""A bounded queue that serves its clients in turn and does equal work once.

One question keeps every core busy with scoring, so that many at once gain nothing from running
side by side: they wait here, first come first served within a client, one from each client in
turn. All of it happens on the event loop; only the work itself is done on threads.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, TypeVar

from assay_server.errors import BusyError, ClosingError
from assay_server.work.run import Run, Watcher

R = TypeVar("R")
SMOOTHING = 0.2  # of the running mean of how long one piece of work takes
MAX_RETRY_AFTER = 120.0


class FairQueue:
    """Work for `parallel` threads; at most `length` pieces of it wait."""

    def __init__(self, parallel: int, length: int) -> None:
        """Start with nothing to do."""
        self.parallel = parallel
        self.length = length
        self.seconds_each = 0.5
        self.running: set[Run[Any]] = set()
        self._waiting: OrderedDict[str, deque[Run[Any]]] = OrderedDict()
        self._in_flight: dict[Hashable, Run[Any]] = {}
        self._pool = ThreadPoolExecutor(parallel, thread_name_prefix="assay-work")
        self._closing = False

    @property
    def waiting(self) -> int:
        """How many pieces of work have not begun."""
        return sum(map(len, self._waiting.values()))

    @property
    def retry_after(self) -> float:
        """Whole seconds until the queue is likely to have room."""
        ahead = (self.waiting + len(self.running)) * self.seconds_each / self.parallel
        return float(math.ceil(min(max(ahead / 2, 1.0), MAX_RETRY_AFTER)))

    @asynccontextmanager
    async def asking(
        self, key: Hashable, owner: str, work: Callable[[Watcher], R]
    ) -> AsyncIterator[Run[R]]:
        """The run of this work, shared with whoever asks the same meanwhile; left at the end."""
        run = self._join(key, owner, work)
        try:
            yield run
        finally:
            self._leave(run)

    async def close(self) -> None:
        """Take nothing more, stop what runs at its next step, and wait for it."""
        self._closing = True
        closing = ClosingError("the server is stopping", 5)
        for run in [run for queue in self._waiting.values() for run in queue]:
            run.fail(closing)
        self._waiting.clear()
        for run in self.running:
            run.stop.set()
        await asyncio.get_running_loop().run_in_executor(None, self._pool.shutdown)

    def _join(self, key: Hashable, owner: str, work: Callable[[Watcher], R]) -> Run[R]:
        if self._closing:
            raise ClosingError("the server is stopping", 5)
        known = self._in_flight.get(key)
        if known is not None and not known.done and not known.stop.is_set():
            known.askers += 1
            return known
        if self.waiting >= self.length:
            self._make_room(owner)
        run = Run(key, owner, work)
        self._in_flight[key] = run
        self._waiting.setdefault(owner, deque()).append(run)
        self._start_next()
        return run

    def _make_room(self, owner: str) -> None:
        """Send away the newest of the client that has most waiting, or refuse the newcomer."""
        full = BusyError(
            f"the queue is full: {self.waiting} questions are waiting", self.retry_after
        )
        largest = max(self._waiting.values(), key=len, default=deque())
        if len(largest) <= len(self._waiting.get(owner, ())) + 1:
            raise full
        last = largest.pop()
        self._forget(last)
        last.fail(full)

    def _leave(self, run: Run[Any]) -> None:
        run.askers -= 1
        if run.askers > 0 or run.done:
            return
        run.stop.set()
        self._forget(run)
        queue = self._waiting.get(run.owner)
        if queue is not None and run in queue:
            queue.remove(run)
            if not queue:
                del self._waiting[run.owner]

    def _start_next(self) -> None:
        while self._waiting and len(self.running) < self.parallel:
            owner, queue = self._waiting.popitem(last=False)
            run = queue.popleft()
            if queue:
                self._waiting[owner] = queue  # at the end: the others come first
            self.running.add(run)
            run.started = time.monotonic()
            work = asyncio.get_running_loop().run_in_executor(self._pool, run.perform)
            work.add_done_callback(partial(self._ended, run))

    def _ended(self, run: Run[Any], work: asyncio.Future[None]) -> None:
        self.running.discard(run)
        self._forget(run)
        if run.started is not None and not run.stop.is_set():
            took = time.monotonic() - run.started
            self.seconds_each += SMOOTHING * (took - self.seconds_each)
        if not self._closing:
            self._start_next()

    def _forget(self, run: Run[Any]) -> None:
        if self._in_flight.get(run.key) is run:
            del self._in_flight[run.key]
