"""Rows of a table whose cells have several lines each, which a page draws cell after cell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from assay_documents.pdf.lines import HYPHEN, Line
from assay_documents.pdf.tables.columns import cells_of

_MIN_CELLS = 3  # two side by side may as well be the columns of a page
_MAX_LINES = 5  # of a cell below its first
_MAX_ROW = 60  # lines of a row whose cells stand in its middle
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
    top: float = 0.0
    bottom: float = 0.0
    lines: int = 1

    @property
    def middle(self) -> float:
        return (self.top + self.bottom) / 2

    def add(self, line: Line) -> None:
        self.bottom, self.lines = line.bottom, self.lines + 1
        space = "" if self.text.endswith(HYPHEN) else " "
        self.text = f"{self.text}{space}{line.text}"
        self.left, self.right = min(self.left, line.left), max(self.right, line.right)


def wrapped_rows(page: Sequence[Line]) -> list[Line]:
    """The lines of a page, the lines of cells that were drawn one after the other put in rows.

    After the lower lines of a cell the page goes back up, to the height of its first line, or so
    far that the next cell stands in the middle of the row.
    """
    lines: list[Line] = []
    at = 0
    while at < len(page):
        row, taken = _centred_row(page, at) or _row(page, at)
        lines.append(row)
        at += taken
    return lines


def _centred_row(page: Sequence[Line], at: int) -> tuple[Line, int] | None:
    """The row that begins with a line, its cells in the middle of it, and how many lines it takes.

    None where what stands side by side has no middle in common, or one line each.
    """
    first = page[at]
    cells = _stacks(first)
    taken = 1
    for line in page[at + 1 : at + _MAX_ROW]:
        other = abs(line.size - first.size) > _SAME_SIZE * first.size
        if first.table or first.mono or line.table or line.mono or other:
            break
        if _below(first, cells[-1], cells[-1].bottom, line) and cells[-1].lines <= _MAX_LINES:
            cells[-1].add(line)
        elif line.left > max(cell.right for cell in cells) and _is_level(first, cells[0], line):
            cells += _stacks(line)
        else:
            break
        taken += 1
    middles = [cell.middle for cell in cells]
    if len(cells) < _MIN_CELLS or taken < 2 or max(cell.lines for cell in cells) < 2:  # noqa: PLR2004
        return None
    if max(middles) - min(middles) > _SAME_HEIGHT * first.size:
        return None
    top, bottom = max(cell.top for cell in cells), min(cell.bottom for cell in cells)
    return replace(_joined(first, cells, bottom), top=top), taken


def _is_level(first: Line, cell: _Stack, line: Line) -> bool:
    """True for a line that may stand in the row that a cell is in the middle of."""
    return abs(cell.middle - line.top) < _MAX_LINES * first.size


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
    return [
        _Stack(cell.left, cell.right, cell.text, line.top, line.bottom) for cell in cells_of(line)
    ]


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
