"""What an index holds, document by document."""

from __future__ import annotations

from dataclasses import dataclass

from assay.indexing.disk_faults import disk_faults
from assay.indexing.index_state import IndexState
from assay.indexing.schema import DOCUMENTS, PASSAGES

_COLUMNS = ("id", "title", "source", "file")


@dataclass(frozen=True, slots=True)
class DocumentLine:
    """A document as a list shows it; `file` is where it was read from."""

    id: str
    title: str
    source: str
    file: str


def list_documents(state: IndexState, limit: int, offset: int = 0) -> list[DocumentLine]:
    """The documents of one state, in the order in which they were stored."""
    with disk_faults(state.folder):
        found = state.tables[DOCUMENTS].read(_COLUMNS, most=offset + limit)
    return [DocumentLine(**row) for row in found.slice(offset).to_pylist()]


def find_document(state: IndexState, id: str) -> DocumentLine | None:
    """The document of this id, or None."""
    quoted = id.replace("'", "''")
    with disk_faults(state.folder):
        rows = state.tables[DOCUMENTS].read(_COLUMNS, f"id = '{quoted}'", most=1).to_pylist()
    return DocumentLine(**rows[0]) if rows else None


def passage_counts(state: IndexState) -> dict[str, int]:
    """How many passages each document has, by its id."""
    with disk_faults(state.folder):
        column = state.tables[PASSAGES].read(("document",))["document"]
    return {each["values"]: each["counts"] for each in column.value_counts().to_pylist()}
