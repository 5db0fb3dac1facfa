"""Tables and JSON lines: each row is a document."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from assay.indexing.decode import decode
from assay.indexing.document import BadRow, Document, make_document
from assay.indexing.read_limits import ReadLimits
from assay.indexing.title import name_title
from assay.indexing.unpack import open_bytes, read_bytes
from assay.indexing.unreadable import UnreadableError

TEXT_FIELDS = ("text", "contents", "content", "body")


def read_jsonl(path: Path, limits: ReadLimits) -> Iterator[Document | BadRow]:
    """One document for each line that is an object with a text; the others are bad rows."""
    rows = _Rows(path)
    with open_bytes(path, limits) as stream:
        number = 0
        while line := stream.readline(limits.document_bytes + 1):
            number += 1
            if len(line) > limits.document_bytes:
                raise UnreadableError(
                    f"line {number} is longer than the limit of {limits.document_bytes} bytes"
                )
            if not line.strip():
                continue
            row = _parse(line)
            if isinstance(row, str):
                yield BadRow(f"line {number} {row}")
            elif (text := _text_of(row)) is None:
                yield BadRow(f"line {number} has none of {', '.join(TEXT_FIELDS)}")
            else:
                yield rows.document(row, text, number)


def read_csv(path: Path, limits: ReadLimits) -> Iterator[Document]:
    """One document for each row: its text column, or else all columns as `name: value` lines."""
    text = decode(read_bytes(path, limits))
    rows = _Rows(path)
    try:
        dialect: Any = csv.Sniffer().sniff(text[:8192], delimiters=",;\t|")
    except csv.Error:
        dialect = csv.excel
    csv.field_size_limit(limits.document_bytes)
    reader = csv.DictReader(text.splitlines(keepends=True), dialect=dialect)
    try:
        for number, row in enumerate(reader, start=1):
            cells = {str(name): value for name, value in row.items() if isinstance(value, str)}
            found = _text_of(cells)
            if found is None:
                lines = (f"{name}: {value}" for name, value in cells.items() if value.strip())
                found = "\n".join(lines)
            yield rows.document(cells, found, number)
    except csv.Error as error:
        raise UnreadableError(f"is not a table: {error}") from error


def _parse(line: bytes) -> dict[str, Any] | str:
    """The object of a line, or what is wrong with it."""
    try:
        row = json.loads(decode(line))
    except UnreadableError as error:
        return str(error)
    except (ValueError, RecursionError) as error:
        return f"is not JSON: {error}"
    return row if isinstance(row, dict) else "is not a JSON object"


def _text_of(row: Mapping[str, Any]) -> str | None:
    named = {name.lower(): value for name, value in row.items()}
    return next((named[name] for name in TEXT_FIELDS if isinstance(named.get(name), str)), None)


@dataclass(slots=True)
class _Rows:
    """Names the rows of one file so that no two documents share an id."""

    path: Path
    seen: set[str] = field(default_factory=set)

    def document(self, row: Mapping[str, Any], text: str, number: int) -> Document:
        named = {name.lower(): str(value) for name, value in row.items() if value is not None}
        own = named.get("id") or named.get("_id") or number
        id = f"{self.path}#{own}"
        if id in self.seen:
            id = f"{id}@{number}"
        self.seen.add(id)
        title = named.get("title") or f"{name_title(self.path)} {own}"
        return make_document(id, title, text, named.get("url") or id)
