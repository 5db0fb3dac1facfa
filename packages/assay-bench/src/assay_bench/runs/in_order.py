"""Work side by side whose results come in the order of the items."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")
AHEAD = 2
"""Items in hand for each thread, so that a slow one does not keep the others waiting."""


def in_order(work: Callable[[Item], Result], items: Iterable[Item], jobs: int) -> Iterator[Result]:
    """The results one by one; what has not begun when the caller stops never does."""
    if jobs == 1:
        yield from map(work, items)
        return
    rest = iter(items)
    with ThreadPoolExecutor(jobs) as pool:
        waiting: deque[Future[Result]] = deque(
            pool.submit(work, item) for item in islice(rest, jobs * AHEAD)
        )
        try:
            while waiting:
                yield waiting.popleft().result()
                waiting.extend(pool.submit(work, item) for item in islice(rest, 1))
        finally:
            for future in waiting:
                future.cancel()
