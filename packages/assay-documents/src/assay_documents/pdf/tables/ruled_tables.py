"""Tables that are drawn with rules: each cell is read by itself, however its lines wrap."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise

import pypdfium2 as pdfium

from assay_documents.pdf.lines import HYPHEN, Line, RuledTable
from assay_documents.pdf.tables.flat_tables import Box, cells_beside, flat_grids, parted
from assay_documents.pdf.tables.rules import Grid, grids_of, page_rules

_INSIDE = 1.0  # points that a cell's text keeps from its rules
_MAX_CELLS = 4000
_STACKED = 3  # lines that stand side by side in all cells of a row: rows without rules between them
_MIN_FILLED = 0.5  # share of the rows that must hold two cells at least

Read = Callable[[Box], str]


def with_tables(page: pdfium.PdfPage, lines: Sequence[Line], read: Read) -> list[Line]:
    """The lines of a page, those inside a ruled table replaced by one line that holds it."""
    kept = list(lines)
    across, down = page_rules(page)
    for grid in (*grids_of(across, down), *flat_grids(across, down, lines)):
        inside = [index for index, line in enumerate(kept) if _touches(line, grid)]
        if not inside or not all(_within(kept[index], grid) for index in inside):
            continue
        own = [kept[index] for index in inside]
        table = _table(grid, own, read)
        rows = parted(grid, own, read) if table is None and not grid.named else None
        if rows is not None:
            table = _table(rows, own, read)
        if table is not None:
            held = set(inside)
            kept = [
                _holding(table, grid, own) if index == inside[0] else line
                for index, line in enumerate(kept)
                if index == inside[0] or index not in held
            ]
    return kept


def _touches(line: Line, grid: Grid) -> bool:
    return (
        line.table is None
        and grid.rows[-1] < line.top + line.size / 3 < grid.rows[0]
        and line.left < grid.columns[-1]
        and line.right > grid.columns[0]
    )


def _within(line: Line, grid: Grid) -> bool:
    return (
        line.left > grid.columns[0] - line.size
        and line.right < grid.columns[-1] + line.size
        and line.bottom > grid.rows[-1] - line.size
    )


def _holding(table: RuledTable, grid: Grid, own: Sequence[Line]) -> Line:
    """One line in the place of those that make up the table."""
    first = own[0]
    text = " ".join(cell for row in table.rows for cell in row.values())
    return Line(
        first.page, text, round(grid.columns[0], 1), round(grid.columns[-1], 1), first.top,
        round(grid.rows[-1], 1), first.size, False, False, table=table,
    )  # fmt: skip


def _table(grid: Grid, lines: Sequence[Line], read: Read) -> RuledTable | None:
    """The cells of a grid, or None when it is a drawing or a frame around text."""
    height, width = len(grid.rows) - 1, len(grid.columns) - 1
    if height * width > _MAX_CELLS:
        return None
    rows: list[dict[int, str]] = [{} for _ in range(height)]
    spans: list[dict[int, int]] = [{} for _ in range(height)]
    words: Counter[str] = Counter()
    for top, left, below, beyond in _cells(grid):
        box = (
            grid.columns[left] + _INSIDE, grid.rows[below] + _INSIDE,
            grid.columns[beyond] - _INSIDE, grid.rows[top] - _INSIDE,
        )  # fmt: skip
        text = read(box).strip()
        if not text:
            continue
        words.update(text.split())
        for row in range(top, below if left == 0 or top == 0 else top + 1):
            rows[row][left] = text
        if beyond - left > 1:
            spans[top][left] = beyond - left
    filled = sum(len(row) > 1 for row in rows)
    if filled < 2 or filled < _MIN_FILLED * height:  # noqa: PLR2004 - rows
        return None
    if grid.guessed and len(rows[-1]) < 2:  # noqa: PLR2004 - a lone cell may be what follows
        return None
    if words != _words(lines) or _stacked(grid, lines, read):
        return None
    return RuledTable(tuple(rows), tuple(spans), grid.columns, _named(grid, lines), grid.open)


def _words(lines: Sequence[Line]) -> Counter[str]:
    """The words of lines; where a rule goes through one, or two cells hold it, it is no table."""
    text = "\n".join(line.text for line in lines)
    return Counter(text.replace(f"{HYPHEN}\n", HYPHEN).split())


def _cells(grid: Grid) -> list[tuple[int, int, int, int]]:
    """First row and column of each cell, and the row and column behind its last."""
    height, width = len(grid.rows) - 1, len(grid.columns) - 1
    taken: set[tuple[int, int]] = set()
    found = []
    for row in range(height):
        for column in range(width):
            if (row, column) in taken:
                continue
            beyond, below = column + 1, row + 1
            while beyond < width and not grid.parts_columns(row, beyond - 1):
                beyond += 1
            while below < height and not any(
                grid.parts_rows(below - 1, each) or (below, each) in taken
                for each in range(column, beyond)
            ):
                below += 1
            taken.update((r, c) for r in range(row, below) for c in range(column, beyond))
            found.append((row, column, below, beyond))
    return found


def _stacked(grid: Grid, lines: Sequence[Line], read: Read) -> bool:
    """True when a row of the grid holds several rows of the table: nothing parts these."""
    width = len(grid.columns) - 1
    for top, bottom in pairwise(grid.rows):
        filled = cells_beside(grid, lines, top, bottom, read)
        if len(filled) >= _STACKED and all(len(cells) == width for cells in filled):
            return True
    return False


def _named(grid: Grid, lines: Sequence[Line]) -> bool | None:
    """True when the first row alone is bold, so that it names the columns."""
    if grid.named:
        return True
    head = [line.bold for line in lines if line.top + line.size / 3 > grid.rows[1]]
    body = [line.bold for line in lines if line.top + line.size / 3 <= grid.rows[1]]
    return True if head and all(head) and body and not all(body) else None
