"""One table of an index: a Lance dataset in a folder, with what assay asks of it and no more.

This is the package `lance` itself. LanceDB, which is built on it, writes and reads the same
folders, but importing it takes four times as long, and every `assay ask` would pay that.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

# Its native part writes warnings to the terminal unless told otherwise before it is loaded.
os.environ.setdefault("LANCE_LOG", "error")

import lance
from lance.query import MultiMatchQuery

ROW = "_rowid"
Row = dict[str, Any]


class Table:
    """Rows at one version; a change makes the next version and moves the table on to it."""

    def __init__(self, dataset: Any) -> None:  # noqa: ANN401 - lance has no type stubs
        """Hold an open dataset."""
        self._dataset = dataset

    @classmethod
    def create(cls, path: Path, schema: pa.Schema) -> Table:
        """A new table without rows."""
        return cls(lance.write_dataset(schema.empty_table(), str(path), schema=schema))

    @classmethod
    def open(cls, path: Path, version: int | None = None) -> Table:
        """The table at that version, or at its newest."""
        return cls(lance.dataset(str(path), version=version))

    @property
    def version(self) -> int:
        """The number of the version that is open."""
        return int(self._dataset.version)

    def count(self) -> int:
        """How many rows there are."""
        return int(self._dataset.count_rows())

    def vector_size(self, column: str) -> int:
        """How many numbers each vector of a column has."""
        return int(self._dataset.schema.field(column).type.list_size)

    def add(self, rows: pa.Table) -> None:
        """Append rows."""
        self._dataset.insert(rows)

    def replace(self, rows: pa.Table) -> None:
        """Put these rows in the place of all that are there."""
        self._dataset.insert(rows, mode="overwrite")

    def delete(self, condition: str) -> None:
        """Delete the rows that fulfil an SQL condition."""
        self._dataset.delete(condition)

    def restore(self) -> None:
        """Make the open version the newest one again."""
        self._dataset.restore()

    def read(
        self, columns: Sequence[str], condition: str = "", most: int | None = None
    ) -> pa.Table:
        """The columns of the rows that fulfil an SQL condition, of all without one."""
        return self._dataset.to_table(list(columns), filter=condition or None, limit=most)

    def batches(self, columns: Sequence[str]) -> Iterator[pa.RecordBatch]:
        """The columns of all rows and the id of each row, piece by piece."""
        batches: Iterable[pa.RecordBatch] = self._dataset.to_batches(
            columns=list(columns), with_row_id=True
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

    def nearest(
        self, column: str, vector: NDArray[np.float32], most: int, probes: int
    ) -> list[int]:
        """Ids of the rows with the largest dot product, through the index where there is one."""
        near = {"column": column, "q": vector, "k": most, "nprobes": probes, "metric": "dot"}
        found = self._dataset.to_table(["_distance"], nearest=near, **_IDS)
        return [int(row) for row in found[ROW].to_pylist()]

    def index_full_text(self, column: str) -> None:
        """Index the words of a column: English stems, no stop words, no positions."""
        self._dataset.create_scalar_index(column, "INVERTED", with_position=False)

    def index_vectors(self, column: str) -> None:
        """Index vectors for the dot product, each number in eight bits."""
        self._dataset.create_index(column, "IVF_SQ", metric="dot")

    def indexes(self) -> set[str]:
        """The names of the indexes; that of a column is its name and `_idx`."""
        return {each.name for each in self._dataset.describe_indices()}

    def unindexed(self, column: str) -> int | None:
        """How many rows the index of a column lacks, or None when it has no index."""
        name = f"{column}_idx"
        if name not in self.indexes():
            return None
        return int(self._dataset.stats.index_stats(name)["num_unindexed_rows"])

    def optimize(self, older_than: timedelta) -> None:
        """Join small files, bring the indexes up to date, forget versions older than that.

        What an interrupted writer left is deleted too: hold the lock that keeps others out.
        """
        self._dataset.optimize.compact_files()
        self._dataset.cleanup_old_versions(older_than, delete_unverified=True)
        self._dataset.optimize.optimize_indices()


_IDS = {"with_row_id": True}
