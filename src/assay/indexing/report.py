"""What an index run tells while it goes and when it ends."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class VectorsMade:
    """How far the second stage has come: passages that have got their vectors, of how many."""

    done: int = 0
    total: int = 0
    seconds: float = 0.0

    @property
    def seconds_left(self) -> float | None:
        """An estimate from the passages so far; None before there is anything to go by."""
        if not self.done:
            return None
        return self.seconds * (self.total - self.done) / self.done


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run has come; files that had not changed count as done from the start.

    Bytes are those of the files that have to be read: how many passages they give is not known
    before they are. `vectors` is there from the second stage on: the index can be asked by then.
    `rereading` of the files are read only because earlier readers have read them.
    """

    files_done: int
    files_total: int
    passages: int
    seconds: float
    bytes_done: int = 0
    bytes_total: int = 0
    vectors: VectorsMade | None = None
    rereading: int = 0

    @property
    def passages_per_second(self) -> float:
        """Passages embedded for each second of the run so far."""
        return self.passages / self.seconds if self.seconds else 0.0

    @property
    def seconds_left(self) -> float | None:
        """An estimate from the bytes read so far; None before there is anything to go by."""
        if not self.bytes_done or self.seconds < 1:
            return None
        left = max(0, self.bytes_total - self.bytes_done)
        return self.seconds * left / self.bytes_done


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
    """What a run did, in files; `passages` were embedded, `unreadable` are (path, reason).

    `vectors` were made by the second stage, in seconds that come on top of `seconds`; `quick_only`
    passages of the index wait for theirs. A path that also stands in `read_in_part` was indexed:
    the reasons say what of it is missing. `reread` files had been read by earlier readers;
    `outdated` files, which are not below the paths of this run, still are as those read them.
    """

    added: int = 0
    changed: int = 0
    removed: int = 0
    unchanged: int = 0
    passages: int = 0
    unreadable: tuple[tuple[str, str], ...] = ()
    seconds: Seconds = Seconds()
    read_in_part: frozenset[str] = frozenset()
    vectors: VectorsMade = VectorsMade()
    quick_only: int = 0
    reread: int = 0
    outdated: int = 0

    @property
    def skipped(self) -> tuple[tuple[str, str], ...]:
        """The files and folders of which nothing was indexed, with the reason."""
        return tuple(each for each in self.unreadable if each[0] not in self.read_in_part)

    @property
    def notes(self) -> tuple[tuple[str, str], ...]:
        """The files indexed only in part, each with what is missing, such as pages without text."""
        return tuple(each for each in self.unreadable if each[0] in self.read_in_part)
