"""The reading side of an index: one complete state, whatever a writer does meanwhile."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assay.errors import AssayError, IndexDamagedError, InputError
from assay.indexing.disk_faults import disk_faults
from assay.indexing.document import document_sha256
from assay.indexing.lance import FullTextOperator, MultiMatchQuery, lancedb
from assay.indexing.manifest import NAME, Manifest, read_manifest
from assay.indexing.schema import DOCUMENTS, FULL_TEXT_COLUMNS, PASSAGE_COLUMNS, PASSAGES, TABLES
from assay.indexing.writer import FOLDER
from assay.types import Passage

# Up to here dense search is exact, over a matrix in memory (1.5 kB for each passage).
EXACT_UP_TO = 200_000
REFRESH_SECONDS = 10.0  # how often a long-lived reader looks for a newer state
_MAX_QUERY = 2_000  # characters of a question that full-text search looks at

RowIds = list[int]


@dataclass(frozen=True, slots=True)
class IndexInfo:
    """What `assay info` shows of an index; `problems` is empty when it is healthy."""

    folder: str
    files: int
    documents: int
    passages: int
    bytes: int
    schema: int
    embedder: str
    dimension: int
    assay: str
    written: str
    outside_full_text: int
    problems: tuple[str, ...]


class _State:
    """The tables at the versions that one manifest names."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.stamp = _stamp(folder)
        self.manifest = read_manifest(folder)
        self.opened = time.monotonic()
        with disk_faults(folder):
            database = lancedb.connect(folder / FOLDER)
            self.tables = {name: self._open(database, name) for name in TABLES}

    def _open(self, database: Any, name: str) -> Any:  # noqa: ANN401 - LanceDB has no type stubs
        if name not in self.manifest.versions:
            raise IndexDamagedError(f"the manifest in {self.folder} lacks the table {name}")
        table = database.open_table(name)
        table.checkout(self.manifest.versions[name])
        return table

    @cached_property
    def matrix(self) -> tuple[NDArray[np.float32], NDArray[np.uint64]]:
        """All vectors, and the row each belongs to; read on the first dense search."""
        with disk_faults(self.folder):
            query = self.tables[PASSAGES].search().select(["vector"]).with_row_id(True)
            rows = query.to_arrow().combine_chunks()
            flat = rows["vector"].combine_chunks().flatten().to_numpy(zero_copy_only=True)
        return flat.reshape(-1, self.manifest.dimension), rows["_rowid"].to_numpy()


