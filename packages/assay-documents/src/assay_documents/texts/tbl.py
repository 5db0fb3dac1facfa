"""The tables of manual pages, as tbl(1) takes them."""

from __future__ import annotations

import re

from assay_documents.html.table import Cell, Row
from assay_documents.places import Place
from assay_documents.texts.roff import RoffLine, split_arguments, unescape

_RULE = frozenset("_=- ")
_MAX_HEADER_ROWS = 2
_COLUMN = re.compile(r"[lcrnas][^lcrnas]*", re.IGNORECASE)
_BOLD = re.compile(r"b|f ?\(?b", re.IGNORECASE)


def table_rows(lines: list[RoffLine]) -> list[Row]:
    """The rows of a tbl(1) table: after its formats, one on each line, cells between tabs."""
    between, at = "\t", 0
    while at < len(lines) and not lines[at].text.rstrip().endswith("."):
        if found := re.search(r"tab ?\((.)\)", lines[at].text):
            between = found[1]
        at += 1
    rows, ruled = _rows_and_rules(lines[at + 1 :], between)
    formats = [line.text for line in lines[: at + 1] if not line.text.rstrip().endswith(";")]
    for row in rows[: _ruled_off(ruled, len(rows)) or _bold(formats)]:
        row.heads = True
    return rows


def _rows_and_rules(lines: list[RoffLine], between: str) -> tuple[list[Row], set[int]]:
    """The rows, and how many of them stand above each rule."""
    rows: list[Row] = []
    ruled: set[int] = set()
    cells: list[str] = []
    is_open = False  # inside T{ ... T}
    for line in lines:
        text = line.text
        if line.macro:
            text = "".join(map(unescape, split_arguments(line.text))) if is_open else ""
        if not is_open and (not text or set(text) <= _RULE):
            if text:
                ruled.add(len(rows))
            continue
        for index, cell in enumerate(text.split(between)):
            if is_open and cell.startswith("T}"):
                is_open = False
            elif is_open and index == 0:
                cells[-1] += f" {cell}"
            else:
                is_open = cell.startswith("T{")
                cells.append(cell.removeprefix("T{"))
        if not is_open:
            found_cells = [Cell(" ".join(unescape(cell).split())) for cell in cells]
            rows.append(Row(Place(line=line.number), cells=found_cells))
            cells = []
    return rows, ruled


def _ruled_off(ruled: set[int], rows: int) -> int:
    """How many of the first rows a rule divides from the rest; 0 where rules divide all rows."""
    between = sorted(ruled - {0, rows})
    if not between or between[0] > _MAX_HEADER_ROWS:
        return 0
    below = rows - between[0]
    if below == 1:
        return between[0] if len(ruled) == 1 else 0
    return between[0] if 2 * len(between[1:]) < below - 1 else 0


def _bold(formats: list[str]) -> int:
    """1 where the format of the first row is bold throughout, and that of the others is not."""
    if len(formats) < 2:  # noqa: PLR2004 - one format is that of all rows
        return 0
    first, second = (
        [_BOLD.search(column) is not None for column in _COLUMN.findall(each)]
        for each in formats[:2]
    )
    return int(bool(first) and all(first) and not all(second))
