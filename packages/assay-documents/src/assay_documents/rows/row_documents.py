"""Rows that are documents of their own, because they have a field for their text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from assay_documents.model import Block, Document
from assay_documents.outline import printable, tidy_line
from assay_documents.places import BlockKind, Place
from assay_documents.title import name_title

TEXT_FIELDS = ("text", "contents", "content", "body")


def text_of(row: Mapping[str, Any]) -> str | None:
    """The text of a row, or None where it has no field for one."""
    named = {name.lower(): value for name, value in row.items()}
    return next((named[name] for name in TEXT_FIELDS if isinstance(named.get(name), str)), None)


@dataclass(slots=True)
class RowDocuments:
    """Names the rows of one file so that no two documents share an id."""

    path: Path
    seen: set[str] = field(default_factory=set)

    def document(self, row: Mapping[str, Any], text: str, number: int, place: Place) -> Document:
        """A row as a document; the paragraphs of its text are its blocks."""
        named = {name.lower(): str(value) for name, value in row.items() if value is not None}
        own = named.get("id") or named.get("_id") or str(number)
        id = printable(f"{self.path}#{own}")
        if id in self.seen:
            id = f"{id}@{number}"
        self.seen.add(id)
        title = tidy_line(named.get("title") or f"{name_title(self.path)} {own}")
        source = printable(named.get("url") or id)
        return Document(id, title, source, tuple(_paragraphs(text, place)))


def _paragraphs(text: str, place: Place) -> Iterator[Block]:
    """The text between its empty lines."""
    for part in printable(text.replace("\r\n", "\n")).split("\n\n"):
        if part.strip():
            yield Block(BlockKind.PARAGRAPH, part.strip(), place)
