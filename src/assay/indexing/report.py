"""What an index run tells while it goes and when it ends."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run has come; files that had not changed count as done from the start."""

    files_done: int
    files_total: int
    passages: int
    seconds: float

    @property
    def passages_per_second(self) -> float:
        """Passages embedded for each second of the run so far."""
        return self.passages / self.seconds if self.seconds else 0.0


OnProgress = Callable[[Progress], None]


@dataclass(frozen=True, slots=True)
class Seconds:
    """Where the time went: waiting for files to be read, embedding, writing."""

    total: float = 0.0
    read: float = 0.0
    embed: float = 0.0
    write: float = 0.0


@dataclass(frozen=True, slots=True)
class IndexReport:
    """What a run did, in files; `passages` were embedded, `unreadable` are (path, reason)."""

    added: int = 0
    changed: int = 0
    removed: int = 0
    unchanged: int = 0
    passages: int = 0
    unreadable: tuple[tuple[str, str], ...] = ()
    seconds: Seconds = Seconds()
