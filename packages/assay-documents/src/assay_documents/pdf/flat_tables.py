"""Tables with rules across alone, as books set them: above and below the names, and at the end.

Columns are where the names and the cells of most rows begin. All that is unclear is left as it is:
a paragraph between two rules must never become a table.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from assay_documents.pdf.lines import Line
from assay_documents.pdf.rules import TOUCH, Grid, Rule, positions

Box = tuple[float, float, float, float]  # left, bottom, right, top
_MIN_WIDTH = 80.0
_MIN_RULES = 3  # above the names, below them, and at the end
_MAX_HEAD = 3  # lines of names
_MAX_LINES = 120  # of a table on one page
_SAME_LINE = 2.0
_BESIDE = 2.0  # points that a column begins left of its cells
_MAX_FIRST = 32  # characters of a line of the first column: columns of running text have more
_MIN_ROWS = 2


@dataclass(frozen=True, slots=True)
class _Strip:
    """What stands side by side on one line: where each part begins, and how long the first is."""

    top: float
    bottom: float
    size: float
    starts: tuple[float, ...]
    first: int


def flat_grids(across: Sequence[Rule], down: Sequence[Rule], lines: Sequence[Line]) -> list[Grid]:
    """The grids of tables that have only rules across, of the same length."""
    grids: list[Grid] = []
    for rules in _same_length(across):
        heights = list(reversed(positions(rules)))
        left, right = rules[0].start, rules[0].end
        framed = any(
            left - TOUCH <= rule.at <= right + TOUCH
            and rule.start < heights[0] - TOUCH
            and rule.end > heights[-1] + TOUCH
            for rule in down
        )
        if framed or len(heights) > _MAX_LINES:
            continue
        bands = [_strips(lines, left, right, *pair) for pair in pairwise(heights)]
        at = 0
        while at + _MIN_RULES <= len(heights):
            found = _grid(heights[at:], left, right, bands[at:])
            if found is None:
                at += 1
            else:
                grids.append(found[0])
                at += found[1]
    return grids


def _same_length(across: Sequence[Rule]) -> Iterator[list[Rule]]:
    """Rules that begin and end below each other, where there are enough of them."""
    groups: dict[tuple[int, int], list[Rule]] = defaultdict(list)
    for rule in across:
        groups[round(rule.start / TOUCH), round(rule.end / TOUCH)].append(rule)
    for group in groups.values():
        if len(group) >= _MIN_RULES and group[0].end - group[0].start >= _MIN_WIDTH:
            yield group


def _grid(
    heights: Sequence[float], left: float, right: float, between: Sequence[list[_Strip]]
) -> tuple[Grid, int] | None:
    """The table below the first of the rules, and the number of its last rule."""
    head = between[0]
    width = max((len(strip.starts) for strip in head), default=0)
    if not 1 <= len(head) <= _MAX_HEAD or width < 2:  # noqa: PLR2004 - columns
        return None
    bands: list[list[_Strip]] = []
    for band in between[1:]:
        if not band or not _is_body(band, width):
            break
        bands.append(band)
    columns = _columns([*head, *(strip for band in bands for strip in band)], width, left, right)
    rows: list[list[_Strip]] = []
    for band in bands if columns else ():
        rows += _rows(band, [_filled(strip, columns) for strip in band], len(columns) - 1)
    if len(rows) < _MIN_ROWS or any(not row for row in rows):
        return None
    last = len(bands) + 1
    edges = [heights[0], heights[1], *_between(rows), heights[last]]
    return _full(tuple(edges), tuple(columns)), last


def _strips(
    lines: Sequence[Line], left: float, right: float, top: float, bottom: float
) -> list[_Strip]:
    """What stands between two rules, from the top to the bottom; nothing if a line goes beyond."""
    own = [line for line in lines if bottom < line.top + line.size / 3 < top]
    own = [line for line in own if line.right > left and line.left < right]
    beyond = any(each.left < left - each.size or each.right > right + each.size for each in own)
    if (
        beyond
        or len(own) > _MAX_LINES
        or any(line.table or line.bottom != line.top for line in own)
    ):
        return []
    groups: list[list[Line]] = []
    for line in sorted(own, key=lambda line: -line.top):
        if groups and groups[-1][0].top - line.top <= _SAME_LINE:
            groups[-1].append(line)
        else:
            groups.append([line])
    return [_strip(group) for group in groups]


def _strip(group: Sequence[Line]) -> _Strip:
    order = sorted(group, key=lambda line: line.left)
    starts = [place for line in order for place in (line.left, *(left for _, left in line.near))]
    first = order[0].near[0][0] if order[0].near else len(order[0].text)
    top, size = max(line.top for line in group), max(line.size for line in group)
    return _Strip(top, min(line.bottom for line in group), size, tuple(starts), first)


def _is_body(band: Sequence[_Strip], width: int) -> bool:
    """True for rows of cells: none has more than there are names, some have as many."""
    beside = [strip for strip in band if len(strip.starts) > 1]
    long = sum(strip.first for strip in beside) > _MAX_FIRST * len(beside)
    return bool(beside) and not long and all(len(strip.starts) <= width for strip in band)


def _columns(strips: Sequence[_Strip], width: int, left: float, right: float) -> list[float]:
    """Where columns begin, and the right end; nothing where too few rows are full."""
    full = [strip.starts for strip in strips if len(strip.starts) == width]
    if len(full) < _MIN_ROWS:
        return []
    begin = [min(starts) - _BESIDE for starts in zip(*full, strict=True)]
    end = [max(starts) for starts in zip(*full, strict=True)]
    if any(after <= before for before, after in zip(end, begin[1:], strict=False)):
        return []
    return [min(left, begin[0]) - _BESIDE, *begin[1:], right + _BESIDE]


def _rows(band: Sequence[_Strip], filled: Sequence[set[int]], width: int) -> list[list[_Strip]]:
    """The lines of each row; a line without a first cell goes on with the row above it.

    One with the first cell alone may be a title of some rows or the rest of a name: then nothing
    is certain, and one empty row says so, unless the rules stand around a single row.
    """
    begun = [0 in cells and len(cells) > 1 for cells in filled]
    if sum(begun) == 1 and begun[0]:
        return [list(band)]
    rows: list[list[_Strip]] = []
    for strip, cells in zip(band, filled, strict=True):
        whole = len(cells) == width - 1 > 1  # all but the first, which holds for several rows
        if cells == {0} or (not rows and 0 not in cells):
            return [[]]
        if 0 in cells or whole:
            rows.append([strip])
        else:
            rows[-1].append(strip)
    return rows


def cells_beside(
    grid: Grid, lines: Sequence[Line], top: float, bottom: float, read: Callable[[Box], str]
) -> list[set[int]]:
    """The columns that are filled on each line between two heights of a grid."""
    band = _strips(lines, grid.columns[0], grid.columns[-1], top, bottom)
    return [_read(strip, grid.columns, read) for strip in band]


def parted(grid: Grid, lines: Sequence[Line], read: Callable[[Box], str]) -> Grid | None:
    """A grid with rules around all of its rows, parted into these; None if it cannot be.

    Many are drawn with rules below the names and at the end, and others between the columns.
    """
    left, right = grid.columns[0], grid.columns[-1]
    edges = list(grid.rows[:2])
    for top, bottom in pairwise(grid.rows[1:]):
        band = _strips(lines, left, right, top, bottom)
        filled = cells_beside(grid, lines, top, bottom, read)
        rows = _rows(band, filled, len(grid.columns) - 1)
        if not all(rows) or not rows:
            return None
        edges += [*_between(rows), bottom]
    if len(edges) == len(grid.rows):
        return None
    across = tuple((Rule(edge, left, right),) for edge in edges)
    return replace(grid, rows=tuple(edges), across=across, named=True)


def _read(strip: _Strip, columns: Sequence[float], read: Callable[[Box], str]) -> set[int]:
    """The columns in which something stands on a line."""
    low, high = strip.bottom - strip.size / 4, strip.top + strip.size * 0.7
    boxes = ((left + 1, low, right - 1, high) for left, right in pairwise(columns))
    return {number for number, box in enumerate(boxes) if read(box).strip()}


def _filled(strip: _Strip, columns: Sequence[float]) -> set[int]:
    return {
        number
        for start in strip.starts
        for number, (left, right) in enumerate(pairwise(columns))
        if left <= start < right
    }


def _between(rows: Sequence[Sequence[_Strip]]) -> list[float]:
    """Heights that part the rows."""
    return [
        (above[-1].bottom - above[-1].size / 4 + below[0].top + below[0].size * 0.8) / 2
        for above, below in pairwise(rows)
    ]


def _full(rows: tuple[float, ...], columns: tuple[float, ...]) -> Grid:
    """A grid with rules everywhere."""
    across = tuple((Rule(row, columns[0], columns[-1]),) for row in rows)
    down = tuple((Rule(column, rows[-1], rows[0]),) for column in columns)
    return Grid(rows, columns, across, down, named=True)
