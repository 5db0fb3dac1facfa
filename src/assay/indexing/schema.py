"""The tables of an index."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa

DOCUMENTS, PASSAGES, FILES, TERMS = "documents", "passages", "files", "terms"
FOLDER = "tables"
TABLES = (DOCUMENTS, PASSAGES, FILES, TERMS)
# Up to here dense search is exact, over a matrix in memory (1.5 kB for each passage). The vector
# index answers in the same time at this size, and is opened 15 times as fast (docs/scale.md).
EXACT_UP_TO = 50_000
# Without a vector index, which the next writer builds, a matrix is still better than the disk.
MATRIX_UP_TO = 200_000
VECTOR, QUICK, THOROUGH = "vector", "quick", "thorough"
FULL_TEXT_COLUMNS = ("text", "title", "headings")
PASSAGE_COLUMNS = ("id", "text", "title", "source", "document", "start", "layout")
TERM_COLUMNS = ("term", "passages")


def table_path(folder: Path, name: str) -> Path:
    """Where a table of the index in `folder` lies."""
    return folder / FOLDER / f"{name}.lance"


def schemas(dimension: int, quick_dimension: int = 0) -> dict[str, pa.Schema]:
    """The schema of each table.

    In an index with quick vectors every passage has one of these; the column of vectors is empty
    where the second stage has not come yet. Whether it has is a column of its own, because a look
    for empty vectors would read all the others.
    """
    quick = {QUICK: pa.list_(pa.float32(), quick_dimension), THOROUGH: pa.bool_()}
    tables = {
        DOCUMENTS: dict.fromkeys(("id", "title", "text", "source", "sha256", "file"), pa.string()),
        PASSAGES: dict.fromkeys((*PASSAGE_COLUMNS, "headings", "file"), pa.string())
        | {"start": pa.int64(), VECTOR: pa.list_(pa.float32(), dimension)}
        | (quick if quick_dimension else {}),
        FILES: {"path": pa.string(), "sha256": pa.string()}
        | {"bytes": pa.int64(), "modified_ns": pa.int64()},
        TERMS: dict(zip(TERM_COLUMNS, (pa.string(), pa.int64()), strict=True)),
    }
    return {name: pa.schema(list(columns.items())) for name, columns in tables.items()}
