"""The rows of a table as facts: "Country: Norway; Currency: NOK"."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from assay_documents.places import Place

MAX_SPAN = 100  # columns or rows that one cell may span; a larger number is no table
_MAX_COLUMNS = 1000
_LABEL = 80  # characters of a header before each value
_CARRIED = 100  # characters of a cell that are said again in the rows it spans
_CARRIED_COLUMNS = 3  # the first columns, which name what a row is about
_NUMBER = re.compile(r"[\W\d_]*")
_HEADER_WORDS = 5


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
        count = _header_rows(rows)
        placed = _place(rows)
        header = _labels(placed[:count])
        used: set[int] = set()
        lines: list[tuple[str, Place]] = []
        for row, all_cells in zip(rows[count:], placed[count:], strict=True):
            cells = all_cells
            extra = sum(len(header.get(column, "")) for column, _, _ in cells)
            extra += sum(len(text) for _, text, carried in cells if carried)
            if extra > budget:
                header, cells = {}, [each for each in cells if not each[2]]
            else:
                budget -= extra
                used |= {column for column, _, _ in cells}
            lines.append((_write(cells, header), row.place))
        whole = all(
            column in used and len(text) <= _LABEL
            for cells in placed[:count]
            for column, text, carried in cells
            if text and not carried
        )
        if not whole:  # a header that no row repeats in full must not be lost
            heads = [
                (_write([each for each in cells if not each[2]], {}), row.place)
                for row, cells in zip(rows[:count], placed[:count], strict=True)
            ]
            lines = heads + lines
        return [line for line in lines if line[0]]


def span(value: str | None) -> int:
    """The number in colspan or rowspan, within bounds."""
    if value is None or not value.strip().isdecimal() or len(value) > 9:  # noqa: PLR2004 - digits
        return 1
    return max(1, min(int(value), MAX_SPAN))


def _header_rows(rows: list[Row]) -> int:
    """How many of the first rows name the columns."""
    count = 0
    for row in rows:
        cells = [cell for cell in row.cells if cell.text]
        if not (row.heads or (len(cells) > 1 and all(cell.header for cell in cells))):
            break
        count += 1
    if count == len(rows):
        return 0
    return count or int(_looks_like_header(rows))


def _looks_like_header(rows: list[Row]) -> bool:
    """True for a first row of short words above at least three columns.

    Two columns without a header are taken for names and their values, if the names are no numbers.
    """
    if any(cell.header for row in rows for cell in row.cells) or len(rows) < 3:  # noqa: PLR2004
        return False
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


def _place(rows: list[Row]) -> list[list[tuple[int, str, bool]]]:
    """Column, text and whether it is carried down from a row above, for each cell."""
    placed: list[list[tuple[int, str, bool]]] = []
    carried: dict[int, tuple[int, str]] = {}  # column: rows left, text
    for row in rows:
        cells: list[tuple[int, str, bool]] = []
        below: dict[int, tuple[int, str]] = {}
        for column, (left, text) in carried.items():
            if text and column < _CARRIED_COLUMNS:
                cells.append((column, text, True))
            if left > 1:
                below[column] = (left - 1, text)
        column = 0
        for cell in row.cells:
            while column in carried:
                column += 1
            if cell.text:
                cells.append((column, cell.text, False))
            if cell.rows > 1 and column < _MAX_COLUMNS:
                text = cell.text if len(cell.text) <= _CARRIED else ""
                for each in range(cell.columns):
                    below[column + each] = (cell.rows - 1, text if not each else "")
            column += cell.columns
        carried = below
        cells.sort(key=lambda each: each[0])
        placed.append(cells)
    return placed


def _labels(rows: list[list[tuple[int, str, bool]]]) -> dict[int, str]:
    """The names of the columns; the lowest of several header rows counts, and those above it."""
    labels: dict[int, list[str]] = {}
    for cells in rows:
        for column, text, carried in cells:
            if not carried:
                labels.setdefault(column, []).append(text.rstrip(" :"))
    return {column: _short(" ".join(texts)) for column, texts in labels.items()}


def _write(cells: list[tuple[int, str, bool]], header: dict[int, str]) -> str:
    texts = [(header.get(column, ""), text) for column, text, _ in cells]
    if not header and len(texts) == 2 and len(texts[0][1]) <= _LABEL:  # noqa: PLR2004 - name, value
        return f"{texts[0][1].rstrip(' :')}: {texts[1][1]}"
    return "; ".join(f"{name}: {text}" if name else text for name, text in texts)


def _short(text: str) -> str:
    return text if len(text) <= _LABEL else text[: _LABEL - 1].rstrip() + "\u2026"
