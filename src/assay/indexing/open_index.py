"""The reading side of an index: always a complete state, whatever a writer does meanwhile."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from assay.errors import AssayError, IndexDamagedError
from assay.indexing.disk_faults import disk_faults
from assay.indexing.index_state import IndexState
from assay.indexing.manifest import Manifest, manifest_stamp
from assay.indexing.schema import (
    DOCUMENTS,
    FILES,
    FULL_TEXT_COLUMNS,
    PASSAGES,
)
from assay.indexing.store.checksums import damaged_files
from assay.indexing.store.files import file_sizes
from assay.indexing.store.s3_address import shown
from assay.types import Passage

T = TypeVar("T")
REFRESH_SECONDS = 10.0  # how often a long-lived reader looks for a newer state


@dataclass(frozen=True, slots=True)
class IndexInfo:
    """What `assay info` shows of an index; `problems` is empty when it is healthy.

    `outdated` files are in it as readers of an earlier generation than ours have read them.
    """

    folder: str
    files: int
    documents: int
    passages: int
    bytes: int
    schema: int
    embedder: str
    dimension: int
    quick: str
    thorough: int
    readers: int
    outdated: int
    assay: str
    written: str
    outside_full_text: int
    problems: tuple[str, ...]


@dataclass(slots=True)
class LanceIndex:
    """An index open for reading; it moves on to newer states by itself and blocks no writer."""

    folder: Path
    _state: IndexState = field(init=False)
    _lock: threading.Lock = field(init=False, default_factory=threading.Lock)

    def __post_init__(self) -> None:
        """Open the last complete state."""
        self._state = IndexState(self.folder)

    def now(self) -> IndexState:
        """The newest state, looked for every few seconds; one search stays within one state."""
        state = self._state
        if time.monotonic() - state.checked < REFRESH_SECONDS:
            return state
        return self.refresh()

    def refresh(self) -> IndexState:
        """The newest state, looked for now."""
        state = self._state
        with self._lock:
            if self._state is state:
                if manifest_stamp(self.folder) == state.stamp:
                    state.checked = time.monotonic()
                else:
                    self._state = IndexState(self.folder, state)
            return self._state

    def reading(self, use: Callable[[IndexState], T]) -> T:
        """What is read from one state, from a newer one when the files of the first are gone.

        They stay for minutes after they were replaced; a clock that jumps can make it less.
        """
        state = self.now()
        try:
            return use(state)
        except IndexDamagedError:
            if (newer := self.refresh()) is state:
                raise
            return use(newer)

    @property
    def manifest(self) -> Manifest:
        """The manifest of the newest state."""
        return self.now().manifest

    # For one search after the other; what must fit together asks one state, from `now()`.

    def full_text(self, question: str, count: int) -> list[int]:
        """Row ids of the passages that share words with the question, best first (BM25)."""
        return self.now().full_text(question, count)

    def nearest(self, vector: NDArray[np.float32], count: int) -> list[int]:
        """Row ids of the passages whose vectors are nearest, best first."""
        return self.now().nearest(vector, count)

    def passages(self, rows: Sequence[int]) -> tuple[Passage, ...]:
        """The passages of these rows, in the same order."""
        return self.now().passages(rows)

    def document_text(self, id: str) -> str | None:
        """The whole text of a document as it was indexed, or None when there is none of this id."""
        return self.now().document_text(id)

    def info(self) -> IndexInfo:
        """Counts, size and versions, and what is wrong with the index if anything is."""
        state = self.now()
        manifest = state.manifest
        outside, problems = _examine(state)
        return IndexInfo(
            folder=shown(self.folder),
            files=manifest.files,
            documents=manifest.documents,
            passages=manifest.passages,
            bytes=sum(file_sizes(self.folder).values()),
            schema=manifest.schema,
            embedder=manifest.embedder,
            dimension=manifest.dimension,
            quick=manifest.quick,
            thorough=manifest.thorough,
            readers=manifest.readers,
            outdated=manifest.read_before,
            assay=manifest.assay,
            written=manifest.written,
            outside_full_text=outside,
            problems=(*problems, *_probe(state), *damaged_files(self.folder, state.files())),
        )


def open_index(folder: Path | str) -> LanceIndex:
    """The index in `folder`, ready for searching."""
    return LanceIndex(Path(folder))


def _examine(state: IndexState) -> tuple[int, list[str]]:
    """Passages outside the full-text index, and what does not fit together."""
    problems = []
    for name, table in state.tables.items():
        expected, found = getattr(state.manifest, name), table.count()
        if expected != found:
            problems.append(f"the table {name} has {found} rows, the manifest says {expected}")
    problems += _orphans(state)
    outside = state.tables[PASSAGES].unindexed(FULL_TEXT_COLUMNS[0])
    if outside is None:
        problems.append("the full-text index is missing")
    return (state.manifest.passages if outside is None else outside), problems


def _orphans(state: IndexState) -> list[str]:
    """A line for each fault: documents but no files, passages whose document is missing.

    An interrupted run may leave some documents without their file, but never all of them.
    """
    with disk_faults(state.folder):
        counts = {name: table.count() for name, table in state.tables.items()}
        named = set(state.tables[PASSAGES].read(("document",))["document"].to_pylist())
        known = set(state.tables[DOCUMENTS].read(("id",))["id"].to_pylist())
    found = []
    if counts[DOCUMENTS] and not counts[FILES]:
        found.append(f"the table {FILES} is empty, and there are {counts[DOCUMENTS]} documents")
    if lost := len(named - known):
        found.append(f"{lost} documents are missing of which there are passages")
    return found


def examined(folder: Path) -> IndexInfo:
    """What an index holds, and whether it is whole; one that cannot be opened has its files named.

    Raises IndexMissingError where there is none.
    """
    try:
        with disk_faults(folder):
            return open_index(folder).info()
    except IndexDamagedError as error:
        named = "; ".join(damaged_files(folder)[:5])
        raise IndexDamagedError(f"{error}; {named}" if named else str(error), error.hint) from error


def _probe(state: IndexState) -> list[str]:
    """What goes wrong when each part of the index is used once."""
    try:
        for passage in state.passages(state.first_rows(1)):
            state.full_text(f"{passage.title} {passage.text}", 1)
            state.document_text(passage.document)
    except AssayError as error:
        return [str(error)]
    return []
