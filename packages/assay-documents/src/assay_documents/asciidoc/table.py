"""A table between two lines of "|===" as rows."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from assay_documents.html.table import MAX_SPAN, Cell, Row, Table
from assay_documents.places import Place

# A cell begins with a bar; before it may stand how many columns it spans and how it looks: "2+^s|".
_CELL = re.compile(r"(?:(?<=\s)|^)(?:(\d{1,2})?(?:\.\d{1,2})?[+*])?[<^>.]{0,4}[adehlmsv]?\|")
_COLUMNS = re.compile(r"cols=\"?([^\"\]]{1,200})")
_REPEATED = re.compile(r"(\d{1,2})\*")
_HEADER = re.compile(r"options=\"?[^\"\]]*header|%header|opts=\"?[^\"\]]*header")


def read_table(
    lines: Sequence[str], first_line: int, attributes: str, plain: Callable[[str], str]
) -> Table:
    """The rows of a table whose first line has that number; `attributes` stand above it."""
    cells: list[tuple[int, int, list[str]]] = []  # line, columns, text of each line
    in_first = 0
    for number, line in enumerate(lines, start=first_line):
        found = list(_CELL.finditer(line))
        before = line[: found[0].start()] if found else line
        if cells and before.strip():
            cells[-1][2].append(before.strip())
        ends = [*(each.start() for each in found[1:]), len(line)]
        for each, end in zip(found, ends, strict=False):
            cells.append((number, int(each[1] or 1), [line[each.end() : end].strip()]))
        in_first = in_first or sum(columns for _, columns, _ in cells)
    columns = max(1, min(_columns(attributes) or in_first, MAX_SPAN))
    return Table(_rows(cells, columns, _has_header(lines, attributes), plain))


def _rows(
    cells: Sequence[tuple[int, int, list[str]]],
    columns: int,
    header: bool,
    plain: Callable[[str], str],
) -> list[Row]:
    rows: list[Row] = []
    filled = columns
    for number, wide, said in cells:
        if filled >= columns:
            rows.append(Row(Place(line=number), heads=header and not rows))
            filled = 0
        rows[-1].cells.append(Cell(plain(" ".join(said)), columns=max(1, min(wide, columns))))
        filled += wide
    return rows


def _columns(attributes: str) -> int:
    found = _COLUMNS.search(attributes)
    parts = found[1].split(",") if found else []
    return sum(int(each[1]) if (each := _REPEATED.match(part.strip())) else 1 for part in parts)


def _has_header(lines: Sequence[str], attributes: str) -> bool:
    """True when it is said, or when the first row stands alone above an empty line."""
    if _HEADER.search(attributes):
        return True
    alone = len(lines) > 2 and bool(lines[0].strip()) and not lines[1].strip()  # noqa: PLR2004
    return alone and len(_CELL.findall(lines[0])) > 1
