"""Files read and cut in a thread of their own, while the embedder works."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from assay.indexing.document import content_sha256
from assay.indexing.index_rows import FileRow
from assay.indexing.layout import embedded_text
from assay.model_files import file_sha256
from assay_documents.errors import UnreadableError
from assay_documents.file_check import check_file
from assay_documents.model import BadRow, Document
from assay_documents.passages.cut import Cut, cut_document
from assay_documents.read_limits import ReadLimits
from assay_documents.sandbox.pool import ReaderPool

_COMPLAINTS = 5  # bad rows of one file that are listed one by one
_AHEAD = 64  # documents that wait for the embedder at most


@dataclass(frozen=True, slots=True)
class ToRead:
    """A file to look at, and what the index has of it: its row and its documents' checksums."""

    path: Path
    known: FileRow | None
    documents: Mapping[str, str]

    def has(self, document: Document) -> bool:
        """True when the index has the document as it is now; what earlier readers read is not."""
        current = self.known is None or not self.known.outdated
        return current and self.documents.get(document.id) == content_sha256(document)


@dataclass(frozen=True, slots=True)
class Fresh:
    """A document that is new or has changed, with the offsets of its passages.

    Its vectors are there already where others than the writing process have made them.
    """

    document: Document
    file: str
    cuts: Sequence[Cut]
    replaces: bool
    vectors: NDArray[np.float32] | None = None

    @property
    def texts(self) -> list[str]:
        """What the embedder sees of each passage."""
        title, text = self.document.title, self.document.text
        return [embedded_text(title, cut.headings, text[cut.start : cut.end]) for cut in self.cuts]


@dataclass(frozen=True, slots=True)
class Finished:
    """The result of reading one file: its row, the documents gone from it, and its faults."""

    row: FileRow
    vanished: tuple[str, ...]
    changed: bool
    complaints: tuple[str, ...] = ()

    def outcome(self, known: FileRow | None) -> str:
        """Among which files of the report this one counts."""
        if not self.changed:
            return "unchanged"
        if known is None:
            return "added"
        return "reread" if known.outdated else "changed"


@dataclass(frozen=True, slots=True)
class Failed:
    """A file that gave no text, with the reason."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class Restarted:
    """A file whose documents come once more from its first; what was given of it is void."""

    path: str


Item = Fresh | Finished | Failed | Restarted
Vectors = Mapping[str, NDArray[np.float32]]
"""Vectors that are known, by the text that was embedded."""
Source = Callable[[Sequence[ToRead], ReadLimits, Callable[[], Vectors]], Iterator[Item]]
"""What the files hold, in their order: read here, or by others who may embed it too.

The last argument gives the vectors that need not be made; it is called when that is of use.
"""


def read_here(
    files: Sequence[ToRead], limits: ReadLimits, known: Callable[[], Vectors]
) -> Iterator[Item]:
    """The source that reads in this process and leaves embedding to whoever writes."""
    return read_ahead(files, limits)


def read_ahead(files: Sequence[ToRead], limits: ReadLimits) -> Iterator[Item]:
    """What the files hold, in their order; each file ends with Finished or Failed."""
    worker = _Worker(files, limits)
    thread = threading.Thread(target=worker.work, name="assay-read-ahead", daemon=True)
    thread.start()
    try:
        while (item := worker.waiting.get()) is not None:
            if isinstance(item, BaseException):
                raise item
            yield item
    finally:
        worker.stop.set()
        thread.join(timeout=5)


class _Worker:
    """The thread's side: fills the queue until the files or the patience of the reader end."""

    def __init__(self, files: Sequence[ToRead], limits: ReadLimits) -> None:
        self.files, self.limits = files, limits
        self.waiting: queue.Queue[Item | BaseException | None] = queue.Queue(_AHEAD)
        self.stop = threading.Event()

    def work(self) -> None:
        try:
            self._read_all()
            self._put(None)
        except BaseException as error:  # noqa: BLE001 - handed to the thread that waits for it
            self._put(error)

    def _read_all(self) -> None:
        with ReaderPool(self.limits) as pool:
            for file in self.files:
                for item in read_items(file, self.limits, pool):
                    self._put(item)
                    if self.stop.is_set():
                        return

    def _put(self, item: Item | BaseException | None) -> None:
        while not self.stop.is_set():
            try:
                self.waiting.put(item, timeout=0.1)
            except queue.Full:
                continue
            return


def read_items(file: ToRead, limits: ReadLimits, pool: ReaderPool) -> Iterator[Item]:
    """What one file holds; it ends with Finished or Failed."""
    path = str(file.path)
    if path.encode("utf-8", "replace").decode() != path:
        yield Failed(path.encode("utf-8", "backslashreplace").decode(), "has a name not in UTF-8")
        return
    try:
        check_file(file.path, limits)  # a file that is too large is not even hashed
        stat = file.path.stat()
        row = FileRow(path, file_sha256(file.path), stat.st_size, stat.st_mtime_ns)
    except UnreadableError as error:
        yield Failed(path, str(error))
        return
    except OSError as error:
        yield Failed(path, f"cannot be read: {error.strerror or error}")
        return
    if file.known is not None and row.sha256 == file.known.sha256:
        yield Finished(row, (), changed=False)
        return
    seen: set[str] = set()
    bad: list[str] = []
    try:
        for each in pool.read(file.path):
            if isinstance(each, BadRow):
                bad.append(each.reason)
                continue
            seen.add(each.id)
            bad.extend(each.notes)
            if not file.has(each):
                replaces = each.id in file.documents
                yield Fresh(each, path, cut_document(each), replaces)
    except UnreadableError as error:
        yield Failed(path, str(error))
        return
    if not seen:
        yield Failed(path, bad[0])
        return
    yield Finished(row, tuple(file.documents.keys() - seen), changed=True, complaints=_few(bad))


def _few(reasons: list[str]) -> tuple[str, ...]:
    rest = len(reasons) - _COMPLAINTS
    return (*reasons[:_COMPLAINTS], *([f"{rest} more lines like these"] if rest > 0 else []))
