"""Tables that plain text draws with bars and corners, of ASCII or of the signs made for it."""

from __future__ import annotations

import re
from itertools import pairwise, takewhile

from assay_documents.html.table import Cell, Row
from assay_documents.places import Place
from assay_documents.texts.lines import Line

_BARS = "|\u2502\u2503\u2551"
_BORDER = re.compile(r"[+|\u2500-\u257f][-=+|: \u2500-\u257f]*")
_STROKES = re.compile(r"[-=\u2500\u2501\u2550]{3}")
_CORNER = re.compile(r"[^-=: \u2500\u2501\u2504\u2505\u2508\u2509\u254c\u254d\u2550]")
_DOUBLE = re.compile(r"[=\u2550]{3}")
_MAX_LINES = 5000  # of one table; a longer one goes on as another
_MIN_CORNERS = 3  # two are a box around a text, no columns
_MAX_CORNERS = 200  # of a table that somebody drew; each row is looked at under each of them
_MANY = 4  # parts between borders, above which each is taken for a row


def drawn_table(lines: list[Line], at: int) -> tuple[list[Row], int]:
    """The rows of the table that begins at a place, and how many lines it takes.

    No rows where there is none: what is drawn may be a picture. A border with a row beside it
    decides that, so that a thousand borders are looked at once each.
    """
    borders = [line for line in lines[at : at + 2] if _is_border(line)]
    if len(borders) != 1 or not all(map(_is_drawn, lines[at : at + 2])):
        return [], 0
    corners = [found.start() for found in _CORNER.finditer(borders[0].text)]
    if not _MIN_CORNERS <= len(corners) <= _MAX_CORNERS:
        return [], 0
    table = list(takewhile(_is_drawn, lines[at : at + _MAX_LINES]))
    groups = _groups(table)
    ruled = len(groups) > _MANY or (
        len(groups) > 2 and all(_is_one_row(group, corners) for group in groups)  # noqa: PLR2004 - head, body
    )
    rows = [
        _row(part, corners)
        for group in groups
        for part in ([group] if ruled else _parts(group, corners))
    ]
    is_head = len(groups) == 2 or bool(_DOUBLE.search(_below(groups[0][-1], table)))  # noqa: PLR2004
    rows[0].heads = is_head and len(rows) > 1
    return rows, len(table)


def _is_drawn(line: Line) -> bool:
    return _is_border(line) or _is_row(line)


def _is_border(line: Line) -> bool:
    return bool(_BORDER.fullmatch(line.text) and _STROKES.search(line.text))


def _is_row(line: Line) -> bool:
    return len(line.text) > 1 and line.text[0] in _BARS and line.text[-1] in _BARS


def _groups(table: list[Line]) -> list[list[Line]]:
    """The lines between borders."""
    groups: list[list[Line]] = [[]]
    for line in table:
        if _is_border(line):
            groups.append([])
        else:
            groups[-1].append(line)
    return [group for group in groups if group]


def _below(line: Line, table: list[Line]) -> str:
    """The border under a line, or nothing."""
    after = table[table.index(line) + 1 :]
    return after[0].text if after else ""


def _is_one_row(group: list[Line], corners: list[int]) -> bool:
    """True for lines whose first column is not filled on each of them."""
    return len(group) == 1 or not all(_cells(line.text, corners)[0] for line in group)


def _parts(group: list[Line], corners: list[int]) -> list[list[Line]]:
    """The rows between two borders: each line is one, or goes on with the one above it."""
    parts: list[list[Line]] = []
    for line in group:
        if parts and not _cells(line.text, corners)[0]:
            parts[-1].append(line)
        else:
            parts.append([line])
    return parts


def _row(lines: list[Line], corners: list[int]) -> Row:
    """One row of all these lines, cell by cell."""
    cells = [_cells(line.text, corners) for line in lines]
    width = max(map(len, cells))
    texts = [" ".join(" ".join(c[at] for c in cells if at < len(c)).split()) for at in range(width)]
    return Row(Place(line=lines[0].number), cells=[Cell(text) for text in texts])


def _cells(text: str, corners: list[int]) -> list[str]:
    """The texts between the bars that stand under corners; a bar elsewhere belongs to a cell."""
    bars = [at for at in corners if at < len(text) and text[at] in _BARS]
    if len(bars) < len(corners):  # signs twice as wide push the bars aside
        bars = [at for at, sign in enumerate(text) if sign == text[0]]
    texts = [text[start + 1 : end].strip() for start, end in pairwise(bars)]
    return [
        "" if _STROKES.match(each) and _BORDER.fullmatch(f"|{each}") else each for each in texts
    ]
