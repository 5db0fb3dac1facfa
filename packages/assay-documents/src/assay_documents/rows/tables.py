"""CSV and TSV: a row with a text is a document; other rows are the facts of one document."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from itertools import chain, count, islice
from pathlib import Path
from typing import Any, BinaryIO

from assay_documents.decode import decode
from assay_documents.errors import UnreadableError
from assay_documents.model import BadRow, Document
from assay_documents.outline import Outline, tidy_line
from assay_documents.places import Place
from assay_documents.read_limits import ReadLimits
from assay_documents.rows.column_words import with_meanings
from assay_documents.rows.row_documents import RowDocuments, text_of
from assay_documents.tables.column_names import names_columns
from assay_documents.tables.facts import write_facts
from assay_documents.unpack import open_bytes

_SAMPLE_LINES = 20  # from which the separator is guessed
_SAMPLE = 8192
_HEAD_ROWS = 50  # rows that are looked at to tell what the table is


def read_csv(path: Path, limits: ReadLimits) -> Iterator[Document | BadRow]:
    """Documents of the rows, or one document of all rows where no column is a text."""
    with open_bytes(path, limits) as stream:
        lines = _lines(stream, limits)
        sample = list(islice(lines, _SAMPLE_LINES))
        csv.field_size_limit(limits.document_bytes)
        reader = csv.reader(chain(sample, lines), _dialect(path, "".join(sample)))
        try:
            rows = ((reader.line_num, row) for row in reader if any(cell.strip() for cell in row))
            head = list(islice(rows, _HEAD_ROWS))
            if not head:
                return
            names = [name.strip() for name in head[0][1]]
            if text_of(dict.fromkeys(names, "")) is not None:
                yield from _documents(path, names, chain(head[1:], rows))
            else:
                yield _facts(path, head, rows, limits)
        except csv.Error as error:
            raise UnreadableError(f"is not a table: {error}") from error


def _documents(
    path: Path, names: list[str], rows: Iterator[tuple[int, list[str]]]
) -> Iterator[Document | BadRow]:
    named = RowDocuments(path)
    for number, (line, row) in enumerate(rows, start=1):
        cells = dict(zip(names, row, strict=False))
        text = text_of(cells)
        if text is None or not text.strip():
            yield BadRow(f"line {line} has no text")
        else:
            yield named.document(cells, text, number, Place(line=line))


def _facts(
    path: Path,
    head: list[tuple[int, list[str]]],
    rows: Iterator[tuple[int, list[str]]],
    limits: ReadLimits,
) -> Document:
    outline = Outline(limits)
    cells = [_cells(row) for _, row in head]
    names = with_meanings(cells[0], path) if names_columns(cells, likely=True) else {}
    group = outline.new_group()
    if names.keys() - {column for row in cells[1:] for column in row}:
        outline.row(write_facts(names, {}), group, Place(line=head[0][0]))
    for line, row in chain(head[1:] if names else head, rows):
        outline.row(write_facts(_cells(row), names), group, Place(line=line))
    return outline.document(path)


def _cells(row: list[str]) -> dict[int, str]:
    return {column: text for column, cell in enumerate(row) if (text := tidy_line(cell))}


def _dialect(path: Path, sample: str) -> Any:  # noqa: ANN401 - a class or an instance of csv.Dialect
    ending = path.name.lower().removesuffix(".gz")
    if ending.endswith((".tsv", ".tab")):
        return csv.excel_tab
    try:
        return csv.Sniffer().sniff(sample[:_SAMPLE], delimiters=",;\t|")
    except csv.Error:
        return csv.excel


def _lines(stream: BinaryIO, limits: ReadLimits) -> Iterator[str]:
    """The decoded lines; what is too large to be looked at as a whole is taken for UTF-8."""
    data = stream.read(limits.document_bytes + 1)
    if len(data) <= limits.document_bytes:
        yield from io.StringIO(decode(data).replace("\0", "\ufffd"), newline="")
        return
    start = io.BytesIO(data)
    for number in count(1):
        line = start.readline()
        if not line.endswith(b"\n"):
            line += stream.readline(limits.document_bytes + 1)
        if not line:
            return
        if len(line) > limits.document_bytes:
            raise UnreadableError(
                f"line {number} is longer than the limit of {limits.document_bytes} bytes"
            )
        yield line.decode("utf-8", "replace").replace("\0", "\ufffd").removeprefix("\ufeff")
