"""One complete state of an index, open for searching."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assay.errors import IndexDamagedError, InputError
from assay.indexing.disk_faults import disk_faults
from assay.indexing.document import document_sha256
from assay.indexing.lance import FullTextOperator, MultiMatchQuery, lancedb
from assay.indexing.manifest import NAME, read_manifest
from assay.indexing.schema import (
    DOCUMENTS,
    EXACT_UP_TO,
    FOLDER,
    FULL_TEXT_COLUMNS,
    PASSAGE_COLUMNS,
    PASSAGES,
    TABLES,
)
from assay.types import Passage

_MAX_QUERY = 2_000  # characters of a question that full-text search looks at
_PROBES = 30  # parts of the vector index that are searched, where there is one
_REBUILD = "delete the index directory and index the documents again"


class IndexState:
    """The tables at the versions that one manifest names; row ids hold only within one state."""

    def __init__(self, folder: Path) -> None:
        """Open the state that the manifest names now."""
        self.folder = folder
        self.stamp = manifest_stamp(folder)
        self.manifest = read_manifest(folder)
        self.checked = time.monotonic()
        with disk_faults(folder):
            database = lancedb.connect(folder / FOLDER)
            self.tables = {name: self._open(database, name) for name in TABLES}

    def full_text(self, question: str, count: int) -> list[int]:
        """Row ids of the passages that share words with the question, best first (BM25)."""
        words = " ".join(question[:_MAX_QUERY].replace("\0", " ").split())
        if not words or count < 1:
            return []
        query = MultiMatchQuery(
            words, list(FULL_TEXT_COLUMNS), boosts=None, operator=FullTextOperator.OR
        )
        with disk_faults(self.folder):
            search = self.tables[PASSAGES].search(query, query_type="fts").with_row_id(True)
            found = search.select(["_rowid", "_score"]).limit(count).to_arrow()
        return [int(row) for row in found["_rowid"].to_pylist()]

    def nearest(self, vector: NDArray[np.float32], count: int) -> list[int]:
        """Row ids of the passages whose vectors are nearest, best first."""
        if self.manifest.passages == 0 or count < 1:
            return []
        if vector.shape != (self.manifest.dimension,):
            raise InputError(
                f"the index has vectors of {self.manifest.dimension} numbers,"
                f" the embedder gives {vector.shape}",
                hint="use the embedder that the index was made with",
            )
        if self.manifest.passages > EXACT_UP_TO:
            return self.nearest_by_index(vector, count)
        matrix, rows = self.matrix
        similarity = matrix @ vector
        best = np.argpartition(-similarity, min(count, len(rows)) - 1)[:count]
        best = best[np.lexsort((rows[best], -similarity[best]))]
        return [int(row) for row in rows[best]]

    def nearest_by_index(self, vector: NDArray[np.float32], count: int) -> list[int]:
        """The same, searched on disk by LanceDB: through its vector index once there is one."""
        with disk_faults(self.folder):
            search = self.tables[PASSAGES].search(vector, vector_column_name="vector")
            search = search.distance_type("dot").nprobes(_PROBES).with_row_id(True)
            found = search.select(["_rowid", "_distance"]).limit(count).to_arrow()
        return [int(row) for row in found["_rowid"].to_pylist()]

    def passages(self, rows: Sequence[int]) -> tuple[Passage, ...]:
        """The passages of these rows, in the same order."""
        if not rows:
            return ()
        with disk_faults(self.folder):
            query = self.tables[PASSAGES].take_row_ids(list(rows))
            found = query.select(list(PASSAGE_COLUMNS)).with_row_id().to_list()
        by_row = {row.pop("_rowid"): Passage(**row) for row in found}
        return tuple(by_row[row] for row in rows if row in by_row)

    def document_text(self, id: str) -> str | None:
        """The whole text of a document as it was indexed, or None when there is none of this id."""
        quoted = id.replace("'", "''")
        with disk_faults(self.folder):
            query = self.tables[DOCUMENTS].search().where(f"id = '{quoted}'")
            found = query.select(["title", "text", "source", "sha256"]).limit(1).to_list()
        if not found:
            return None
        row = found[0]
        if document_sha256(row["title"], row["text"], row["source"]) != row["sha256"]:
            raise IndexDamagedError(f"the text of {id} has changed on disk", hint=_REBUILD)
        return str(row["text"])

    @cached_property
    def matrix(self) -> tuple[NDArray[np.float32], NDArray[np.uint64]]:
        """All vectors, and the row each belongs to; read on the first dense search."""
        matrix = np.empty((self.manifest.passages, self.manifest.dimension), np.float32)
        rows = np.empty(self.manifest.passages, np.uint64)
        at = 0
        with disk_faults(self.folder):
            query = self.tables[PASSAGES].search().select(["vector"]).with_row_id(True)
            for batch in query.to_batches():
                end = at + batch.num_rows
                flat = batch.column("vector").flatten().to_numpy(zero_copy_only=False)
                matrix[at:end] = flat.reshape(-1, self.manifest.dimension)
                rows[at:end] = batch.column("_rowid").to_numpy(zero_copy_only=False)
                at = end
        if at != self.manifest.passages:
            raise IndexDamagedError(f"vectors are missing in {self.folder}", hint=_REBUILD)
        return matrix, rows

    def _open(self, database: Any, name: str) -> Any:  # noqa: ANN401 - LanceDB has no type stubs
        if name not in self.manifest.versions:
            raise IndexDamagedError(f"{NAME} in {self.folder} lacks {name}", hint=_REBUILD)
        table = database.open_table(name)
        table.checkout(self.manifest.versions[name])
        return table


def manifest_stamp(folder: Path) -> tuple[int, int] | None:
    """What changes whenever a new manifest takes the place of the old one."""
    try:
        stat = (folder / NAME).stat()
    except OSError:
        return None
    return stat.st_mtime_ns, stat.st_ino
