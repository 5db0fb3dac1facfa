"""Rows of a table whose cells have several lines each, which a page draws cell after cell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from assay_documents.pdf.lines import HYPHEN, Line
from assay_documents.pdf.tables.columns import cells_of

_MIN_CELLS = 3  # two side by side may as well be the columns of a page
_MAX_LINES = 5  # of a cell below its first
_SAME_HEIGHT = 0.3  # times the size of the type
_NEXT_LINE = (0.8, 1.7)  # times the size of the type, by which the next line of a cell stands lower
_SET_IN = 3.0  # points by which a line of a cell may begin left of the one above it
_SAME_SIZE = 0.1


@dataclass(slots=True)
class _Stack:
    """The lines of a cell so far."""

    left: float
    right: float
    text: str

    def add(self, line: Line) -> None:
        space = "" if self.text.endswith(HYPHEN) else " "
        self.text = f"{self.text}{space}{line.text}"
        self.left, self.right = min(self.left, line.left), max(self.right, line.right)


def wrapped_rows(page: Sequence[Line]) -> list[Line]:
    """The lines of a page, the lines of cells that were drawn one after the other put in rows.

    After the lower lines of a cell the page goes back up, to the height of its first line.
    """
    lines: list[Line] = []
    at = 0
    while at < len(page):
        row, taken = _row(page, at)
        lines.append(row)
        at += taken
    return lines


def _row(page: Sequence[Line], at: int) -> tuple[Line, int]:
    """The row that begins with a line, or the line itself, and how many lines it takes."""
    first = page[at]
    if first.table or first.mono:
        return first, 1
    cells = _stacks(first)
    waiting: list[Line] = []  # lower lines of the last cell, if the page goes up again
    lowest, back, end = first.bottom, False, at + 1
    floor = first.bottom  # of the last cell so far
    for number in range(at + 1, len(page)):
        line = page[number]
        if line.table or line.mono or abs(line.size - first.size) > _SAME_SIZE * first.size:
            break
        above = waiting[-1] if waiting else None
        if _beside(first, cells, line):
            for each in waiting:
                cells[-1].add(each)
                lowest = min(lowest, each.bottom)
            back = back or bool(waiting) or first.top - lowest > _SAME_HEIGHT * first.size
            waiting, floor = [], line.bottom
            cells += _stacks(line)
            end = number + 1
        elif (
            _below(first, cells[-1], above.bottom if above else floor, line)
            and len(waiting) < _MAX_LINES
        ):
            waiting.append(line)
        else:
            break
    if not back or len(cells) < _MIN_CELLS:
        return first, 1
    return _joined(first, cells, lowest), end - at


def _stacks(line: Line) -> list[_Stack]:
    return [_Stack(cell.left, cell.right, cell.text) for cell in cells_of(line)]


def _beside(first: Line, cells: Sequence[_Stack], line: Line) -> bool:
    same = abs(line.top - first.top) <= _SAME_HEIGHT * first.size
    return same and line.left > max(cell.right for cell in cells)


def _below(first: Line, cell: _Stack, floor: float, line: Line) -> bool:
    """True for one more line of a cell, whose last one stands at that height."""
    fall = floor - line.top
    low, high = _NEXT_LINE
    return (
        low * first.size < fall < high * first.size
        and not line.gaps
        and line.right > cell.left
        and line.left < cell.right
    )


def _joined(first: Line, cells: Sequence[_Stack], lowest: float) -> Line:
    text, gaps = cells[0].text, []
    for cell in cells[1:]:
        gaps.append((len(text) + 1, cell.left))
        text = f"{text} {cell.text}"
    return replace(
        first,
        text=text,
        left=cells[0].left,
        right=max(cell.right for cell in cells),
        bottom=lowest,
        gaps=tuple(gaps),
        ends=tuple(cell.right for cell in cells[:-1]),
        starts=(),
        near=tuple(gaps),
    )
