"""Processes that read files, kept between files and replaced when one comes to harm."""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any

import assay_documents
from assay_documents.errors import ReadingError, UnreadableError
from assay_documents.file_check import check_file
from assay_documents.model import BadRow, Document
from assay_documents.read_limits import MIB, ReadLimits
from assay_documents.sandbox.environment import bare_environment
from assay_documents.sandbox.process import MEMORY, OUT_OF_MEMORY, seconds_allowed
from assay_documents.sandbox.wire import LENGTH_BYTES, WireError, pack, read_back, request, unpack

# Not `-m`, which would import from the folder that the program happens to stand in.
_START = (
    "import sys; sys.path.append(sys.argv[1]); "
    "from assay_documents.sandbox.process import main; main()"
)
_START_SECONDS = 60.0
_CHUNK = 1 << 20


class ReaderPool:
    """Reads files in processes of their own; safe to use from several threads.

    Each read takes a free process or starts one, so there are as many as there are reads at the
    same time.
    """

    def __init__(self, limits: ReadLimits | None = None) -> None:
        """Start nothing yet."""
        self._limits = limits or ReadLimits()
        self._free: list[_Reader] = []
        self._all: set[_Reader] = set()
        self._lock = threading.Lock()
        self._closed = False

    def __enter__(self) -> ReaderPool:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def read(self, path: Path, inside: Path | None = None) -> Iterator[Document | BadRow]:
        """What a file holds; raises UnreadableError with the reason why it cannot be read.

        `inside` is the folder that links may not lead out of.
        """
        check_file(path, self._limits, inside)
        seconds = seconds_allowed(path, self._limits)
        reader = self._take()
        whole = False
        try:
            yield from reader.read(path, self._limits, seconds)
            whole = True
        except UnreadableError:
            whole = not reader.ended
            raise
        finally:
            self._put_back(reader, whole)

    def close(self) -> None:
        """End all processes; a read that is still going on fails."""
        with self._lock:
            self._closed = True
            readers, self._all = list(self._all), set()
            self._free = []
        for reader in readers:
            reader.end()

    def _take(self) -> _Reader:
        with self._lock:
            if self._closed:
                raise ReadingError("the pool of reading processes is closed")
            while self._free:
                reader = self._free.pop()
                if reader.alive:
                    return reader
                self._all.discard(reader)
        reader = _Reader()
        with self._lock:
            self._all.add(reader)
        return reader

    def _put_back(self, reader: _Reader, whole: bool) -> None:
        with self._lock:
            if whole and not self._closed and reader.alive:
                self._free.append(reader)
                return
            self._all.discard(reader)
        reader.end()


class _Reader:
    """One process and the pipes to it."""

    def __init__(self) -> None:
        root = str(Path(assay_documents.__file__).parents[1])
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-B", "-c", _START, root],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            bufsize=0, start_new_session=True, env=bare_environment(),
        )  # fmt: skip
        self.ended = False
        self._left = _START_SECONDS
        self._buffer = bytearray()

    @property
    def alive(self) -> bool:
        return not self.ended and self._process.poll() is None

    def read(self, path: Path, limits: ReadLimits, seconds: float) -> Iterator[Document | BadRow]:
        if self._left == _START_SECONDS and "ready" not in self._message(limits):
            raise self._failure("the process that reads files does not start")
        self._left = seconds
        try:
            assert self._process.stdin is not None
            self._process.stdin.write(pack(request(path, limits)))
        except OSError as error:
            raise self._failure(self._how_it_ended(limits)) from error
        while "done" not in (message := self._message(limits)):
            if "reason" in message:
                raise self._reason(message, limits)
            try:
                found = read_back(message, path)
            except WireError as error:
                raise self._failure(f"made its reader send nonsense: {error}") from error
            yield found

    def end(self) -> None:
        """Kill the process and wait for it, so that nothing is left behind."""
        self.ended = True
        with contextlib.suppress(OSError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()
        self._process.wait()

    def _message(self, limits: ReadLimits) -> dict[str, Any]:
        length = int.from_bytes(self._take(LENGTH_BYTES, limits), "big")
        if length > limits.output_bytes:
            raise self._failure(f"gives more than the limit of {limits.output_bytes} bytes")
        try:
            return unpack(self._take(length, limits))
        except WireError as error:
            raise self._failure(f"made its reader send nonsense: {error}") from error

    def _take(self, size: int, limits: ReadLimits) -> bytes:
        """The next bytes of the process; only time spent waiting for it counts."""
        pipe = self._process.stdout
        assert pipe is not None
        while len(self._buffer) < size:
            began = time.monotonic()
            ready = _wait(pipe.fileno(), self._left)
            self._left -= time.monotonic() - began
            if not ready:
                raise self._failure(f"took longer than the limit of {limits.seconds:g} seconds")
            chunk = pipe.read(_CHUNK)
            if not chunk:
                raise self._failure(self._how_it_ended(limits))
            self._buffer += chunk
        taken = bytes(self._buffer[:size])
        del self._buffer[:size]
        return taken

    def _reason(self, message: dict[str, Any], limits: ReadLimits) -> UnreadableError:
        reason, hint = message["reason"], message.get("hint", "")
        if reason == MEMORY:  # what is left of the process after that is not to be relied on
            return self._failure(_memory(limits))
        if not isinstance(reason, str) or not isinstance(hint, str):
            return self._failure("made its reader send nonsense")
        return UnreadableError(reason[:1000], hint=hint[:200])

    def _failure(self, reason: str) -> UnreadableError:
        self.end()
        return UnreadableError(reason)

    def _how_it_ended(self, limits: ReadLimits) -> str:
        try:
            status = self._process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            return "made its reader fall silent"
        if status == OUT_OF_MEMORY:
            return _memory(limits)
        if -status == getattr(signal, "SIGXCPU", None):
            return f"took longer than the limit of {limits.seconds:g} seconds"
        return f"made its reader crash ({_signal_name(-status) or f'exit status {status}'})"


def _wait(descriptor: int, seconds: float) -> bool:
    with selectors.DefaultSelector() as selector:
        selector.register(descriptor, selectors.EVENT_READ)
        return bool(selector.select(max(0.0, seconds)))


def _memory(limits: ReadLimits) -> str:
    return f"needs more than the limit of {limits.memory_bytes // MIB} MB of memory"


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return ""
