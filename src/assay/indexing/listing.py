"""What an index holds, document by document."""

from __future__ import annotations

from dataclasses import dataclass

from assay.indexing.disk_faults import disk_faults
from assay.indexing.index_state import IndexState
from assay.indexing.layout import read_layout
from assay.indexing.schema import DOCUMENTS, FILES, PASSAGES
from assay.types import NO_PLACE, Place

_COLUMNS = ("id", "title", "source", "file")
_PASSAGE = 100_000  # characters; no passage is as long


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
    with disk_faults(state.folder):
        rows = state.tables[DOCUMENTS].read(_COLUMNS, f"id = '{_quoted(id)}'", most=1).to_pylist()
    return DocumentLine(**rows[0]) if rows else None


def passage_counts(state: IndexState) -> dict[str, int]:
    """How many passages each document has, by its id."""
    with disk_faults(state.folder):
        column = state.tables[PASSAGES].read(("document",))["document"]
    return {each["values"]: each["counts"] for each in column.value_counts().to_pylist()}


def file_checksum(state: IndexState, path: str) -> str:
    """The SHA-256 of a file as it was read into the index; empty for one that is not in it."""
    with disk_faults(state.folder):
        rows = state.tables[FILES].read(("sha256",), f"path = '{_quoted(path)}'", most=1)
    return str(rows.to_pylist()[0]["sha256"]) if rows.num_rows else ""


def place_in(state: IndexState, id: str, offset: int) -> Place:
    """Where in its original a character of a document's text stands."""
    before = f"document = '{_quoted(id)}' AND start <= {offset} AND start > {offset - _PASSAGE}"
    with disk_faults(state.folder):
        rows = state.tables[PASSAGES].read(("start", "layout"), before).to_pylist()
    if not rows:
        return NO_PLACE
    row = max(rows, key=lambda each: each["start"])
    layout = read_layout(row["layout"])
    begun = [each.place for each in layout.blocks if each.start <= offset - row["start"]]
    return begun[-1] if begun else layout.place


def page_span(state: IndexState, id: str, page: int) -> tuple[int, int]:
    """Where the text of one page begins and ends in that of its document; nothing for no page."""
    with disk_faults(state.folder):
        of = f"document = '{_quoted(id)}'"
        rows = state.tables[PASSAGES].read(("start", "layout"), of).to_pylist()
    spans = [
        (row["start"] + block.start, row["start"] + block.end)
        for row in rows
        for block in read_layout(row["layout"]).blocks
        if block.place.page == page
    ]
    return min((start for start, _ in spans), default=0), max((end for _, end in spans), default=0)


def _quoted(text: str) -> str:
    return text.replace("'", "''")
