"""How often one client may ask: a bucket of tokens for each, refilled all the time."""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Callable

from assay_server.errors import BusyError

MAX_CLIENTS = 10_000  # remembered at once; the one not seen for longest is forgotten first
BURST_SECONDS = 10.0


class RateLimit:
    """At most `per_minute` requests a minute from each client, in bursts of ten seconds' worth."""

    def __init__(self, per_minute: float, clock: Callable[[], float] = time.monotonic) -> None:
        """Give every client a full bucket; 0 a minute means no limit."""
        self._each_second = per_minute / 60
        self._size = max(1.0, self._each_second * BURST_SECONDS)
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, client: str) -> None:
        """Count one request of a client, or refuse it."""
        if not self._each_second:
            return
        now = self._clock()
        left, then = self._buckets.pop(client, (self._size, now))
        left = min(self._size, left + (now - then) * self._each_second)
        allowed = left >= 1
        self._buckets[client] = (left - 1 if allowed else left, now)
        if len(self._buckets) > MAX_CLIENTS:
            self._buckets.popitem(last=False)
        if not allowed:
            wait = float(math.ceil((1 - left) / self._each_second))
            raise BusyError("this client asks too often", wait)
