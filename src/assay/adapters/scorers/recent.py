"""What was seen lately, as much of it as fits."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class Recent(Generic[Key, Value]):
    """Values by key, the oldest forgotten first; safe to share between threads."""

    def __init__(self, most: int, size: Callable[[Value], int] = lambda _: 1) -> None:
        """Keep values of `most` together; each is as large as `size` says."""
        self._most, self._size = most, size
        self._values: OrderedDict[Key, Value] = OrderedDict()
        self._total = 0
        self._lock = threading.Lock()

    def of(self, keys: Iterable[Key]) -> dict[Key, Value]:
        """What is known of the keys."""
        with self._lock:
            return {key: self._values[key] for key in keys if key in self._values}

    def keep(self, key: Key, value: Value) -> None:
        """Remember a value, and forget old ones where it is too much."""
        with self._lock:
            self._drop(key)
            self._values[key] = value
            self._total += self._size(value)
            while self._total > self._most and len(self._values) > 1:
                _, oldest = self._values.popitem(last=False)
                self._total -= self._size(oldest)

    def forget(self, key: Key) -> None:
        """Let go of one value."""
        with self._lock:
            self._drop(key)

    def clear(self) -> None:
        """Let go of everything."""
        with self._lock:
            self._values.clear()
            self._total = 0

    def _drop(self, key: Key) -> None:
        if key in self._values:
            self._total -= self._size(self._values.pop(key))
