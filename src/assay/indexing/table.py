"""One table of an index: a Lance dataset in a folder, with what assay asks of it and no more.

This is the package `lance` itself. LanceDB, which is built on it, writes and reads the same
folders, but importing it takes four times as long, and every `assay ask` would pay that.
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from assay.errors import IndexBusyError
from assay.indexing.store.s3_address import located

# Its native part writes warnings to the terminal unless told otherwise before it is loaded.
os.environ.setdefault("LANCE_LOG", "error")

import lance
from lance.query import MultiMatchQuery

ROW = "_rowid"
PARTITION_ROWS = 4096  # of a vector index, when it is trained
_VECTOR_INDEX = "IVF_RQ"  # measured against IVF_SQ, IVF_PQ and IVF_HNSW_SQ: docs/log.md
_MIN_PROBES, _REFINE = 16, 2
_OUTGROWN = 4  # times the rows of training: parts that large are slow to search
Row = dict[str, Any]


class Table:
    """Rows at one version; a change makes the next version and moves the table on to it."""

    def __init__(self, dataset: Any) -> None:  # noqa: ANN401 - lance has no type stubs
        """Hold an open dataset."""
        self._dataset = dataset

    @classmethod
    def create(cls, path: Path, schema: pa.Schema) -> Table:
        """A new table without rows."""
        uri, options = located(path)
        rows = schema.empty_table()
        return cls(lance.write_dataset(rows, uri, schema=schema, storage_options=options))

    @classmethod
    def open(cls, path: Path, version: int | None = None) -> Table:
        """The table at that version, or at its newest."""
        uri, options = located(path)
        return cls(lance.dataset(uri, version=version, storage_options=options))

    @property
    def version(self) -> int:
        """The number of the version that is open."""
        return int(self._dataset.version)

    def count(self, condition: str = "") -> int:
        """How many rows there are, or how many of them fulfil an SQL condition."""
        return int(self._dataset.count_rows(condition or None))

    def vector_size(self, column: str) -> int:
        """How many numbers each vector of a column has."""
        return int(self._dataset.schema.field(column).type.list_size)

    def add(self, rows: pa.Table) -> None:
        """Append rows."""
        with self._alone():
            self._dataset.insert(rows)

    def replace(self, rows: pa.Table) -> None:
        """Replace all rows by these."""
        self._dataset.insert(rows, mode="overwrite")

    def delete(self, condition: str) -> None:
        """Delete the rows that fulfil an SQL condition."""
        with self._alone():
            self._dataset.delete(condition)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """One change makes one version; Lance would join ours to that of a second writer."""
        before = self.version
        yield
        if self.version > before + 1:
            raise IndexBusyError(
                f"another process has written to {self._dataset.uri}",
                hint="let one process at a time write; run this again",
            )

    def restore(self) -> None:
        """Make the open version the newest one again."""
        self._dataset.restore()

    def read(
        self, columns: Sequence[str], condition: str = "", most: int | None = None
    ) -> pa.Table:
        """The columns of the rows that fulfil an SQL condition, of all without one."""
        return self._dataset.to_table(list(columns), filter=condition or None, limit=most)

    def batches(
        self, columns: Sequence[str], condition: str = "", most: int | None = None
    ) -> Iterator[pa.RecordBatch]:
        """The columns of the rows and the id of each row, piece by piece, of at most so many.

        What is changed meanwhile is not seen: these are the rows of the version that was open.
        """
        batches: Iterable[pa.RecordBatch] = self._dataset.to_batches(
            columns=list(columns), filter=condition or None, batch_size=most, with_row_id=True
        )
        return iter(batches)

    def take(self, rows: Sequence[int], columns: Sequence[str]) -> dict[int, Row]:
        """The columns of these rows by row id; a row that is not there is left out."""
        wanted = f"{ROW} IN ({', '.join(str(int(row)) for row in rows)})"
        found = self._dataset.to_table(list(columns), filter=wanted, with_row_id=True)
        return {row.pop(ROW): row for row in found.to_pylist()}

    def full_text(self, words: str, columns: Sequence[str], most: int) -> list[int]:
        """Ids of the rows that share words with the text in any of the columns, best first."""
        query = MultiMatchQuery(words, list(columns))
        found = self._dataset.to_table(["_score"], full_text_query=query, limit=most, **_IDS)
        return [int(row) for row in found[ROW].to_pylist()]

    def nearest(self, column: str, vector: NDArray[np.float32], most: int) -> list[int]:
        """Ids of the rows with the largest dot product, through the index where there is one.

        The share of the index that is searched shrinks with the root of its size, and twice as
        many candidates as wanted are compared by their full vectors (docs/scale.md: recall).
        """
        probes = max(_MIN_PROBES, math.ceil(4 * math.sqrt(self.count() / PARTITION_ROWS)))
        near = {"column": column, "q": vector, "k": most, "metric": "dot"}
        near |= {"nprobes": probes, "refine_factor": _REFINE}
        found = self._dataset.to_table(["_distance"], nearest=near, **_IDS)
        return [int(row) for row in found[ROW].to_pylist()]

    def index_full_text(self, column: str, language: str = "English") -> None:
        """Index the words of a column: stems of the language, no stop words, no positions."""
        how = {"with_position": False, "language": language}
        self._dataset.create_scalar_index(column, "INVERTED", replace=True, **how)

    def full_text_language(self, column: str) -> str:
        """The language by which the words of a column are indexed; none without an index."""
        name = index_name(column)
        found = (each.details for each in self._dataset.describe_indices() if each.name == name)
        details: dict[str, Any] = next(found, {})
        return str(details.get("language", ""))

    def index_vectors(self, column: str) -> None:
        """Index vectors for the dot product, each number in four bits (RaBitQ), from scratch."""
        self._dataset.create_index(
            column,
            _VECTOR_INDEX,
            metric="dot",
            num_bits=4,
            target_partition_size=PARTITION_ROWS,
            replace=True,
        )

    def drop_index(self, column: str) -> None:
        """Let go of the index of a column."""
        self._dataset.drop_index(index_name(column))

    def outgrown(self, column: str) -> bool:
        """True when the vector index was trained on far fewer rows, or is of an older kind."""
        stats = self._dataset.stats.index_stats(index_name(column))
        trained = sum(each["num_partitions"] for each in stats["indices"][:1]) * PARTITION_ROWS
        return bool(stats["index_type"] != _VECTOR_INDEX or self.count() > _OUTGROWN * trained)

    def indexes(self) -> set[str]:
        """The names of the indexes; that of a column is its name and `_idx`."""
        return {each.name for each in self._dataset.describe_indices()}

    def unindexed(self, column: str) -> int | None:
        """How many rows the index of a column lacks, or None when it has no index."""
        name = index_name(column)
        if name not in self.indexes():
            return None
        return int(self._dataset.stats.index_stats(name)["num_unindexed_rows"])

    def files(self) -> set[str]:
        """The files of this version below the table, and the folders of its indexes."""
        found = version_files(self.version)
        for fragment in self._dataset.get_fragments():
            found |= {f"data/{each.path}" for each in fragment.data_files()}
            if deletions := fragment.deletion_file():
                found.add(str(deletions))
        for each in self._dataset.describe_indices():
            found |= {f"_indices/{segment.uuid}/" for segment in each.segments}
        return found

    def pieces(self) -> int:
        """Of how many files with rows the table is made."""
        return len(self._dataset.get_fragments())

    def compact(self) -> None:
        """Join small files and leave deleted rows behind; the indexes follow the rows."""
        self._dataset.optimize.compact_files()

    def update_indexes(self, most_parts: int) -> None:
        """Add the rows that the indexes lack, as one part more: it costs what the new rows cost.

        Every part is searched, so an index with more than so many is joined to a single one.
        """
        for name in sorted(self.indexes()):
            stats = self._dataset.stats.index_stats(name)
            parts, missing = int(stats["num_indices"]), int(stats["num_unindexed_rows"])
            if missing:
                self._dataset.optimize.optimize_indices(index_names=[name], num_indices_to_merge=0)
                parts += 1
            if parts > most_parts:
                merged = {"index_names": [name], "num_indices_to_merge": parts}
                self._dataset.optimize.optimize_indices(**merged)

    def forget(self, older_than: timedelta) -> int:
        """How many bytes were freed by deleting versions older than that.

        What an interrupted writer left is deleted too: hold the lock that keeps others out.
        """
        freed = self._dataset.cleanup_old_versions(older_than, delete_unverified=True)
        return int(freed.bytes_removed)


def version_files(version: int) -> set[str]:
    """A version is kept under its number, or under what is left of all numbers above it."""
    return {f"_versions/{n}.manifest" for n in (version, 2**64 - 1 - version)}


def index_name(column: str) -> str:
    """The name that Lance gives to the index of a column."""
    return f"{column}_idx"


_IDS = {"with_row_id": True}
