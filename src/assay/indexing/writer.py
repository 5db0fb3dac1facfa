"""The writing side of an index: complete states only, one after the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from assay.distribution import VERSION
from assay.errors import IndexDamagedError, IndexMissingError
from assay.indexing.disk_faults import disk_faults
from assay.indexing.embedder_identity import refuse_other_embedder
from assay.indexing.index_rows import (
    OUTDATED,
    Changes,
    FileRow,
    document_table,
    file_table,
    passage_table,
    searched,
    term_table,
    vector_column,
)
from assay.indexing.layout import embedded_text
from assay.indexing.manifest import NAME as MANIFEST
from assay.indexing.manifest import Manifest, manifest_stamp, read_manifest, write_manifest
from assay.indexing.schema import (
    DOCUMENTS,
    FILES,
    FOLDER,
    FULL_TEXT_COLUMNS,
    PASSAGES,
    TABLES,
    TERM_COLUMNS,
    TERMS,
    THOROUGH,
    VECTOR,
    schemas,
    table_path,
)
from assay.indexing.store.checksums import NAME as CHECKSUMS
from assay.indexing.store.checksums import record_checksums, refuse_damaged
from assay.indexing.store.files import delete_below, refuse_irregular_files, sweep_files
from assay.indexing.table import Row, Table
from assay.indexing.upkeep.vector_index import index_vectors
from assay.indexing.vocabulary import compacted, count_terms, read_vocabulary
from assay_documents.generation import READERS

GRACE = timedelta(minutes=5)  # a reader lets go of a replaced state within seconds
_MAX_REUSED = 100_000  # vectors of moved and changed files that are kept in memory for a run
_EMBEDDED_FROM = ["title", "headings", "text"]
_IN_LIST = 500  # values in one SQL condition
_MANY_TERM_ROWS = 2  # rows for each word at which the table of terms is summed up again
_MANY_UNINDEXED = 50_000  # passages outside the full-text index that make a query slow
_INDEX_PARTS = 8  # of an index that grew by parts, before they are joined


class IndexWriter:
    """The tables of one index, open for writing; hold the writer lock while it is used."""

    def __init__(
        self, folder: Path, embedder: str, dimension: int, quick: tuple[str, int] = ("", 0)
    ) -> None:
        """Open the last complete state, or make an empty index.

        `quick` names the embedder of quick vectors and their length; an index that was made
        without them stays without.
        """
        self.folder = folder
        with disk_faults(folder):
            refuse_irregular_files(folder)
            sweep_files(folder, MANIFEST, CHECKSUMS)
            try:
                self._stamp = manifest_stamp(folder)
                self.manifest = read_manifest(folder)
            except IndexMissingError:
                self._tables = self._create(schemas(dimension, quick[1]))
                self._unindexed = 0
                fresh = Manifest(embedder, dimension, {}, quick=quick[0], quick_dimension=quick[1])
                self._publish(replace(fresh, readers=READERS))
                return
            refuse_other_embedder(self.manifest.embedder, embedder, folder)
            if self.manifest.quick and quick[0]:
                refuse_other_embedder(self.manifest.quick, quick[0], folder)
            refuse_damaged(folder, content=False)
            self._tables = self._roll_back()
            self._unindexed = self._count_unindexed()

    def files(self) -> dict[str, FileRow]:
        """The files of the last state, by path."""
        with disk_faults(self.folder):
            rows = self._tables[FILES].read([each.name for each in fields(FileRow)]).to_pylist()
        return {row["path"]: FileRow(**row) for row in rows}

    def documents_of(self, files: Sequence[str]) -> dict[str, dict[str, str]]:
        """The checksum of each document of these files, by file and by document."""
        found: dict[str, dict[str, str]] = {}
        with disk_faults(self.folder):
            for condition in _conditions("file", files):
                rows = self._tables[DOCUMENTS].read(["id", "sha256", "file"], condition)
                for row in rows.to_pylist():
                    found.setdefault(row["file"], {})[row["id"]] = row["sha256"]
        return found

    def files_with_documents(self) -> set[str]:
        """Every file that has a document; one without a row in `files` was interrupted."""
        with disk_faults(self.folder):
            column = self._tables[DOCUMENTS].read(["file"])["file"]
        return set(column.unique().to_pylist())

    def vectors_of(self, files: Sequence[str]) -> dict[str, NDArray[np.float32]]:
        """The vectors of these files' passages, by the text that was embedded."""
        found: dict[str, NDArray[np.float32]] = {}
        columns = [*_EMBEDDED_FROM, VECTOR]
        there = f" AND {THOROUGH}" if self.manifest.quick else ""
        with disk_faults(self.folder):
            for condition in _conditions("file", files):
                if len(found) >= _MAX_REUSED:
                    break
                rows = self._tables[PASSAGES].read(columns, condition + there)
                for row in rows.slice(0, max(0, _MAX_REUSED - len(found))).to_pylist():
                    found[_embedded_text(row)] = np.asarray(row[VECTOR], np.float32)
        return found

    def without_vectors(self, most: int) -> Iterator[tuple[pa.Table, list[str]]]:
        """Passages that have a quick vector only, and the text of each that is to be embedded."""
        if self.manifest.thorough == self.manifest.passages:
            return
        columns = schemas(self.manifest.dimension, self.manifest.quick_dimension)[PASSAGES].names
        with disk_faults(self.folder):
            batches = self._tables[PASSAGES].batches(columns, f"NOT {THOROUGH}", most)
            for batch in batches:
                if not batch.num_rows:
                    continue
                rows = pa.Table.from_batches([batch]).select(columns)
                texts = rows.select(_EMBEDDED_FROM).to_pylist()
                yield rows, [_embedded_text(row) for row in texts]

    def commit_vectors(self, rows: pa.Table, vectors: NDArray[np.float32]) -> None:
        """Give these passages their vectors, all of them or none."""
        schema = rows.schema
        column = vector_column(list(vectors), schema.field(VECTOR))
        rows = rows.set_column(schema.get_field_index(VECTOR), VECTOR, column)
        rows = rows.set_column(schema.get_field_index(THOROUGH), THOROUGH, column.is_valid())
        with disk_faults(self.folder):
            self._delete(PASSAGES, "id", rows["id"].to_pylist())
            self._add(PASSAGES, rows.cast(schema))
            self._count_new(rows.num_rows)
            self._publish(self.manifest)

    def commit(self, changes: Changes) -> None:
        """Make the changes the new complete state, all of them or none."""
        with disk_faults(self.folder):
            self._delete(DOCUMENTS, "id", changes.stale_documents)
            terms = self._delete_passages("document", changes.stale_documents)
            terms.update(self._delete_passages("file", changes.removed_files))
            self._delete(DOCUMENTS, "file", changes.removed_files)
            finished = [row.path for row in changes.finished_files]
            self._delete(FILES, "path", changes.removed_files + finished)
            tables = schemas(self.manifest.dimension, self.manifest.quick_dimension)
            passages = passage_table(changes.embedded, tables[PASSAGES])
            self._add(PASSAGES, passages)
            terms.update(count_terms(searched(passages)))
            self._add(TERMS, term_table(terms, tables[TERMS]))
            self._add(DOCUMENTS, document_table(changes.embedded, tables[DOCUMENTS]))
            self._add(FILES, file_table(changes.finished_files, tables[FILES]))
            self._count_new(passages.num_rows)
            self._publish(self.manifest)

    def mark_outdated(self, files: Sequence[FileRow]) -> None:
        """Put these marked rows in the place of all files; from here on our readers read."""
        with disk_faults(self.folder):
            rows = file_table(files, schemas(self.manifest.dimension)[FILES])
            self._tables[FILES].replace(rows)
            self._publish(replace(self.manifest, readers=READERS, outdated=len(files)))

    def _count_new(self, rows: int) -> None:
        """So many passages more are outside the full-text index; too many are taken in."""
        self._unindexed += rows
        if self._unindexed > max(_MANY_UNINDEXED, self.manifest.passages):
            self._tidy(_INDEX_PARTS)

    def finish(self) -> None:
        """Bring the indexes up to date and let go of what no state needs any more."""
        self.tidy(GRACE, _INDEX_PARTS)

    def tidy(self, keep: timedelta, index_parts: int = 1) -> int:
        """How many bytes were freed: files joined, indexes up to date, old versions deleted.

        Versions that were replaced less than `keep` ago stay for the readers that have them open.
        """
        with disk_faults(self.folder):
            self._compact_terms()
            self._follow_language()
            self._tidy(index_parts)
            quick = bool(self.manifest.quick)
            index_vectors(self._tables[PASSAGES], quick=quick, retrain=index_parts == 1)
            self._publish(self.manifest)
            # Only now, with the manifest naming the newest versions, may old ones be deleted.
            return sum(table.forget(keep) for table in self._tables.values())

    def pieces(self) -> int:
        """Of how many files with rows the tables are made."""
        with disk_faults(self.folder):
            return sum(table.pieces() for table in self._tables.values())

    def unindexed(self) -> int:
        """How many passages the full-text index lacks."""
        return self._unindexed

    def _create(self, forms: dict[str, pa.Schema]) -> dict[str, Table]:
        for name in TABLES:  # what a run left that never committed; nothing else is ours to delete
            delete_below(self.folder, f"{FOLDER}/{table_path(self.folder, name).name}")
        tables = {
            name: Table.create(table_path(self.folder, name), schema)
            for name, schema in forms.items()
        }
        for column in FULL_TEXT_COLUMNS:
            tables[PASSAGES].index_full_text(column)
        return tables

    def _roll_back(self) -> dict[str, Table]:
        """The tables at the versions of the manifest; what an interrupted run added is undone."""
        tables = {}
        for name in TABLES:
            if name not in self.manifest.versions:
                raise IndexDamagedError(f"the manifest in {self.folder} lacks the table {name}")
            path, version = table_path(self.folder, name), self.manifest.versions[name]
            tables[name] = Table.open(path)
            if tables[name].version != version:
                tables[name] = Table.open(path, version)
                tables[name].restore()
        return tables

    def _count_unindexed(self) -> int:
        return self._tables[PASSAGES].unindexed(FULL_TEXT_COLUMNS[0]) or 0

    def _tidy(self, index_parts: int) -> None:
        for table in self._tables.values():
            table.update_indexes(index_parts)
            table.compact()  # last: files are joined only where the same part indexes them
        self._unindexed = 0

    def _publish(self, manifest: Manifest) -> None:
        versions = {name: table.version for name, table in self._tables.items()}
        counts: dict[str, Any] = {name: each.count() for name, each in self._tables.items()}
        counts["thorough"] = counts[PASSAGES]
        if manifest.quick:
            counts["thorough"] = self._tables[PASSAGES].count(THOROUGH)
        counts["outdated"] = self._tables[FILES].count(OUTDATED) if manifest.outdated else 0
        if manifest.versions == versions:
            return
        self.manifest = replace(
            manifest,
            versions=versions,
            assay=VERSION,
            written=datetime.now(UTC).isoformat(timespec="seconds"),
            **counts,
        )
        record_checksums(self.folder)
        self._stamp = write_manifest(self.folder, self.manifest, self._stamp)

    def _delete(self, table: str, column: str, values: Sequence[str]) -> None:
        for condition in _conditions(column, values):
            self._tables[table].delete(condition)

    def _delete_passages(self, column: str, values: Sequence[str]) -> Counter[str]:
        """What their words lose in counts, to be taken off in the same state."""
        lost: Counter[str] = Counter()
        for condition in _conditions(column, values):
            rows = self._tables[PASSAGES].read(FULL_TEXT_COLUMNS, condition)
            lost.update(count_terms(searched(rows), -1))
            self._tables[PASSAGES].delete(condition)
        return lost

    def _compact_terms(self) -> None:
        rows = self._tables[TERMS].read(TERM_COLUMNS)
        summed = compacted(rows)
        if rows.num_rows > _MANY_TERM_ROWS * max(1, summed.num_rows):
            self._tables[TERMS].replace(summed)

    def _follow_language(self) -> None:
        """Index the full text anew where most of it is in another language than before."""
        terms = self._tables[TERMS].read(TERM_COLUMNS)
        language = read_vocabulary(terms, self.manifest.passages).language
        for column in FULL_TEXT_COLUMNS:
            if self._tables[PASSAGES].full_text_language(column) != language:
                self._tables[PASSAGES].index_full_text(column, language)

    def _add(self, table: str, rows: pa.Table) -> None:
        if rows.num_rows:
            self._tables[table].add(rows)


def _embedded_text(row: Row) -> str:
    headings = row["headings"].split("\n") if row["headings"] else []
    return embedded_text(row["title"], headings, row["text"])


def _conditions(column: str, values: Sequence[str]) -> Iterator[str]:
    for first in range(0, len(values), _IN_LIST):
        quoted = (
            "'" + value.replace("'", "''") + "'" for value in values[first : first + _IN_LIST]
        )
        yield f"{column} IN ({', '.join(quoted)})"
