"""The tables of markup: cells one after the other, which may go over columns and rows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from assay_documents.places import Place
from assay_documents.tables.column_names import column_names
from assay_documents.tables.facts import TableRow, write_table

MAX_SPAN = 100  # columns or rows that one cell may span; a larger number is no table
_MAX_COLUMNS = 1000
_CARRIED = 100  # characters of a cell that are said again in the rows it spans
_CARRIED_COLUMNS = 3  # the first columns, which name what a row is about
_NUMBER = re.compile(r"[\W\d_]*")
_HEADER_WORDS = 5
_MIN_ROWS = 3  # names, and two rows to be named


@dataclass
class Cell:
    """A cell as it stands in the page."""

    text: str
    header: bool = False
    columns: int = 1
    rows: int = 1


@dataclass
class Row:
    """The cells of a row; `heads` when it stands in a thead."""

    place: Place
    heads: bool = False
    cells: list[Cell] = field(default_factory=list)


@dataclass
class Table:
    """The rows of a table until it ends."""

    rows: list[Row] = field(default_factory=list)
    heads: bool = False  # inside a thead

    def facts(self, budget: int) -> list[tuple[str, Place]]:
        """The rows written out; `budget` bounds the characters that are said more than once."""
        rows = [row for row in self.rows if any(cell.text for cell in row.cells)]
        placed = _place(rows)
        return write_table(placed, _header_rows(rows, placed), budget=budget)


def span(value: str | None) -> int:
    """The number in colspan or rowspan, within bounds."""
    if value is None or not value.strip().isdecimal() or len(value) > 9:  # noqa: PLR2004 - digits
        return 1
    return max(1, min(int(value), MAX_SPAN))


def _header_rows(rows: list[Row], placed: Sequence[TableRow]) -> int:
    """How many of the first rows name the columns."""
    count = 0
    for row in rows:
        cells = [cell for cell in row.cells if cell.text]
        if not (row.heads or (len(cells) > 1 and all(cell.header for cell in cells))):
            break
        count += 1
    if count == len(rows):
        return 0
    if count or any(cell.header for row in rows for cell in row.cells) or len(rows) < _MIN_ROWS:
        return count
    names, spans = [row.cells for row in placed], [row.spans for row in placed]
    return int(_looks_like_header(rows)) or column_names(names, spans, None)[0]


def _looks_like_header(rows: list[Row]) -> bool:
    """True for a first row of short words above at least three columns.

    Two columns without a header are taken for names and their values, if the names are no numbers.
    """
    texts = [cell.text for cell in rows[0].cells]
    names = [row.cells[0].text for row in rows[1:] if row.cells]
    of_numbers = 2 * sum(_NUMBER.fullmatch(name) is not None for name in names) > len(names)
    return (
        len(texts) > (1 if of_numbers else 2)
        and all(len(row.cells) <= len(texts) for row in rows)
        and len(set(texts)) == len(texts)
        and all(not _NUMBER.fullmatch(text) for text in texts)
        and all(len(text.split()) <= _HEADER_WORDS for text in texts)
    )


def _place(rows: list[Row]) -> list[TableRow]:
    """The cells of each row by column, with those of the first columns that go on from above."""
    placed: list[TableRow] = []
    carried: dict[int, tuple[int, str]] = {}  # column: rows left, text
    for row in rows:
        cells = {
            column: text
            for column, (_, text) in carried.items()
            if text and column < _CARRIED_COLUMNS
        }
        again = frozenset(cells)
        spans: dict[int, int] = {}
        below = {column: (left - 1, text) for column, (left, text) in carried.items() if left > 1}
        column = 0
        for cell in row.cells:
            while column in carried:
                column += 1
            if cell.text:
                cells[column] = cell.text
                if cell.columns > 1:
                    spans[column] = cell.columns
            if cell.rows > 1 and column < _MAX_COLUMNS:
                text = cell.text if len(cell.text) <= _CARRIED else ""
                for each in range(cell.columns):
                    below[column + each] = (cell.rows - 1, text if not each else "")
            column += cell.columns
        carried = below
        placed.append(TableRow(dict(sorted(cells.items())), row.place, spans, again))
    return placed
