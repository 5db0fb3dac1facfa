"""Tables of a PDF without rules: lines one below the other whose cells stand in columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from assay_documents.pdf.lines import Line
from assay_documents.pdf.paragraphs import Paragraph, Typography
from assay_documents.pdf.tables.columns import in_line, names_groups, stands_over
from assay_documents.tables.column_names import MAX_NAME

_CLOSE = 3.0  # times the size of the type between two rows that belong together
_SAME_LEFT = 15.0  # points by which a title inside a table may stand beside its rows
_HANGING = 4.0  # points by which the lower lines of the last cell may stand beside its first
_NEXT_LINE = 1.8  # times the size of the type, by which the next line of a cell stands lower
_MIN_ROWS = 2


def find_rows(all: Sequence[Paragraph], at: int, usual: Typography) -> tuple[list[Line], int]:
    """The rows of the table that begins here, none if none does, and how many paragraphs they take.

    Names of the columns that a page says again are left out.
    """
    rows: list[Line] = []
    index = at
    while (line := _row_at(all, index, usual)) is not None:
        following = _row_at(all, index + 1, usual)
        if not rows:
            begins = bool(line.gaps) or (following is not None and _names_groups(line, following))
            if not begins:
                break
        elif line.page != rows[-1].page:
            index += _repeated(all, index, rows, usual)
            line = _row_at(all, index, usual)
            if line is None or not _goes_on(rows, line):
                break
        elif (whole := _with_lower(rows, line)) is not None:
            rows[-1] = whole
            index += 1
            continue
        elif not _follows(rows, line, following):
            break
        rows.append(line)
        index += 1
    if not _is_table(rows):
        return [], index - at
    return rows, index - at


def _is_table(rows: Sequence[Line]) -> bool:
    """True where rows have more than two cells, or names: pairs without names are entries."""
    named = len(rows) > _MIN_ROWS and rows[0].bold and not rows[1].bold
    return named or (len(rows) >= _MIN_ROWS and max(len(row.gaps) for row in rows) > 1)


def _row_at(all: Sequence[Paragraph], index: int, usual: Typography) -> Line | None:
    """A paragraph as one line, where its lower lines belong to its last cell."""
    if index >= len(all) or all[index].first.table:
        return None
    first, *lower = all[index].lines
    if not lower:
        return first
    if not first.gaps or any(
        line.gaps or line.page != first.page or abs(line.left - first.gaps[-1][1]) > _HANGING
        for line in lower
    ):
        return None
    start = first.gaps[-1][0]
    last = first.text[start:]
    for line in lower:
        last = usual.join(last, line.text)
    right = max(first.right, *(line.right for line in lower))
    return replace(first, text=first.text[:start] + last, right=right, bottom=lower[-1].bottom)


def _with_lower(rows: Sequence[Line], line: Line) -> Line | None:
    """The last row with one more line of a cell, which begins where the cell does; or None.

    What begins where the first cell does may as well be a title, or the name of a row.
    """
    row = rows[-1]
    lefts = [left for _, left in row.gaps]
    at = next((n for n, left in enumerate(lefts) if abs(left - line.left) <= _HANGING), None)
    if at is None or line.gaps or len(lefts) < _MIN_ROWS or not _is_below(row, line):
        return None
    if line.bold != row.bold or (at + 1 < len(lefts) and line.right > lefts[at + 1]):
        return None
    end = row.gaps[at + 1][0] - 1 if at + 1 < len(lefts) else len(row.text)
    text = f"{row.text[:end]} {line.text}{row.text[end:]}"
    more = len(line.text) + 1
    gaps = tuple((start + more * (n > at), left) for n, (start, left) in enumerate(row.gaps))
    return replace(row, text=text, gaps=gaps, near=gaps, bottom=line.bottom)


def _is_below(row: Line, line: Line) -> bool:
    """True for a line right below a row, in the same type."""
    fall = row.bottom - line.top
    return abs(line.size - row.size) < 1 and 0 < fall < _NEXT_LINE * line.size


def _follows(rows: Sequence[Line], line: Line, following: Line | None) -> bool:
    """True when a line is the next row of a table, or a title inside it."""
    before = next((row for row in reversed(rows) if row.gaps), rows[-1])
    if not line.gaps:
        return following is not None and (
            _names_groups(line, following) or _is_title(rows, line, following)
        )
    if in_line(before, line) or names_groups(before, line):
        return True
    return _is_close(rows[-1], line) and stands_over(before, line)


def _names_groups(above: Line, below: Line) -> bool:
    """True for a line of names over several columns right above a row of other names."""
    return len(below.gaps) > 1 and _is_close(above, below) and names_groups(above, below)


def _is_title(rows: Sequence[Line], line: Line, following: Line) -> bool:
    """True for a short line between two rows of a table that begins where they do."""
    before = rows[-1]
    left = min(row.left for row in (*rows, following))
    return (
        bool(before.gaps and following.gaps)
        and len(line.text) <= MAX_NAME
        and abs(line.left - left) <= _SAME_LEFT
        and abs(line.size - before.size) < 1
        and line.page == following.page
        and _is_close(before, line)
        and _is_close(line, following)
        and max(len(before.gaps), len(following.gaps)) > 1
        and (in_line(before, following) or stands_over(before, following))
    )


def _is_close(above: Line, below: Line) -> bool:
    return 0 < above.bottom - below.top < _CLOSE * below.size


def _repeated(all: Sequence[Paragraph], index: int, rows: Sequence[Line], usual: Typography) -> int:
    """How many lines at the top of a page say the first rows of the table again."""
    count = 0
    while count < len(rows):
        line = _row_at(all, index + count, usual)
        if line is None or line.text != rows[count].text:
            break
        count += 1
    return count


def _goes_on(rows: Sequence[Line], line: Line) -> bool:
    """True when a row at the top of a page belongs to a table that the page before ends with."""
    return (
        len(rows) > _MIN_ROWS
        and line.page == rows[-1].page + 1
        and len(line.gaps) == len(rows[-1].gaps) > 1
        and in_line(rows[-1], line)
    )
