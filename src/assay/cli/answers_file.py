"""The answers of a batch: one line each, appended as they come, safe to interrupt at any time."""

from __future__ import annotations

import json
from contextlib import ExitStack, suppress
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self, cast

from assay.answer_json import answer_to_json
from assay.errors import InputError, StorageError
from assay.types import Answer

LONGEST_LINE = 256 * 1024 * 1024
_START = b'{"id":'


class AnswersFile:
    """A file of answers that knows which questions it already holds."""

    def __init__(self, path: Path) -> None:
        """Remember where the file is; it is opened on entering the block."""
        self._path = path
        self._done: set[str] = set()
        self._stream: BinaryIO | None = None

    def __enter__(self) -> Self:
        """Open the file, drop a line torn by a kill, and learn what is done."""
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with ExitStack() as on_error:
                mode = "r+b" if self._path.exists() else "w+b"
                stream = cast(BinaryIO, on_error.enter_context(self._path.open(mode)))
                stream.seek(self._read_done(stream))
                stream.truncate()
                on_error.pop_all()
        except OSError as error:
            raise _refused(self._path, error) from error
        self._stream = stream
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the file; what was added is in it."""
        if self._stream is not None:
            with suppress(OSError):  # a full disk was reported by the write that met it
                self._stream.close()

    def has(self, id: str | int) -> bool:
        """True when the file holds an answer with this id."""
        return json.dumps(id) in self._done

    def add(self, id: str | int, answer: Answer) -> None:
        """Append one answer and hand it to the operating system at once."""
        assert self._stream is not None, "used outside its block"
        line = json.dumps({"id": id, **answer_to_json(answer)}) + "\n"
        try:
            self._stream.write(line.encode())
            self._stream.flush()
        except OSError as error:
            raise _refused(self._path, error) from error
        self._done.add(json.dumps(id))

    def _read_done(self, stream: BinaryIO) -> int:
        """Learn the ids of all whole lines; gives back where the last of them ends."""
        end = 0
        for number, line in enumerate(iter(lambda: stream.readline(LONGEST_LINE), b""), 1):
            try:
                if not line.startswith(_START):
                    raise ValueError
                if not line.endswith(b"\n"):
                    break  # torn by a kill: its question is asked again
                self._done.add(json.dumps(json.loads(line)["id"]))
            except (ValueError, KeyError) as error:
                raise InputError(
                    f"line {number} of {self._path} is not an answer of assay",
                    hint="name another file with --out; this one is left as it is",
                ) from error
            end += len(line)
        return end


def _refused(path: Path, error: OSError) -> StorageError:
    return StorageError(
        f"cannot write {path}: {error.strerror}",
        hint="check space and permissions; run the same command again to carry on",
    )
