"""The lines that are drawn on a page of a PDF, and the grids that they make up."""

from __future__ import annotations

import ctypes
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c

_MAX_OBJECTS = 20_000  # of a page that are looked at
_MAX_SEGMENTS = 2000  # more are a drawing, which no table needs
_STRAIGHT = 0.7  # points by which a rule may be askew
_MIN_LENGTH = 4.0
TOUCH = 3.0  # points between rules that meet, and between rules that are one
_MIN_LINES = 3  # of rules in each direction: two rows and two columns
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
    row names the columns, whatever it looks like.
    """

    rows: tuple[float, ...]
    columns: tuple[float, ...]
    across: tuple[tuple[Rule, ...], ...]
    down: tuple[tuple[Rule, ...], ...]
    named: bool = False

    def parts_rows(self, row: int, column: int) -> bool:
        """True when a rule is drawn between a cell and the one below it."""
        middle = (self.columns[column] + self.columns[column + 1]) / 2
        return _drawn(self.across[row + 1], middle)

    def parts_columns(self, row: int, column: int) -> bool:
        """True when a rule is drawn between a cell and the one to its right."""
        middle = (self.rows[row] + self.rows[row + 1]) / 2
        return _drawn(self.down[column + 1], middle)


def grids_of(across: Sequence[Rule], down: Sequence[Rule]) -> list[Grid]:
    """The grids that rules make up and that have at least two rows and two columns."""
    if min(len(across), len(down)) < _MIN_LINES:
        return []
    grids = []
    for horizontal, vertical in _connected(across, down):
        rows = tuple(reversed(positions(horizontal)))
        columns = tuple(positions(vertical))
        if (
            _MIN_LINES <= len(rows) <= _MAX_ROWS + 1
            and _MIN_LINES <= len(columns) <= _MAX_COLUMNS + 1
        ):
            grids.append(Grid(rows, columns, _by(rows, horizontal), _by(columns, vertical)))
    return grids


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
