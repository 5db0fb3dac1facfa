"""Tables of plain text whose columns only stand in line, below the names of the columns."""

from __future__ import annotations

import re
from itertools import takewhile

from assay_documents.html.table import Cell, Row
from assay_documents.places import Place
from assay_documents.tables.column_names import is_number
from assay_documents.texts.lines import Line

_CELL = re.compile(r"\S+(?: \S+)*")  # two blanks part two cells
_MIN_ROWS = 3  # below the names; two lines may stand in line by chance
_MIN_COLUMNS = 3
_MAX_LINES = 100  # a list whose lines look like rows is looked at again for each of them
_YEAR = re.compile(r"(?:19|20)[0-9]{2}")  # a number that often names a column
_FIGURE = re.compile(r"[-+]?[$\u20ac\u00a3]?[0-9]")

Cells = list[tuple[int, int, str]]  # from where to where on the line, and the text


def aligned_table(lines: list[Line], at: int) -> tuple[list[Row], int]:
    """The rows of the table that begins at a place, and how many lines it takes.

    No rows where there is none: each row must fill every column, one column at least must hold
    figures alone, and a name must stand above each, but for the first.
    """
    names = _cells(lines[at])
    if len(names) < _MIN_COLUMNS - 1 or any(_is_value(text) for _, _, text in names):
        return [], 0
    if not _columns(lines[at + 1 : at + 1 + _MIN_ROWS]):  # most texts end here
        return [], 0
    block = list(takewhile(lambda line: bool(line.text), lines[at + 1 : at + 1 + _MAX_LINES]))
    columns = _columns(block)
    heads = _above(names, columns)
    if not columns or heads is None:
        return [], 0
    rows = [Row(Place(line=lines[at].number), heads=True, cells=[Cell(text) for text in heads])]
    for number, line in enumerate(block):
        cells = [Cell(column[number][2]) for column in columns]
        rows.append(Row(Place(line=line.number), cells=cells))
    return rows, 1 + len(block)


def _is_value(text: str) -> bool:
    return is_number(text) and not _YEAR.fullmatch(text)


def _columns(block: list[Line]) -> list[Cells]:
    """The cells below each other, column by column; none where the lines are no rows."""
    body = [_cells(line) for line in block]
    width = len(body[0]) if len(body) >= _MIN_ROWS else 0
    if width < _MIN_COLUMNS or any(len(cells) != width for cells in body):
        return []
    columns = [[cells[number] for cells in body] for number in range(width)]
    if not all(map(_stands_in_line, columns)) or not any(map(_holds_figures, columns)):
        return []
    return columns


def _cells(line: Line) -> Cells:
    shift = line.indent
    return [(shift + f.start(), shift + f.end(), f[0]) for f in _CELL.finditer(line.text)]


def _stands_in_line(column: Cells) -> bool:
    """True when the cells of a column begin, or end, one below the other."""
    return len({start for start, _, _ in column}) == 1 or len({end for _, end, _ in column}) == 1


def _holds_figures(column: Cells) -> bool:
    return all(_FIGURE.match(text) for _, _, text in column)


def _above(names: Cells, columns: list[Cells]) -> list[str] | None:
    """The name above each column; None where one stands above none or two above one."""
    found = [""] * len(columns)
    for start, end, text in names:
        over = [
            number
            for number, column in enumerate(columns)
            if start < max(c[1] for c in column) and min(c[0] for c in column) < end
        ]
        if len(over) != 1 or found[over[0]]:
            return None
        found[over[0]] = text
    return found if all(found[1:]) else None
