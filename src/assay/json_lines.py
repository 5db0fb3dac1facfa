"""A file of JSON lines that survives a kill: whole lines count, and one process writes at a time.

    with JsonLines(path, lambda row: (row["id"], row["score"]), what="a score") as lines:
        if "7" not in lines.known:
            lines.add({"id": "7", "score": 0.3})

Answers of a batch, records of a run and kept replies of a model lie in such files.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Generic, Self, TypeVar

from filelock import FileLock, Timeout

from assay.errors import InputError, StorageError
from assay_documents.sandbox.regular_file import NotRegularError, open_regular, refuse_irregular

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")

MAX_LINE = 256 * 1024 * 1024
WAIT_SECONDS = 10
"""How long a single line waits for another process that adds one of its own."""
_CHUNK = 1 << 20


class JsonLines(Generic[Key, Value]):
    """Rows on disk, and by key what each of them says.

    `parse` gives the key of a row and what is to be kept of it. A last line without an end was
    torn by a kill: it is dropped, and its work is done again. Any other line that cannot be parsed
    is an error, or with `tolerant` passed over; `start` is what every line of ours begins with, so
    that a file of somebody else is left alone.

    Inside a `with` block no other process can write. Outside of one, after `load`, each `add`
    holds the file for itself, so that several processes can share it.
    """

    def __init__(
        self,
        path: Path,
        parse: Callable[[Any], tuple[Key, Value]],
        *,
        what: str = "a row of assay",
        start: bytes = b"",
        tolerant: bool = False,
    ) -> None:
        """Keep the place; nothing is read or written yet."""
        self.path = path
        self.known: dict[Key, Value] = {}
        self._parse, self._what, self._start, self._tolerant = parse, what, start, tolerant
        # One object may be used by several threads, which all hold the same lock.
        self._lock = FileLock(path.with_name(f".{path.name}.lock"), thread_local=False)
        self._threads = threading.Lock()

    def __enter__(self) -> Self:
        """Hold the file, drop a torn last line, and learn what it holds."""
        with self._disk_faults():
            refuse_irregular(self.path)
            self.path.parent.mkdir(parents=True, exist_ok=True)
            try:
                self._lock.acquire(blocking=False)
            except Timeout:
                raise self._busy() from None
        try:
            self.load()
            with self._disk_faults(), self.path.open("a+b") as stream:
                _drop_torn_line(stream)
        except BaseException:
            self._lock.release()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Let go of the file; what was added is in it."""
        self._lock.release()

    def load(self) -> Self:
        """Read the complete lines of the file; a missing file has none."""
        with self._disk_faults(), suppress(FileNotFoundError), open_regular(self.path) as stream:
            number = ours = 0
            for number, line in enumerate(iter(lambda: stream.readline(MAX_LINE), b""), 1):
                self._learn(number, line)
                ours += self._begins_like_ours(line)
            if number and not ours:  # also where a bad line is passed over, a whole file is not
                raise self._foreign(1)
        return self

    def add(self, *rows: Any) -> None:  # noqa: ANN401 - anything that JSON can hold
        """Append rows together and hand them to the operating system at once."""
        lines = b"".join(json.dumps(row).encode() + b"\n" for row in rows)
        with self._threads:
            with self._disk_faults():
                self.path.parent.mkdir(parents=True, exist_ok=True)
                try:
                    with self._lock.acquire(timeout=WAIT_SECONDS), self.path.open("a+b") as stream:
                        _drop_torn_line(stream)  # what a full disk, or another process, left
                        stream.write(lines)
                except Timeout:
                    raise self._busy() from None
            self.known.update(self._parse(row) for row in rows)

    def _learn(self, number: int, line: bytes) -> None:
        try:
            if not self._begins_like_ours(line):
                raise ValueError("it does not begin like one")
            if len(line) >= MAX_LINE:
                raise ValueError(f"it is longer than {MAX_LINE >> 20} MiB")
            if line.endswith(b"\n"):
                key, value = self._parse(json.loads(line))
                self.known[key] = value
            elif _is_whole(line):
                self._parse(json.loads(line))  # not torn: it must be ours to be written again
        except (ValueError, TypeError, LookupError, AttributeError, RecursionError) as error:
            if not self._tolerant:
                raise self._foreign(number) from error
            if not line.endswith(b"\n") and _is_whole(line):
                raise self._foreign(number) from error

    def _begins_like_ours(self, line: bytes) -> bool:
        return line.startswith(self._start) or self._start.startswith(line)

    def _foreign(self, number: int) -> InputError:
        return InputError(
            f"line {number} of {self.path} is not {self._what}",
            hint="name another place for it; this file is left as it is",
        )

    def _busy(self) -> InputError:
        return InputError(
            f"another process is writing to {self.path}",
            hint="wait until it has finished, or name another place with --out",
        )

    @contextmanager
    def _disk_faults(self) -> Iterator[None]:
        try:
            yield
        except NotRegularError as error:
            raise InputError(
                f"{self.path} is not a regular file", hint="name another place for it"
            ) from error
        except OSError as error:
            raise StorageError(
                f"cannot write {self.path}: {error.strerror}",
                hint="check space and permissions; run the same command again to carry on",
            ) from error


def _drop_torn_line(stream: BinaryIO) -> None:
    """Cut the file after its last end of line."""
    end = at = stream.seek(0, 2)
    while at:
        first = max(0, at - _CHUNK)
        stream.seek(first)
        chunk = stream.read(at - first)
        if (last := chunk.rfind(b"\n")) >= 0:
            at = first + last + 1
            break
        at = first
    if at < end:
        stream.truncate(at)


def _is_whole(line: bytes) -> bool:
    """True when a line without an end is JSON all the same: no kill has torn it."""
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True
