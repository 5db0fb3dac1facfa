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
FULL_TEXT_COLUMNS = ("text", "title", "headings")
PASSAGE_COLUMNS = ("id", "text", "title", "source", "document", "start", "layout")
TERM_COLUMNS = ("term", "passages")


def table_path(folder: Path, name: str) -> Path:
    """Where a table of the index in `folder` lies."""
    return folder / FOLDER / f"{name}.lance"


def schemas(dimension: int) -> dict[str, pa.Schema]:
    """The schema of each table."""
    tables = {
        DOCUMENTS: dict.fromkeys(("id", "title", "text", "source", "sha256", "file"), pa.string()),
        PASSAGES: dict.fromkeys((*PASSAGE_COLUMNS, "headings", "file"), pa.string())
        | {"start": pa.int64(), "vector": pa.list_(pa.float32(), dimension)},
        FILES: {"path": pa.string(), "sha256": pa.string()}
        | {"bytes": pa.int64(), "modified_ns": pa.int64()},
        TERMS: dict(zip(TERM_COLUMNS, (pa.string(), pa.int64()), strict=True)),
    }
    return {name: pa.schema(list(columns.items())) for name, columns in tables.items()}
