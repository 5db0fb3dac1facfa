"""The writing side of an index: complete states only, one after the other."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from assay.errors import IndexDamagedError, IndexMissingError, InputError
from assay.indexing.disk_faults import disk_faults
from assay.indexing.document import Document
from assay.indexing.lance import FTS, IvfSq, lancedb
from assay.indexing.manifest import Manifest, read_manifest, write_manifest
from assay.indexing.schema import (
    DOCUMENTS,
    EXACT_UP_TO,
    FILES,
    FOLDER,
    FULL_TEXT_COLUMNS,
    PASSAGES,
    TABLES,
    schemas,
)

GRACE = timedelta(minutes=5)  # a reader lets go of a replaced state within seconds
_NEVER = timedelta(days=36_500)
_IN_LIST = 500  # values in one SQL condition
_MANY_UNINDEXED = 50_000  # passages outside the full-text index that make a query slow


@dataclass(frozen=True, slots=True)
class FileRow:
    """What is remembered of an indexed file, to know it again."""

    path: str
    sha256: str
    bytes: int
    modified_ns: int


@dataclass(frozen=True, slots=True)
class Embedded:
    """A document with the offsets and the vectors of its passages."""

    document: Document
    file: str
    spans: Sequence[tuple[int, int]]
    vectors: NDArray[np.float32]


@dataclass(slots=True)
class Changes:
    """What the next state has more and less than the last one."""

    embedded: list[Embedded] = field(default_factory=list)
    stale_documents: list[str] = field(default_factory=list)
    removed_files: list[str] = field(default_factory=list)
    finished_files: list[FileRow] = field(default_factory=list)

    def __bool__(self) -> bool:
        """True when there is something to write."""
        return bool(
            self.embedded or self.stale_documents or self.removed_files or self.finished_files
        )


class IndexWriter:
    """The tables of one index, open for writing; hold the writer lock while it is used."""

    def __init__(self, folder: Path, embedder: str, dimension: int) -> None:
        """Open the last complete state, or make an empty index."""
        self.folder = folder
        with disk_faults(folder):
            try:
                self.manifest = read_manifest(folder)
            except IndexMissingError:
                self._tables = self._create(dimension)
                self._unindexed = 0
                self._publish(Manifest(embedder, dimension, {}))
                return
            _refuse_other_embedder(self.manifest, embedder, folder)
            self._tables = self._roll_back()
            self._unindexed = self._count_unindexed()

    def files(self) -> dict[str, FileRow]:
        """The files of the last state, by path."""
        with disk_faults(self.folder):
            rows = self._tables[FILES].to_arrow().to_pylist()
        return {row["path"]: FileRow(**row) for row in rows}

    def documents_of(self, files: Sequence[str]) -> dict[str, dict[str, str]]:
        """The checksum of each document of these files, by file and by document."""
        found: dict[str, dict[str, str]] = {}
        with disk_faults(self.folder):
            for condition in _conditions("file", files):
                query = self._tables[DOCUMENTS].search().where(condition)
                for row in query.select(["id", "sha256", "file"]).to_list():
                    found.setdefault(row["file"], {})[row["id"]] = row["sha256"]
        return found

    def files_with_documents(self) -> set[str]:
        """Every file that has a document; one without a row in `files` was interrupted."""
        with disk_faults(self.folder):
            column = self._tables[DOCUMENTS].search().select(["file"]).to_arrow()["file"]
        return set(column.unique().to_pylist())

    def commit(self, changes: Changes) -> None:
        """Make the changes the new complete state, all of them or none."""
        with disk_faults(self.folder):
            self._delete(DOCUMENTS, "id", changes.stale_documents)
            self._delete(PASSAGES, "document", changes.stale_documents)
            for table in (DOCUMENTS, PASSAGES):
                self._delete(table, "file", changes.removed_files)
            finished = [row.path for row in changes.finished_files]
            self._delete(FILES, "path", changes.removed_files + finished)
            tables = schemas(self.manifest.dimension)
            passages = _passage_table(changes.embedded, tables[PASSAGES])
            self._add(PASSAGES, passages)
            self._add(DOCUMENTS, _document_table(changes.embedded, tables[DOCUMENTS]))
            rows = [
                {name: getattr(row, name) for name in tables[FILES].names}
                for row in changes.finished_files
            ]
            self._add(FILES, pa.Table.from_pylist(rows, tables[FILES]))
            self._unindexed += passages.num_rows
            if self._unindexed > max(_MANY_UNINDEXED, self.manifest.passages):
                self._optimize(_NEVER)
            self._publish(self.manifest)

    def finish(self) -> None:
        """Bring the full-text index up to date and let go of what no state needs any more."""
        with disk_faults(self.folder):
            self._optimize(_NEVER)
            self._index_vectors()
            self._publish(self.manifest)
            # Only now, with the manifest naming the newest versions, may old ones be deleted.
            self._optimize(GRACE)
            self._publish(self.manifest)

    def _create(self, dimension: int) -> dict[str, Any]:
        for name in TABLES:  # what a run left that never committed; nothing else is ours to delete
            shutil.rmtree(self.folder / FOLDER / f"{name}.lance", ignore_errors=True)
        database = lancedb.connect(self.folder / FOLDER)
        tables = {
            name: database.create_table(name, schema=schema)
            for name, schema in schemas(dimension).items()
        }
        for column in FULL_TEXT_COLUMNS:
            tables[PASSAGES].create_index(column, config=FTS(with_position=False))
        return tables

    def _roll_back(self) -> dict[str, Any]:
        """The tables at the versions of the manifest; what an interrupted run added is undone."""
        database = lancedb.connect(self.folder / FOLDER)
        tables = {}
        for name in TABLES:
            if name not in self.manifest.versions:
                raise IndexDamagedError(f"the manifest in {self.folder} lacks the table {name}")
            table = tables[name] = database.open_table(name)
            if table.version != self.manifest.versions[name]:
                table.checkout(self.manifest.versions[name])
                table.restore()
        return tables

    def _count_unindexed(self) -> int:
        stats = self._tables[PASSAGES].index_stats(f"{FULL_TEXT_COLUMNS[0]}_idx")
        return stats.num_unindexed_rows if stats else 0

    def _optimize(self, cleanup_older_than: timedelta) -> None:
        for table in self._tables.values():
            # The lock keeps other writers out, so leftovers of killed runs are nobody's.
            table.optimize(cleanup_older_than=cleanup_older_than, delete_unverified=True)
        self._unindexed = 0

    def _index_vectors(self) -> None:
        """Build the vector index once exact search in memory is over its limit."""
        passages = self._tables[PASSAGES]
        indexed = {index.name for index in passages.list_indices()}
        if passages.count_rows() > EXACT_UP_TO and "vector_idx" not in indexed:
            passages.create_index("vector", config=IvfSq(distance_type="dot"))

    def _publish(self, manifest: Manifest) -> None:
        versions = {name: table.version for name, table in self._tables.items()}
        counts = {name: table.count_rows() for name, table in self._tables.items()}
        if manifest.versions == versions:
            return
        self.manifest = replace(
            manifest,
            versions=versions,
            assay=version("assay"),
            written=datetime.now(UTC).isoformat(timespec="seconds"),
            **counts,
        )
        write_manifest(self.folder, self.manifest)

    def _delete(self, table: str, column: str, values: Sequence[str]) -> None:
        for condition in _conditions(column, values):
            self._tables[table].delete(condition)

    def _add(self, table: str, rows: pa.Table) -> None:
        if rows.num_rows:
            self._tables[table].add(rows)


def _refuse_other_embedder(manifest: Manifest, embedder: str, folder: Path) -> None:
    if manifest.embedder != embedder:
        raise InputError(
            f"the index in {folder} was made with the embedder '{manifest.embedder}',"
            f" not with '{embedder}'",
            hint="use the same embedder, or index into another directory",
        )


def _conditions(column: str, values: Sequence[str]) -> Iterator[str]:
    for first in range(0, len(values), _IN_LIST):
        quoted = (
            "'" + value.replace("'", "''") + "'" for value in values[first : first + _IN_LIST]
        )
        yield f"{column} IN ({', '.join(quoted)})"


def _document_table(embedded: Iterable[Embedded], schema: pa.Schema) -> pa.Table:
    rows: list[Mapping[str, Any]] = []
    for each in embedded:
        document = each.document
        rows.append({name: getattr(document, name, each.file) for name in schema.names})
    return pa.Table.from_pylist(rows, schema)


def _passage_table(embedded: Sequence[Embedded], schema: pa.Schema) -> pa.Table:
    columns: dict[str, list[Any]] = {name: [] for name in schema.names if name != "vector"}
    for each in embedded:
        document = each.document
        for number, (start, end) in enumerate(each.spans):
            columns["id"].append(f"{document.id}:{number}")
            columns["text"].append(document.text[start:end])
            columns["title"].append(document.title)
            columns["source"].append(document.source)
            columns["document"].append(document.id)
            columns["start"].append(start)
            columns["file"].append(each.file)
    dimension = schema.field("vector").type.list_size
    stacked = [each.vectors for each in embedded] or [np.zeros((0, dimension), np.float32)]
    flat = pa.array(np.concatenate(stacked).astype(np.float32, copy=False).ravel())
    vectors = pa.FixedSizeListArray.from_arrays(flat, dimension)
    return pa.table({**columns, "vector": vectors}, schema=schema)
