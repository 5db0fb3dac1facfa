"""The bytes of a regular file, unpacked when it ends in .gz, never more than the limits allow."""

from __future__ import annotations

import gzip
import io
import os
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from assay_documents.errors import UnreadableError
from assay_documents.read_limits import ReadLimits
from assay_documents.sandbox.regular_file import NotRegularError, open_regular

BOMB = "unpacks to an implausible size (a compression bomb?)"


class _Guarded(io.RawIOBase):
    """A stream that refuses to unfold beyond the ratio."""

    def __init__(self, inner: BinaryIO, packed: int, limits: ReadLimits) -> None:
        self._inner = inner
        self._allowed = max(limits.ratio_from_bytes, packed * limits.ratio)
        self._taken = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]  # Buffer is 3.12
        data = self._inner.read(len(buffer))
        self._taken += len(data)
        if self._taken > self._allowed:
            raise UnreadableError(BOMB)
        buffer[: len(data)] = data
        return len(data)


@contextmanager
def open_bytes(path: Path, limits: ReadLimits) -> Iterator[BinaryIO]:
    """A buffered stream over the file's content."""
    with _opened(path) as raw:
        if path.suffix.lower() != ".gz":
            yield raw
            return
        packed = os.fstat(raw.fileno()).st_size
        with gzip.GzipFile(fileobj=raw) as unpacked:
            try:
                yield io.BufferedReader(_Guarded(unpacked, packed, limits), 1 << 20)  # type: ignore[arg-type]  # GzipFile reads like BinaryIO
            except (gzip.BadGzipFile, EOFError, zlib.error) as error:
                raise UnreadableError(f"is not a complete gzip file: {error}") from error


def read_bytes(path: Path, limits: ReadLimits) -> bytes:
    """The whole content of the file."""
    with open_bytes(path, limits) as stream:
        data = stream.read(limits.document_bytes + 1)
    if len(data) > limits.document_bytes:
        raise UnreadableError(f"is larger than the limit of {limits.document_bytes} bytes")
    return data


def read_start(path: Path, limits: ReadLimits, size: int) -> bytes:
    """The first bytes of the content."""
    with open_bytes(path, limits) as stream:
        return stream.read(size)


def _opened(path: Path) -> BinaryIO:
    try:
        return open_regular(path)
    except NotRegularError as error:
        raise UnreadableError("is not a regular file") from error
