"""The rows of an index, made from embedded documents."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import repeat
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from assay.indexing.document import content_sha256
from assay.indexing.layout import Layout, heading_words, write_layout
from assay.indexing.schema import FULL_TEXT_COLUMNS, QUICK, THOROUGH, VECTOR
from assay_documents.model import Document
from assay_documents.passages.cut import Cut

Vectors = NDArray[np.float32] | Sequence[NDArray[np.float32] | None]
_MADE_LAST = (VECTOR, QUICK, THOROUGH)
OUTDATED = "sha256 = ''"  # the condition of files that earlier readers have read


@dataclass(frozen=True, slots=True)
class Embedded:
    """A document with the offsets and the vectors of its passages.

    In an index with quick vectors a passage may be without the other one; and the other way round.
    """

    document: Document
    file: str
    cuts: Sequence[Cut]
    vectors: Vectors
    quick: Vectors | None = None


@dataclass(frozen=True, slots=True)
class FileRow:
    """What is kept of an indexed file, to know it again.

    One that earlier readers have read is without its checksum until it is read again.
    """

    path: str
    sha256: str
    bytes: int
    modified_ns: int

    @property
    def outdated(self) -> bool:
        """True when the file has to be read again, even where it has not changed."""
        return not self.sha256

    def still_fits(self, path: Path) -> bool:
        """True if the file need not be read again: same size, same time and same readers."""
        if self.outdated:
            return False
        try:
            stat = path.stat()
        except OSError:
            return False
        return (stat.st_size, stat.st_mtime_ns) == (self.bytes, self.modified_ns)


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


def document_table(embedded: Iterable[Embedded], schema: pa.Schema) -> pa.Table:
    """One row for each document."""
    rows: list[Mapping[str, Any]] = []
    for each in embedded:
        document = each.document
        known = {"sha256": content_sha256(document), "file": each.file}
        rows.append({name: known.get(name) or getattr(document, name) for name in schema.names})
    return pa.Table.from_pylist(rows, schema)


def file_table(files: Iterable[FileRow], schema: pa.Schema) -> pa.Table:
    """One row for each file."""
    rows = [{name: getattr(file, name) for name in schema.names} for file in files]
    return pa.Table.from_pylist(rows, schema)


def passage_table(embedded: Sequence[Embedded], schema: pa.Schema) -> pa.Table:
    """One row for each passage, with its vectors."""
    columns: dict[str, list[Any]] = {n: [] for n in schema.names if n not in _MADE_LAST}
    for each in embedded:
        document = each.document
        for number, cut in enumerate(each.cuts):
            columns["id"].append(f"{document.id}:{number}")
            columns["text"].append(document.text[cut.start : cut.end])
            columns["title"].append(document.title)
            columns["source"].append(document.source)
            columns["document"].append(document.id)
            columns["start"].append(cut.start)
            columns["layout"].append(write_layout(Layout(cut.headings, cut.place, cut.blocks)))
            columns["headings"].append(heading_words(cut.headings))
            columns["file"].append(each.file)
    vectors = vector_column([v for each in embedded for v in each.vectors], schema.field(VECTOR))
    if QUICK not in schema.names:
        return pa.table({**columns, VECTOR: vectors}, schema=schema)
    quick = [v for each in embedded for v in _all(each.quick, len(each.cuts))]
    made = {VECTOR: vectors, QUICK: vector_column(quick, schema.field(QUICK))}
    return pa.table({**columns, **made, THOROUGH: vectors.is_valid()}, schema=schema)


def _all(vectors: Vectors | None, count: int) -> Iterable[NDArray[np.float32] | None]:
    return repeat(None, count) if vectors is None else vectors


def vector_column(
    vectors: Sequence[NDArray[np.float32] | None], field: pa.Field
) -> pa.FixedSizeListArray:
    """The vectors as a column; None is an empty place."""
    dimension = field.type.list_size
    matrix = np.zeros((len(vectors), dimension), np.float32)
    empty = np.array([each is None for each in vectors], bool)
    for at, vector in enumerate(vectors):
        if vector is not None:
            matrix[at] = vector
    flat = pa.array(matrix.ravel())
    return pa.FixedSizeListArray.from_arrays(flat, dimension, mask=pa.array(empty))


def searched(passages: pa.Table) -> Iterator[str]:
    """The words of each passage as the full-text index sees them."""
    columns = [passages.column(name).to_pylist() for name in FULL_TEXT_COLUMNS]
    return (" ".join(parts) for parts in zip(*columns, strict=True))


def term_table(terms: Counter[str], schema: pa.Schema) -> pa.Table:
    """By how much the number of passages with each word changed."""
    changed = [(term, count) for term, count in terms.items() if count]
    words, counts = zip(*changed, strict=True) if changed else ((), ())
    return pa.table({"term": list(words), "passages": list(counts)}, schema=schema)
