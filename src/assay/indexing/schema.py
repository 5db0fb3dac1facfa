"""The tables of an index."""

from __future__ import annotations

import pyarrow as pa

DOCUMENTS, PASSAGES, FILES = "documents", "passages", "files"
FOLDER = "tables"
TABLES = (DOCUMENTS, PASSAGES, FILES)
# Up to here dense search is exact, over a matrix in memory (1.5 kB for each passage).
EXACT_UP_TO = 200_000
FULL_TEXT_COLUMNS = ("text", "title")
PASSAGE_COLUMNS = ("id", "text", "title", "source", "document", "start")


def schemas(dimension: int) -> dict[str, pa.Schema]:
    """The schema of each table."""
    tables = {
        DOCUMENTS: dict.fromkeys(("id", "title", "text", "source", "sha256", "file"), pa.string()),
        PASSAGES: dict.fromkeys((*PASSAGE_COLUMNS, "file"), pa.string())
        | {"start": pa.int64(), "vector": pa.list_(pa.float32(), dimension)},
        FILES: {"path": pa.string(), "sha256": pa.string()}
        | {"bytes": pa.int64(), "modified_ns": pa.int64()},
    }
    return {name: pa.schema(list(columns.items())) for name, columns in tables.items()}
