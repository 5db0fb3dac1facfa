"""The lines that are drawn on a page of a PDF, and the grids that they make up."""

from __future__ import annotations

import ctypes
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c

_MAX_OBJECTS = 20_000  # of a page that are looked at
_MAX_SEGMENTS = 2000  # more are a drawing, which no table needs
_STRAIGHT = 0.7  # points by which a rule may be askew
_MIN_LENGTH = 4.0
TOUCH = 3.0  # points between rules that meet, and between rules that are one
_MIN_LINES = 3  # of edges in each direction: two rows and two columns
_MIN_STRIPES = 2  # coloured rows, or groups of them, of a table
_BETWEEN = 1.6  # times the height of a coloured row, by which one without colour may be higher
_MIN_BEYOND = 2  # rules that end together, where a table has no rule at that side
_MAX_ROWS = 400
_MAX_COLUMNS = 40


@dataclass(frozen=True, slots=True)
class Rule:
    """A straight line: where it stands, and from where to where it goes."""

    at: float
    start: float
    end: float


@dataclass(frozen=True, slots=True)
class Grid:
    """Rules that meet: `rows` from the top to the bottom, `columns` from the left to the right.

    `across` holds the rules of each row, `down` those of each column; `named` tells that the first
    row names the columns, whatever it looks like; `open` that no rule is drawn below the last row;
    `guessed` that the last row may not belong to it.
    """

    rows: tuple[float, ...]
    columns: tuple[float, ...]
    across: tuple[tuple[Rule, ...], ...]
    down: tuple[tuple[Rule, ...], ...]
    named: bool = False
    open: bool = False
    guessed: bool = False

    def parts_rows(self, row: int, column: int) -> bool:
        """True when a rule is drawn between a cell and the one below it."""
        middle = (self.columns[column] + self.columns[column + 1]) / 2
        return _drawn(self.across[row + 1], middle)

    def parts_columns(self, row: int, column: int) -> bool:
        """True when a rule is drawn between a cell and the one to its right."""
        middle = (self.rows[row] + self.rows[row + 1]) / 2
        return _drawn(self.down[column + 1], middle)


def grids_of(across: Sequence[Rule], down: Sequence[Rule]) -> list[Grid]:
    """The grids that rules make up and that have at least two rows and two columns.

    Where no rule is drawn at a side, a grid ends where the rules that go there end.
    """
    grids = []
    for horizontal, vertical in _connected(across, down):
        if min(len(horizontal), len(vertical) + 1) < _MIN_BEYOND:
            continue
        rows, columns = positions(horizontal), positions(vertical)
        rows, columns = _with_ends(rows, vertical), _with_ends(columns, horizontal)
        is_open = rows[0] < min(rule.at for rule in horizontal) - TOUCH
        rows.reverse()
        if len(rows) <= _MAX_ROWS + 1 and _MIN_LINES <= len(columns) <= _MAX_COLUMNS + 1:
            drawn = _by(rows, horizontal), _by(columns, vertical)
            grids.append(Grid(tuple(rows), tuple(columns), *drawn, open=is_open))
    whole = [*_with_stripes(grids), *grids]
    return [grid for grid in whole if _MIN_LINES <= len(grid.rows) <= _MAX_ROWS + 1]


def _with_stripes(grids: Sequence[Grid]) -> Iterator[Grid]:
    """Grids of tables of which every other row alone is coloured: what is between is a row too.

    A row below the last coloured one is taken for one of the table if the page has it; so each
    table is given with that row, and without.
    """
    stack: list[Grid] = []
    for grid in [*sorted(grids, key=lambda each: -each.rows[0]), None]:
        if grid is not None and stack and _is_next_stripe(stack[-1], grid):
            stack.append(grid)
            continue
        if len(stack) >= _MIN_STRIPES:
            rows = tuple(row for each in stack for row in each.rows)
            last = rows[-1] - max(above - below for above, below in pairwise(rows))
            for edges in ((*rows, last), rows):
                across = tuple(
                    (Rule(row, stack[0].columns[0], stack[0].columns[-1]),) for row in edges
                )
                down = tuple((Rule(at, edges[-1], edges[0]),) for at in stack[0].columns)
                yield Grid(edges, stack[0].columns, across, down, guessed=edges != rows)
        stack = [grid] if grid is not None else []


def _is_next_stripe(above: Grid, below: Grid) -> bool:
    """True when a grid has the columns of the one above it, and room for one row between them."""
    heights = [top - bottom for each in (above, below) for top, bottom in pairwise(each.rows)]
    return (
        len(above.columns) == len(below.columns)
        and all(
            abs(one - two) <= TOUCH for one, two in zip(above.columns, below.columns, strict=True)
        )
        and TOUCH < above.rows[-1] - below.rows[0] < _BETWEEN * max(heights)
    )


def _with_ends(edges: Sequence[float], rules: Sequence[Rule]) -> list[float]:
    """The edges, and where rules end together beyond the first and the last of them."""
    before = [rule.start for rule in rules if rule.start < edges[0] - 2 * TOUCH]
    behind = [rule.end for rule in rules if rule.end > edges[-1] + 2 * TOUCH]
    return [*_end(before), *edges, *_end(behind)]


