"""Tables with rules across alone: above and below the names and at the end, or below each row.

Columns are where the names and the cells of most rows begin. All that is unclear is left as it is:
a paragraph between two rules must never become a table.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from assay_documents.pdf.lines import Line
from assay_documents.pdf.tables.columns import groups_below
from assay_documents.pdf.tables.rules import TOUCH, Grid, Rule, positions
from assay_documents.pdf.tables.strips import (
    MAX_HEAD,
    MAX_LINES,
    NEXT_LINE,
    Strip,
    names_above,
    strips_between,
    width_of,
)

Box = tuple[float, float, float, float]  # left, bottom, right, top
_MIN_WIDTH = 80.0
_MIN_RULES = 3  # above the names, below them, and at the end
_BESIDE = 2.0  # points that a column begins left of its cells
_MAX_FIRST = 32  # characters of a line of the first column: columns of running text have more
_MIN_ROWS = 2
_APART = 1.1  # times the distance of lines, by which rows stand apart at least
_CLOSE = 3.0  # times the size of the type between the rules around a lone cell


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
        if framed or len(heights) > MAX_LINES:
            continue
        bands = [strips_between(lines, left, right, *pair) for pair in pairwise(heights)]
        at = 0
        names = names_above(lines, left, right, heights[0])
        if names and width_of(names) >= width_of(bands[0]):
            heights.insert(0, names[0].top + names[0].size)
            bands.insert(0, names)
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
    heights: Sequence[float], left: float, right: float, between: Sequence[list[Strip]]
) -> tuple[Grid, int] | None:
    """The table below the first of the rules, and the number of its last rule."""
    head = between[0]
    width = width_of(head)
    if not 1 <= len(head) <= MAX_HEAD or width < 2:  # noqa: PLR2004 - columns
        return None
    bands = _body(between[1:], width, heights[1:])
    strips = [strip for band in bands for strip in band]
    columns = _columns([*head, *strips], width, left, right)
    columns = columns or _below_names(head, strips, left, right)
    rows: list[list[Strip]] = []
    if columns and _is_one_each(bands, columns):
        rows = [list(band) for band in bands]
    else:
        for band in bands if columns else ():
            rows += _rows(band, [_filled(strip, columns) for strip in band], len(columns) - 1)
    if len(rows) < _MIN_ROWS or any(not row for row in rows):
        return None
    last = len(bands) + 1
    edges = [heights[0], heights[1], *_between(rows), heights[last]]
    grid = _full(tuple(edges), tuple(columns))
    return _with_groups(grid, head), last


def _with_groups(grid: Grid, head: Sequence[Strip]) -> Grid:
    """The grid with a row of its own for names that stand above several columns each."""
    over, *below = head
    names = max(below, key=lambda strip: len(strip.starts), default=over)
    if len(names.starts) != sum(len(line.gaps) + 1 for line in names.lines):
        return grid
    groups = groups_below(over.lines, names.lines)
    edge = _between([[over], [names]])[0]
    inside = {names.starts[at] for first, n in groups.items() for at in range(first + 1, first + n)}
    down = tuple(
        (Rule(column, rules[0].start, edge),)
        if any(column <= start < beyond for start in inside)
        else rules
        for rules, column, beyond in zip(
            grid.down, grid.columns, [*grid.columns[1:], 0.0], strict=True
        )
    )
    rows = (grid.rows[0], edge, *grid.rows[1:])
    across = tuple((Rule(row, grid.columns[0], grid.columns[-1]),) for row in rows)
    return replace(grid, rows=rows, across=across, down=down) if groups else grid


def _body(bands: Sequence[list[Strip]], width: int, heights: Sequence[float]) -> list[list[Strip]]:
    """The bands that hold rows of cells: none has more than there are names, some have several.

    A row of one cell may stand between them, where rules are close above and below it.
    """
    body: list[list[Strip]] = []
    for band, (top, bottom) in zip(bands, pairwise(heights), strict=False):
        if not 0 < width_of(band) <= width:
            break
        if width_of(band) == 1 and (len(band) > 1 or top - bottom > _CLOSE * band[0].size):
            break
        body.append(band)
    while body and width_of(body[-1]) == 1:
        del body[-1]
    beside = [strip for band in body for strip in band if len(strip.starts) > 1]
    long = sum(strip.first for strip in beside) > _MAX_FIRST * len(beside)
    return [] if long else body


def _below_names(
    head: Sequence[Strip], body: Sequence[Strip], left: float, right: float
) -> list[float]:
    """Where columns begin if each cell begins where a name does, and the right end."""
    begin = max(head, key=lambda strip: len(strip.starts)).starts
    if any(min(abs(start - name) for name in begin) > _BESIDE for s in body for start in s.starts):
        return []
    inner = [start - _BESIDE for start in begin]
    return [min(left, inner[0]) - _BESIDE, *inner[1:], right + _BESIDE]


def _is_one_each(bands: Sequence[Sequence[Strip]], columns: Sequence[float]) -> bool:
    """True when a rule is drawn below each row: between most rules one row begins."""
    begun = [sum({0} < _filled(strip, columns) for strip in band) for band in bands]
    return len(bands) > _MIN_ROWS and 2 * sum(count <= 1 for count in begun) > len(begun)


def _columns(strips: Sequence[Strip], width: int, left: float, right: float) -> list[float]:
    """Where columns begin, and the right end; nothing where too few rows are full."""
    full = [strip.starts for strip in strips if len(strip.starts) == width]
    if len(full) < _MIN_ROWS:
        return []
    begin = [min(starts) - _BESIDE for starts in zip(*full, strict=True)]
    end = [max(starts) for starts in zip(*full, strict=True)]
    if any(after <= before for before, after in zip(end, begin[1:], strict=False)):
        return []
    return [min(left, begin[0]) - _BESIDE, *begin[1:], right + _BESIDE]


def _rows(band: Sequence[Strip], filled: Sequence[set[int]], width: int) -> list[list[Strip]]:
    """The lines of each row; a line without a first cell goes on with the row above it.

    One with the first cell alone may be a title of some rows or the rest of a name: then nothing
    is certain, and one empty row says so, unless the rules stand around a single row.
    """
    if rows := _set_apart(band, filled, width):
        return rows
    begun = [0 in cells and len(cells) > 1 for cells in filled]
    if sum(begun) == 1 and begun[0]:
        return [list(band)]
    for strip, cells in zip(band, filled, strict=True):
        whole = len(cells) == width - 1 > 1  # all but the first, which holds for several rows
        if cells == {0} or (not rows and 0 not in cells):
            return [[]]
        if 0 in cells or whole:
            rows.append([strip])
        else:
            rows[-1].append(strip)
    return rows


def _set_apart(band: Sequence[Strip], filled: Sequence[set[int]], width: int) -> list[list[Strip]]:
    """The lines of each row where rows stand further apart than lines do; nothing where not.

    Lines that fill all columns are rows by themselves, and what is between them parts groups.
    """
    falls = [above.top - below.top for above, below in pairwise(band)]
    if not falls or max(falls) < _APART * min(falls) or min(falls) > NEXT_LINE * band[0].size:
        return []
    rows, cells = [[band[0]]], [set(filled[0])]
    full = 0
    for strip, fall, here in zip(band[1:], falls, filled[1:], strict=True):
        if fall < (1 + _APART) / 2 * min(falls):
            rows[-1].append(strip)
            cells[-1] |= here
            full += len(here) == width
        else:
            rows.append([strip])
            cells.append(set(here))
    sure = all(0 in each and len(each) > 1 for each in cells)
    return rows if sure and 2 * full <= len(band) - len(rows) else []


def cells_beside(
    grid: Grid, lines: Sequence[Line], top: float, bottom: float, read: Callable[[Box], str]
) -> list[set[int]]:
    """The columns that are filled on each line between two heights of a grid."""
    band = strips_between(lines, grid.columns[0], grid.columns[-1], top, bottom)
    return [_read(strip, grid.columns, read) for strip in band]


def parted(grid: Grid, lines: Sequence[Line], read: Callable[[Box], str]) -> Grid | None:
    """A grid with rules around all of its rows, parted into these; None if it cannot be.

    Many are drawn with rules below the names and at the end, and others between the columns.
    """
    left, right = grid.columns[0], grid.columns[-1]
    edges = list(grid.rows[:2])
    for top, bottom in pairwise(grid.rows[1:]):
        band = strips_between(lines, left, right, top, bottom)
        filled = cells_beside(grid, lines, top, bottom, read)
        rows = _rows(band, filled, len(grid.columns) - 1)
        if not all(rows) or not rows:
            return None
        edges += [*_between(rows), bottom]
    if len(edges) == len(grid.rows):
        return None
    across = tuple((Rule(edge, left, right),) for edge in edges)
    return replace(grid, rows=tuple(edges), across=across, named=True)


def _read(strip: Strip, columns: Sequence[float], read: Callable[[Box], str]) -> set[int]:
    """The columns in which something stands on a line."""
    low, high = strip.bottom - strip.size / 4, strip.top + strip.size * 0.7
    boxes = ((left + 1, low, right - 1, high) for left, right in pairwise(columns))
    return {number for number, box in enumerate(boxes) if read(box).strip()}


def _filled(strip: Strip, columns: Sequence[float]) -> set[int]:
    return {
        number
        for start in strip.starts
        for number, (left, right) in enumerate(pairwise(columns))
        if left <= start < right
    }


def _between(rows: Sequence[Sequence[Strip]]) -> list[float]:
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
