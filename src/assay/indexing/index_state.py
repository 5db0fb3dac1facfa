"""One complete state of an index, open for searching."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from assay.errors import IndexDamagedError, InputError
from assay.indexing.disk_faults import REBUILD, disk_faults
from assay.indexing.document import document_sha256
from assay.indexing.layout import read_layout
from assay.indexing.manifest import NAME, manifest_stamp, read_manifest
from assay.indexing.schema import (
    DOCUMENTS,
    EXACT_UP_TO,
    FILES,
    FOLDER,
    FULL_TEXT_COLUMNS,
    MATRIX_UP_TO,
    PASSAGE_COLUMNS,
    PASSAGES,
    QUICK,
    TABLES,
    TERM_COLUMNS,
    TERMS,
    THOROUGH,
    VECTOR,
    table_path,
)
from assay.indexing.store.addresses import known_addresses
from assay.indexing.store.files import refuse_irregular_files
from assay.indexing.store.read_check import ReadCheck
from assay.indexing.store.s3_address import shown
from assay.indexing.table import ROW, Row, Table, index_name, version_files
from assay.indexing.vocabulary import Vocabulary, read_vocabulary
from assay.text.places import names_apart
from assay.types import Passage

MAX_NAMED = 200_000  # files of an index whose names are looked at, to tell them apart
_MAX_QUERY = 2_000  # characters of a question that full-text search looks at


class IndexState:
    """The tables at the versions that one manifest names; row ids hold only within one state."""

    def __init__(self, folder: Path, before: IndexState | None = None) -> None:
        """Open the state that the manifest names now; what an earlier one has checked is known."""
        self.folder = folder
        self.place = shown(folder)
        self.stamp = manifest_stamp(folder)
        self.manifest = read_manifest(folder)
        self.checked = time.monotonic()
        with disk_faults(folder):
            refuse_irregular_files(folder)
            self._check: ReadCheck = ReadCheck(folder, before._check if before else None)
            self._check.refuse_damaged_versions(self._version_files())
            try:
                self._tables = {name: self._open(name) for name in TABLES}
            except Exception:
                self._check.refuse_damaged(frozenset)  # it names the file
                raise

    @property
    def tables(self) -> dict[str, Table]:
        """The tables by name; IndexDamagedError once a file of theirs is known to be damaged."""
        self._check.refuse_damaged(self.files)
        return self._tables

    def files(self) -> set[str]:
        """The files of this state, by their path below the index."""
        with disk_faults(self.folder):
            return {
                f"{FOLDER}/{table_path(self.folder, name).name}/{each}"
                for name, table in self._tables.items()
                for each in table.files()
            }

    def _version_files(self) -> set[str]:
        """What Lance reads first of tables: a panic of its native part reaches the terminal."""
        return {
            f"{FOLDER}/{table_path(self.folder, name).name}/{each}"
            for name, version in self.manifest.versions.items()
            for each in version_files(version)
        }

    def full_text(self, question: str, count: int) -> list[int]:
        """Row ids of the passages that share words with the question, best first (BM25)."""
        words = " ".join(question[:_MAX_QUERY].replace("\0", " ").split())
        if not words or count < 1:
            return []
        with disk_faults(self.folder):
            return self.tables[PASSAGES].full_text(words, FULL_TEXT_COLUMNS, count)

    def nearest(self, vector: NDArray[np.float32], count: int) -> list[int]:
        """Row ids of the passages whose vectors are nearest, best first."""
        if self.manifest.thorough == 0 or count < 1:
            return []
        _refuse_other_length(vector, self.manifest.dimension)
        if self.by_index:
            return self.nearest_by_index(vector, count)
        return _nearest(vector, *self.matrix, count)

    def similarities(self, vector: NDArray[np.float32], rows: Sequence[int]) -> dict[int, float]:
        """The inner product of `vector` with the vector of each row that has one, by row."""
        if self.manifest.thorough == 0 or not rows:
            return {}
        _refuse_other_length(vector, self.manifest.dimension)
        if self.by_index:
            with disk_faults(self.folder):
                found = self.tables[PASSAGES].take(rows, [VECTOR])
            return {
                row: float(np.asarray(each[VECTOR], np.float32) @ vector)
                for row, each in found.items()
                if each[VECTOR] is not None
            }
        matrix, known = self.matrix
        at = np.flatnonzero(np.isin(known, np.asarray(rows, np.uint64)))
        return dict(zip(known[at].tolist(), (matrix[at] @ vector).tolist(), strict=True))

    def nearest_by_index(
        self, vector: NDArray[np.float32], count: int, column: str = VECTOR
    ) -> list[int]:
        """The same, searched on disk by Lance: through its vector index once there is one."""
        with disk_faults(self.folder):
            return self.tables[PASSAGES].nearest(column, vector, count)

    @cached_property
    def by_index(self) -> bool:
        """Whether dense search goes through the vector index, or else over a matrix in memory."""
        return self._through_index(VECTOR)

    @cached_property
    def quick_by_index(self) -> bool:
        """The same for quick vectors."""
        return self._through_index(QUICK)

    def _through_index(self, column: str) -> bool:
        if self.manifest.passages <= EXACT_UP_TO:
            return False
        with disk_faults(self.folder):
            indexed = index_name(column) in self.tables[PASSAGES].indexes()
        return indexed or self.manifest.passages > MATRIX_UP_TO

    def nearest_quick(self, vector: NDArray[np.float32], count: int) -> dict[int, int]:
        """Row ids of passages that have a quick vector only, with their ranks among all."""
        if self.manifest.thorough == self.manifest.passages or count < 1:
            return {}
        _refuse_other_length(vector, self.manifest.quick_dimension)
        if self.quick_by_index:
            near = self.nearest_by_index(vector, count, QUICK)
        else:
            near = _nearest(vector, *self.quick_matrix, count)
        with disk_faults(self.folder):
            found = self.tables[PASSAGES].take(near, [THOROUGH])
        return {row: rank for rank, row in enumerate(near, 1) if not found[row][THOROUGH]}

    def first_rows(self, count: int) -> list[int]:
        """Ids of the first rows with a passage."""
        with disk_faults(self.folder):
            batch = next(self.tables[PASSAGES].batches(["id", VECTOR]), None)
        return [] if batch is None else [int(row) for row in batch.column(ROW)[:count].to_pylist()]

    @cached_property
    def names(self) -> Mapping[str, str]:
        """What files are called that came from the web, or whose name is that of another one.

        Beyond a number of files none is told apart.
        """
        fetched = known_addresses(self.folder)
        if not 1 < self.manifest.files <= MAX_NAMED:
            return fetched
        with disk_faults(self.folder):
            alike = names_apart(self.tables[FILES].read(("path",))["path"].to_pylist())
        return {**alike, **fetched}

    def passages(self, rows: Sequence[int]) -> tuple[Passage, ...]:
        """The passages of these rows, in the same order."""
        if not rows:
            return ()
        with disk_faults(self.folder):
            found = self.tables[PASSAGES].take(rows, PASSAGE_COLUMNS)
        by_row = {row: self._passage(fields) for row, fields in found.items()}
        return tuple(by_row[row] for row in rows if row in by_row)

    def _passage(self, row: Row) -> Passage:
        try:
            layout = read_layout(row.pop("layout"))
        except ValueError as error:
            raise IndexDamagedError(
                f"a passage in {self.folder} cannot be read: {error}", hint=REBUILD
            ) from error
        name = self.names.get(row["source"], "")
        return Passage(
            **row, headings=layout.headings, place=layout.place, blocks=layout.blocks, name=name
        )

    def around(self, passage: Passage, most: int) -> tuple[Passage, ...]:
        """The passages of the same document before and after one, so many of each, in order."""
        document, _, number = passage.id.rpartition(":")
        if not number.isdecimal():
            return ()
        near = range(max(0, int(number) - most), int(number) + most + 1)
        ids = (f"{document}:{each}".replace("'", "''") for each in near if each != int(number))
        quoted = ", ".join(f"'{each}'" for each in ids)
        with disk_faults(self.folder):
            found = self.tables[PASSAGES].read(PASSAGE_COLUMNS, f"id IN ({quoted})").to_pylist()
        return tuple(sorted(map(self._passage, found), key=lambda each: each.start))

    def document_text(self, id: str) -> str | None:
        """The whole text of a document as it was indexed, or None when there is none of this id."""
        quoted = id.replace("'", "''")
        with disk_faults(self.folder):
            columns = ("title", "text", "source", "sha256")
            found = self.tables[DOCUMENTS].read(columns, f"id = '{quoted}'", most=1)
        if not found.num_rows:
            return None
        row = found.to_pylist()[0]
        if document_sha256(row["title"], row["text"], row["source"]) != row["sha256"]:
            raise IndexDamagedError(f"the text of {id} has changed on disk", hint=REBUILD)
        return str(row["text"])

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The words of the index; read when somebody first asks for one."""
        with disk_faults(self.folder):
            return read_vocabulary(self.tables[TERMS].read(TERM_COLUMNS), self.manifest.passages)

    @cached_property
    def matrix(self) -> tuple[NDArray[np.float32], NDArray[np.uint64]]:
        """All vectors, and the row each belongs to; read on the first dense search."""
        matrix, rows = self._column(VECTOR, self.manifest.dimension)
        if len(rows) != self.manifest.thorough:
            raise IndexDamagedError(f"vectors are missing in {self.folder}", hint=REBUILD)
        return matrix, rows

    @cached_property
    def quick_matrix(self) -> tuple[NDArray[np.float32], NDArray[np.uint64]]:
        """The same of the quick vectors; read on the first search before the others are there."""
        return self._column(QUICK, self.manifest.quick_dimension)

    @property
    def rows(self) -> list[int]:
        """The row ids of all passages."""
        with disk_faults(self.folder):
            batches = list(self.tables[PASSAGES].batches([]))
        return [row for batch in batches for row in batch.column(ROW).to_pylist()]

    def _column(
        self, column: str, dimension: int
    ) -> tuple[NDArray[np.float32], NDArray[np.uint64]]:
        self._refuse_other_shape(column, dimension)
        matrix = np.empty((self.manifest.passages, dimension), np.float32)
        rows = np.empty(self.manifest.passages, np.uint64)
        at = 0
        with disk_faults(self.folder):
            for batch in self.tables[PASSAGES].batches([column]):
                missing = batch.column(column).null_count
                there = batch.filter(batch.column(column).is_valid()) if missing else batch
                end = at + there.num_rows
                matrix[at:end] = _numbers(there.column(column), dimension)
                rows[at:end] = there.column(ROW).to_numpy(zero_copy_only=False)
                at = end
        return matrix[:at], rows[:at]

    def _refuse_other_shape(self, column: str, dimension: int) -> None:
        """Before memory is set aside for what the manifest says, the table is asked."""
        with disk_faults(self.folder):
            table = self.tables[PASSAGES]
            count, numbers = table.count(), table.vector_size(column)
        if (count, numbers) != (self.manifest.passages, dimension):
            raise IndexDamagedError(
                f"{NAME} in {self.folder} speaks of {self.manifest.passages} vectors of"
                f" {dimension} numbers, there are {count} of {numbers}",
                hint=REBUILD,
            )

    def _open(self, name: str) -> Table:
        if name not in self.manifest.versions:
            raise IndexDamagedError(f"{NAME} in {self.folder} lacks {name}", hint=REBUILD)
        return Table.open(table_path(self.folder, name), self.manifest.versions[name])


def _nearest(
    vector: NDArray[np.float32],
    matrix: NDArray[np.float32],
    rows: NDArray[np.uint64],
    count: int,
) -> list[int]:
    if not len(rows):
        return []
    similarity = matrix @ vector
    best = np.argpartition(-similarity, min(count, len(rows)) - 1)[:count]
    best = best[np.lexsort((rows[best], -similarity[best]))]
    return [int(row) for row in rows[best]]


def _refuse_other_length(vector: NDArray[np.float32], dimension: int) -> None:
    if vector.shape != (dimension,):
        raise InputError(
            f"the index has vectors of {dimension} numbers, the embedder gives {vector.shape}",
            hint="use the embedder that the index was made with",
        )


def _numbers(vectors: pa.Array, dimension: int) -> NDArray[np.float32]:
    """The vectors of a column without gaps, as a matrix.

    `flatten` would load pyarrow's functions on columns, which takes longer than all of the reading.
    """
    flat = vectors.values.slice(vectors.offset * dimension, len(vectors) * dimension)
    numbers: NDArray[np.float32] = flat.to_numpy(zero_copy_only=False)
    return numbers.reshape(-1, dimension)