@dataclass(slots=True)
class LanceIndex:
    """An index open for reading; it moves on to newer states by itself and blocks no writer."""

    folder: Path
    _state: _State = field(init=False)
    _lock: threading.Lock = field(init=False, default_factory=threading.Lock)

    def __post_init__(self) -> None:
        """Open the last complete state."""
        self._state = _State(self.folder)

    @property
    def manifest(self) -> Manifest:
        """The manifest of the state in use."""
        return self._now().manifest

    def full_text(self, question: str, count: int) -> list[int]:
        """Row ids of the passages that share words with the question, best first (BM25)."""
        words = " ".join(question[:_MAX_QUERY].replace("\0", " ").split())
        if not words or count < 1:
            return []
        query = MultiMatchQuery(
            words, list(FULL_TEXT_COLUMNS), boosts=None, operator=FullTextOperator.OR
        )
        with disk_faults(self.folder):
            search = self._now().tables[PASSAGES].search(query, query_type="fts")
            found = search.with_row_id(True).select(["_rowid", "_score"]).limit(count).to_arrow()
        return [int(row) for row in found["_rowid"].to_pylist()]

    def nearest(self, vector: NDArray[np.float32], count: int) -> list[int]:
        """Row ids of the passages whose vectors are nearest, best first."""
        state = self._now()
        if state.manifest.passages == 0 or count < 1:
            return []
        if vector.shape != (state.manifest.dimension,):
            raise InputError(
                f"the index has vectors of {state.manifest.dimension} numbers,"
                f" the embedder gives {vector.shape}",
                hint="use the embedder that the index was made with",
            )
        if state.manifest.passages > EXACT_UP_TO:
            return self._nearest_by_index(state, vector, count)
        matrix, rows = state.matrix
        similarity = matrix @ vector
        best = np.argpartition(-similarity, min(count, len(rows)) - 1)[:count]
        best = best[np.lexsort((rows[best], -similarity[best]))]
        return [int(row) for row in rows[best]]

    def passages(self, rows: Sequence[int]) -> tuple[Passage, ...]:
        """The passages of these rows, in the same order."""
        if not rows:
            return ()
        with disk_faults(self.folder):
            query = self._now().tables[PASSAGES].take_row_ids(list(rows))
            found = query.select(list(PASSAGE_COLUMNS)).with_row_id().to_list()
        by_row = {row.pop("_rowid"): Passage(**row) for row in found}
        return tuple(by_row[row] for row in rows if row in by_row)

    def document_text(self, id: str) -> str | None:
        """The whole text of a document as it was indexed, or None when there is none of this id."""
        quoted = id.replace("'", "''")
        with disk_faults(self.folder):
            query = self._now().tables[DOCUMENTS].search().where(f"id = '{quoted}'")
            found = query.select(["title", "text", "source", "sha256"]).limit(1).to_list()
        if not found:
            return None
        row = found[0]
        if document_sha256(row["title"], row["text"], row["source"]) != row["sha256"]:
            raise IndexDamagedError(
                f"the text of {id} in the index has changed on disk",
                hint="delete the index directory and index the documents again",
            )
        return str(row["text"])

    def info(self) -> IndexInfo:
        """Counts, size and versions, and what is wrong with the index if anything is."""
        state = self._now()
        manifest = state.manifest
        outside, problems = _examine(state)
        problems += self._probe(state)
        files = (path for path in self.folder.rglob("*") if path.is_file())
        return IndexInfo(
            folder=str(self.folder),
            files=manifest.files,
            documents=manifest.documents,
            passages=manifest.passages,
            bytes=sum(path.stat().st_size for path in files),
            schema=manifest.schema,
            embedder=manifest.embedder,
            dimension=manifest.dimension,
            assay=manifest.assay,
            written=manifest.written,
            outside_full_text=outside,
            problems=tuple(problems),
        )

    def _probe(self, state: _State) -> list[str]:
        """What goes wrong when each part of the index is used once."""
        problems = []
        try:
            first = self.passages([int(row) for row in state.matrix[1][:1]])
            for passage in first:
                self.full_text(f"{passage.title} {passage.text}", 1)
                self.document_text(passage.document)
        except AssayError as error:
            problems.append(str(error))
        return problems

    def _now(self) -> _State:
        state = self._state
        if time.monotonic() - state.opened < REFRESH_SECONDS:
            return state
        with self._lock:
            if self._state is state:
                if _stamp(self.folder) == state.stamp:
                    state.opened = time.monotonic()
                else:
                    self._state = _State(self.folder)
            return self._state

    def _nearest_by_index(
        self, state: _State, vector: NDArray[np.float32], count: int
    ) -> list[int]:
        with disk_faults(self.folder):
            search = state.tables[PASSAGES].search(vector, vector_column_name="vector")
            search = search.distance_type("dot").select(["_rowid", "_distance"]).with_row_id(True)
            found = search.limit(count).to_arrow()
        return [int(row) for row in found["_rowid"].to_pylist()]


def open_index(folder: Path | str) -> LanceIndex:
    """The index in `folder`, ready for searching."""
    return LanceIndex(Path(folder))


def _stamp(folder: Path) -> tuple[int, int] | None:
    try:
        stat = (folder / NAME).stat()
    except OSError:
        return None
    return stat.st_mtime_ns, stat.st_ino


def _examine(state: _State) -> tuple[int, list[str]]:
    """Passages outside the full-text index, and what does not fit together."""
    problems = []
    for name, table in state.tables.items():
        expected, found = getattr(state.manifest, name), table.count_rows()
        if expected != found:
            problems.append(f"the table {name} has {found} rows, the manifest says {expected}")
    stats = state.tables[PASSAGES].index_stats(f"{FULL_TEXT_COLUMNS[0]}_idx")
    if stats is None:
        problems.append("the full-text index is missing")
    return (stats.num_unindexed_rows if stats else state.manifest.passages), problems