def _end(ends: Sequence[float]) -> list[float]:
    """Where all of several rules end, if it is one place."""
    alike = len(ends) >= _MIN_BEYOND and max(ends) - min(ends) <= TOUCH
    return [min(ends)] if alike else []


def page_rules(page: pdfium.PdfPage) -> tuple[list[Rule], list[Rule]]:
    """The horizontal and the vertical rules; none when there are so many that it is a drawing."""
    across: list[Rule] = []
    down: list[Rule] = []
    count = min(int(pdfium_c.FPDFPage_CountObjects(page)), _MAX_OBJECTS)
    for index in range(count):
        path = pdfium_c.FPDFPage_GetObject(page, index)
        if pdfium_c.FPDFPageObj_GetType(path) != pdfium_c.FPDF_PAGEOBJ_PATH:
            continue
        for (x1, y1), (x2, y2) in _segments(path):
            if abs(y1 - y2) <= _STRAIGHT and abs(x1 - x2) >= _MIN_LENGTH:
                across.append(Rule(y1, min(x1, x2), max(x1, x2)))
            elif abs(x1 - x2) <= _STRAIGHT and abs(y1 - y2) >= _MIN_LENGTH:
                down.append(Rule(x1, min(y1, y2), max(y1, y2)))
        if len(across) + len(down) > _MAX_SEGMENTS:
            return [], []
    return joined(across), joined(down)


def joined(rules: Sequence[Rule]) -> list[Rule]:
    """Rules that go on in each other as one: some programs draw a piece for each row."""
    found: list[Rule] = []
    line: list[Rule] = []
    for rule in [*sorted(rules, key=lambda rule: rule.at), None]:
        if line and (rule is None or rule.at - line[0].at > _STRAIGHT):
            for each in sorted(line, key=lambda rule: rule.start):
                last = found[-1] if found and found[-1].at == line[0].at else None
                if last is not None and each.start <= last.end + TOUCH:
                    found[-1] = Rule(last.at, last.start, max(last.end, each.end))
                else:
                    found.append(Rule(line[0].at, each.start, each.end))
            line = []
        if rule is not None:
            line.append(rule)
    return found


Point = tuple[float, float]


def _segments(path: Any) -> Iterator[tuple[Point, Point]]:  # noqa: ANN401 - a pointer
    """The straight parts of a path, where they stand on the page."""
    matrix = pdfium_c.FS_MATRIX()
    if not pdfium_c.FPDFPageObj_GetMatrix(path, matrix):
        return
    x, y = ctypes.c_float(), ctypes.c_float()
    first = before = None
    count = int(pdfium_c.FPDFPath_CountSegments(path))
    for index in range(min(count, _MAX_SEGMENTS)):
        segment = pdfium_c.FPDFPath_GetPathSegment(path, index)
        pdfium_c.FPDFPathSegment_GetPoint(segment, x, y)
        here = (
            matrix.a * x.value + matrix.c * y.value + matrix.e,
            matrix.b * x.value + matrix.d * y.value + matrix.f,
        )
        kind = pdfium_c.FPDFPathSegment_GetType(segment)
        if kind == pdfium_c.FPDF_SEGMENT_MOVETO:
            first = here
        elif kind == pdfium_c.FPDF_SEGMENT_LINETO and before is not None:
            yield before, here
        if pdfium_c.FPDFPathSegment_GetClose(segment) and first is not None:
            yield here, first
        before = here


def _connected(
    across: Sequence[Rule], down: Sequence[Rule]
) -> Iterator[tuple[list[Rule], list[Rule]]]:
    """The rules that meet, directly or through others, together."""
    order = sorted(down, key=lambda rule: rule.at)
    places = [rule.at for rule in order]
    parents = list(range(len(across) + len(order)))
    for index, rule in enumerate(across):
        at = bisect_left(places, rule.start - TOUCH)
        while at < len(order) and places[at] <= rule.end + TOUCH:
            if order[at].start - TOUCH <= rule.at <= order[at].end + TOUCH:
                parents[_root(parents, index)] = _root(parents, len(across) + at)
            at += 1
    groups: dict[int, tuple[list[Rule], list[Rule]]] = {}
    for index, rule in enumerate([*across, *order]):
        group = groups.setdefault(_root(parents, index), ([], []))
        group[index >= len(across)].append(rule)
    yield from groups.values()


def _root(parents: list[int], at: int) -> int:
    while parents[at] != at:
        parents[at] = parents[parents[at]]
        at = parents[at]
    return at


def positions(rules: Sequence[Rule]) -> list[float]:
    """Where rules stand, from the least on; those that nearly touch are one."""
    found: list[float] = []
    for rule in sorted(rules, key=lambda rule: rule.at):
        if not found or rule.at - found[-1] > TOUCH:
            found.append(rule.at)
    return found


def _by(places: Sequence[float], rules: Sequence[Rule]) -> tuple[tuple[Rule, ...], ...]:
    """The rules that stand at each of the places."""
    return tuple(tuple(rule for rule in rules if abs(rule.at - place) <= TOUCH) for place in places)


def _drawn(rules: Sequence[Rule], middle: float) -> bool:
    return any(rule.start <= middle <= rule.end for rule in rules)
