"""Rows of a PDF without rules put into columns, by where their cells stand on the page."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace

from assay_documents.pdf.lines import Line

MAX_CELLS = 200  # of one row; a line with more is no row of a table
_MARKS = "•●▪■ "  # of items whose parts stand in columns
_SAME_EDGE = 6.0  # points between the edges of two cells that stand in line
_FAR = 15.0  # points from which on a cell stands in no column of the rows around it
_OFF_CENTRE = 0.3  # of the width of some columns, by which a name may stand beside their middle
_BESIDE = 6.0  # points by which a name may stand beside the middle, or the edges, of its columns
_NARROW = 1.25  # width of a gap that is narrow, in sizes of the type
_MAX_LABELS = 2  # columns that name the rows
_COVERED = 0.5  # share of the width of a column that a cell over several columns goes over


@dataclass(slots=True)
class _Column:
    left: float
    right: float


@dataclass(frozen=True, slots=True)
class _Cell:
    left: float
    right: float
    text: str

    @property
    def middle(self) -> float:
        return (self.left + self.right) / 2


@dataclass(frozen=True, slots=True)
class LaidOut:
    """The rows of a table: cells by column, and over how many columns they go if over several."""

    rows: list[dict[int, str]]
    spans: list[dict[int, int]]


def cells_of(line: Line) -> list[_Cell]:
    """The parts of a line between its gaps."""
    starts = [(0, line.left), *line.gaps]
    ends = [*(at for at, _ in line.gaps), len(line.text)]
    rights = [*line.ends, line.right]
    return [
        _Cell(left, max(left, right), line.text[start:end].strip().lstrip(_MARKS))
        for (start, left), end, right in zip(starts, ends, rights, strict=True)
    ]


def in_line(before: Line, after: Line) -> bool:
    """True when a cell of one line stands in line with one of the other: left, right or centred."""
    one, two = cells_of(before), cells_of(after)
    if len(one) > MAX_CELLS or len(two) > MAX_CELLS:
        return False
    return (
        _near([each.left for each in one], [each.left for each in two])
        or _near([each.right for each in one], [each.right for each in two])
        or _near([each.middle for each in one], [each.middle for each in two])
    )


def names_groups(above: Line, below: Line) -> bool:
    """True when each part of a line stands in the middle above as many cells of the next one."""
    names, cells = _names_and_cells([above], [below])
    return bool(_over_equal_groups(names, cells)[0])


def groups_below(above: Sequence[Line], below: Sequence[Line]) -> dict[int, int]:
    """The cells below each part of what stands side by side: the first, and how many there are.

    Nothing where a part does not stand in the middle above its cells.
    """
    return _over_groups(*_names_and_cells(above, below))


def _names_and_cells(
    above: Sequence[Line], below: Sequence[Line]
) -> tuple[list[_Cell], list[_Column]]:
    """The parts of some lines and the cells below them, of which there must be more."""
    names = [cell for line in above for cell in cells_of(line)]
    cells = [cell for line in below for cell in cells_of(line)]
    if len(cells) > MAX_CELLS or len(names) >= len(cells):
        return [], []
    return names, [_Column(cell.left, cell.right) for cell in cells]


def stands_over(above: Line, below: Line) -> bool:
    """True when each of several cells of a line stands above its own cell of the next one.

    The first cell of the next line may have nothing above it: it names a row.
    """
    names, cells = cells_of(above), cells_of(below)
    shift = len(cells) - len(names)
    if len(names) < 2 or shift not in (0, 1) or len(cells) > MAX_CELLS:  # noqa: PLR2004 - columns
        return False
    return _in_turn(names, [_Column(cell.left, cell.right) for cell in cells], shift)


def _in_turn(row: Sequence[_Cell], columns: Sequence[_Column], shift: int) -> bool:
    """True when no cell of a row reaches a column beside its own, the first being `shift`."""
    for at, cell in enumerate(row, shift):
        if at > 0 and cell.left < columns[at - 1].right:
            return False
        if at + 1 < len(columns) and cell.right > columns[at + 1].left:
            return False
    return True


def _near(one: Sequence[float], two: Sequence[float]) -> bool:
    """True when a number of one list is close to one of the other."""
    ordered = sorted(two)
    for each in one:
        at = bisect_left(ordered, each - _SAME_EDGE)
        if at < len(ordered) and ordered[at] < each + _SAME_EDGE:
            return True
    return False


def lay_out(lines: Sequence[Line]) -> LaidOut:
    """The cells of all lines by column, columns counted from left to right."""
    rows = [cells_of(line) for line in _with_narrow_gaps(lines)]
    columns = _columns(rows)
    full = next((at for at, row in enumerate(rows) if len(row) == len(columns)), len(rows))
    cells: list[dict[int, str]] = []
    spans: list[dict[int, int]] = []
    for at, row in enumerate(rows):
        wide = _over_groups(row, columns) if at < full else {}
        if not wide:
            wide = {number: 1 for number, _ in enumerate(row)} if len(row) == len(columns) else {}
        if not wide and at < full and len(row) + 1 == len(columns) and _in_turn(row, columns, 1):
            wide = {number: 1 for number in range(1, len(columns))}  # nothing above the rows' names
        placed = wide if wide else _placed(row, columns)
        cells.append({column: cell.text for column, cell in zip(placed, row, strict=True)})
        spans.append({column: count for column, count in placed.items() if count > 1})
    return LaidOut(cells, spans)


def _with_narrow_gaps(lines: Sequence[Line]) -> list[Line]:
    """The lines, parted as well at spaces that are only wide where other lines have a gap."""
    most = max(len(line.gaps) for line in lines)
    lefts = sorted(left for line in lines if len(line.gaps) == most for _, left in line.gaps)
    return [_parted(line, lefts, most) for line in lines]


def _parted(line: Line, lefts: Sequence[float], most: int) -> Line:
    known = {left for _, left in line.gaps}
    more = [
        (at, left)
        for at, left in line.near
        if left not in known and line.text[at - 1 : at] == " " and _near([left], lefts)
    ]
    if not more or len(line.gaps) + len(more) > most:
        return line
    found = ((gap, gap[1] - _NARROW * line.size) for gap in more)
    gaps = sorted([*zip(line.gaps, line.ends, strict=True), *found])
    return replace(line, gaps=tuple(gap for gap, _ in gaps), ends=tuple(end for _, end in gaps))


def _columns(rows: Sequence[Sequence[_Cell]]) -> list[_Column]:
    """The columns of a table from left to right; rows with many cells tell most about them."""
    columns: list[_Column] = []
    for row in sorted(rows, key=len, reverse=True):
        if len(row) == len(columns):
            for cell, column in zip(row, columns, strict=True):
                _widen(columns, column, cell)
            continue
        for cell in row:
            first, last = _under(cell, columns)
            if last - first == 1:
                _widen(columns, columns[first], cell)
            elif last == first and (len(row) > len(columns) or _apart(cell, columns, first)):
                columns.insert(first, _Column(cell.left, cell.right))
    return columns


def _apart(cell: _Cell, columns: Sequence[_Column], at: int) -> bool:
    """True for a cell that is far from the columns on both sides of it."""
    before = at == 0 or cell.left - columns[at - 1].right > _FAR
    return before and (at == len(columns) or columns[at].left - cell.right > _FAR)


def _under(cell: _Cell, columns: Sequence[_Column]) -> tuple[int, int]:
    """The columns that a cell touches: the number of the first, and that behind the last."""
    first = bisect_left(columns, cell.left, key=lambda column: column.right)
    last = bisect_left(columns, cell.right, key=lambda column: column.left)
    return first, max(first, last)


def _widen(columns: Sequence[_Column], column: _Column, cell: _Cell) -> None:
    """Let a column hold a cell as far as the columns beside it allow."""
    at = bisect_left(columns, column.left, key=lambda each: each.left)
    if at > 0:
        column.left = max(min(column.left, cell.left), min(columns[at - 1].right, column.left))
    else:
        column.left = min(column.left, cell.left)
    if at + 1 < len(columns):
        beyond = max(columns[at + 1].left, column.right)
        column.right = min(max(column.right, cell.right), beyond)
    else:
        column.right = max(column.right, cell.right)


def _placed(row: Sequence[_Cell], columns: Sequence[_Column]) -> dict[int, int]:
    """The column of each cell, in their order, and how many it goes over."""
    placed: dict[int, int] = {}
    free = 0  # columns before this one are taken
    for number, cell in enumerate(row):
        most = len(columns) - (len(row) - number - 1)  # what is left for the cells that follow
        first, last = _under(cell, columns)
        covered = [at for at in range(first, last) if _share(cell, columns[at]) >= _COVERED]
        if last - first > 1 and len(covered) > 1:
            first, last = covered[0], covered[-1] + 1
        elif last > first:
            first = max(range(first, last), key=lambda at: _overlap(cell, columns[at]))
            last = first + 1
        else:
            first = _nearest(cell, columns, first)
            last = first + 1
        first = min(max(first, free), most - 1)
        last = max(first + 1, min(last, most))
        placed[first] = last - first
        free = last
    return placed


def _overlap(cell: _Cell, column: _Column) -> float:
    return min(cell.right, column.right) - max(cell.left, column.left)


def _share(cell: _Cell, column: _Column) -> float:
    return _overlap(cell, column) / max(column.right - column.left, 1.0)


def _nearest(cell: _Cell, columns: Sequence[_Column], at: int) -> int:
    """The nearer of the two columns between which a cell stands."""
    if at == 0 or at == len(columns):
        return max(0, at - 1)
    before, after = cell.left - columns[at - 1].right, columns[at].left - cell.right
    return at - 1 if before <= after else at


def _over_groups(row: Sequence[_Cell], columns: Sequence[_Column]) -> dict[int, int]:
    """Where the cells of a row of names stand above the columns: the first of each, and how many.

    Nothing where a cell does not stand in the middle above its columns, or above one alone. Up to
    two columns at the left may have no such name: they name the rows.
    """
    equal, off = _over_equal_groups(row, columns)
    other, beside = _over_other_groups(row, columns)
    return other if other and (not equal or beside < off) else equal


def _over_equal_groups(
    row: Sequence[_Cell], columns: Sequence[_Column]
) -> tuple[dict[int, int], float]:
    """Names above as many columns each, and by how much one stands beside their middle."""
    best, beside, found = _OFF_CENTRE, 0.0, {}
    for first in range(_MAX_LABELS + 1 if row else 0):
        width, rest = divmod(len(columns) - first, len(row))
        if rest or width < 2:  # noqa: PLR2004 - over one column it is a plain name
            continue
        groups = [
            _Column(columns[start].left, columns[start + width - 1].right)
            for start in range(first, len(columns), width)
        ]
        if not _in_turn(row, [*columns[:first], *groups], first):
            continue
        off = max(map(_off_centre, row, groups))
        if off < best:
            best, found = off, {first + number * width: width for number in range(len(row))}
            beside = max(abs(c.middle - _middle(g)) for c, g in zip(row, groups, strict=True))
    return found, beside


def _over_other_groups(
    row: Sequence[_Cell], columns: Sequence[_Column]
) -> tuple[dict[int, int], float]:
    """Names above one column or several: each begins where the one before it ends."""
    best, found = _BESIDE, {}
    for first in range(_MAX_LABELS + 1 if row else 0):
        groups: dict[int, int] = {}
        at, worst = first, 0.0
        for cell in row:
            if at >= len(columns):
                break
            end = at + 1
            beside = _beside(cell, columns, at, end)
            while end < len(columns) and (wider := _beside(cell, columns, at, end + 1)) < beside:
                end, beside = end + 1, wider
            groups[at], worst = end - at, max(worst, beside)
            at = end
        whole = at == len(columns) and len(groups) == len(row) and max(groups.values()) > 1
        if whole and worst < best:
            best, found = worst, groups
    return found, best


def _beside(cell: _Cell, columns: Sequence[_Column], at: int, end: int) -> float:
    """By how many points a name stands beside the middle of columns, or beside a column's edges."""
    here = columns[at]
    if end - at > 1:
        return abs(cell.middle - (here.left + columns[end - 1].right) / 2)
    return min(
        abs(cell.middle - _middle(here)), abs(cell.left - here.left), abs(cell.right - here.right)
    )


def _middle(column: _Column) -> float:
    return (column.left + column.right) / 2


def _off_centre(cell: _Cell, group: _Column) -> float:
    """How far a name stands beside the middle of some columns, in widths of these."""
    return abs(cell.middle - _middle(group)) / max(group.right - group.left, 1.0)
