"""The tables of all formats: their rows, what names them, and how they are written as facts.

A row is written as "Country: Norway; Currency: NOK", so that each says what its cells are.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from assay_documents.places import Place

_NUMBER = re.compile(r"[\s€$£%()+\-–.,:/\d]*\d[\s€$£%()+\-–.,:/\d]*")  # noqa: RUF001 - a dash of money
_AMOUNT = re.compile(r"[€$£%]|\d[.,]\d")
_YEAR = re.compile(r"(?:FY ?|fiscal (?:year )?)?(?:1[5-9]|20)\d\d(?:[-–/]\d\d(?:\d\d)?)?", re.I)  # noqa: RUF001
_MAX_SPREAD = 100  # columns that one name may stand above
_MAX_HEAD = 4  # rows that name the columns
MAX_NAME = 80  # characters of the longest name a column is likely to have
_LONG = 150  # words of a table beyond which it is cut: those of a passage
_SAMPLE = 50  # rows that are looked at to tell whether the first names the columns


@dataclass(frozen=True, slots=True)
class TableRow:
    """The cells of a row by the number of their column.

    `spans` tells over how many columns a cell goes, where it is more than one; `carried` are cells
    that stand in a row above and go on in this one.
    """

    cells: Mapping[int, str]
    place: Place
    spans: Mapping[int, int] = field(default_factory=dict)
    carried: frozenset[int] = frozenset()


def write_table(
    rows: Sequence[TableRow],
    heads: int,
    names: Mapping[int, str] | None = None,
    budget: int | None = None,
) -> list[tuple[str, Place]]:
    """The rows of a table as facts; the first `heads` of them name its columns, or `names` do.

    A title inside the table is said in each row below it. `budget` bounds the characters that are
    said more than once. A row of names is written only if no row below says it in full.
    """
    if names is None:
        names = joined_names(
            [row.cells for row in rows[:heads]], [row.spans for row in rows[:heads]]
        )
    body = _carried_down(rows[heads:], names)
    left = min((column for row in rows for column in row.cells), default=0)
    width = 1 - left + max((column for row in rows for column in _reach(row)), default=0)
    titled = _has_titles(body, left, width)
    lines: list[tuple[str, Place]] = []
    used: set[int] = set()
    title = ""
    for row in body:
        if titled and _is_title(row, left):
            title = next(iter(row.cells.values()))
            lines.append((title, row.place))
            continue
        cells, named = dict(row.cells), names
        if title and len(title) <= MAX_NAME and min(cells) not in row.carried:
            cells[min(cells)] = f"{title.rstrip(' :')}: {cells[min(cells)]}"
        if budget is not None:
            extra = sum(len(names.get(column, "")) for column in cells)
            extra += sum(len(cells[column]) for column in row.carried) + len(title)
            if extra > budget:
                named = {}
                cells = {c: text for c, text in row.cells.items() if c not in row.carried}
            else:
                budget -= extra
        used |= named.keys() & cells.keys()
        lines.append((write_facts(cells, named), row.place))
    whole = all(
        len(text) <= MAX_NAME
        and not used.isdisjoint(range(column, column + row.spans.get(column, 1)))
        for row in rows[:heads]
        for column, text in row.cells.items()
        if column not in row.carried
    )
    if not whole:
        first = [{c: t for c, t in r.cells.items() if c not in r.carried} for r in rows[:heads]]
        places = [row.place for row in rows[:heads]]
        lines = [*zip([write_facts(c, {}) for c in first if c], places, strict=False), *lines]
    return [line for line in lines if line[0]]


def _carried_down(body: Sequence[TableRow], names: Mapping[int, str]) -> Sequence[TableRow]:
    """The rows, each with the first of two names of a row that is printed in the first of them."""
    if not body or len(names) < 3 or not body[0].cells:  # noqa: PLR2004 - two that name, one named
        return body
    first, second = sorted(names)[:2]
    missing = [row for row in body if first not in row.cells]
    if first not in body[0].cells or not missing:
        return body
    if any(is_number(row.cells.get(second, "0")) for row in body):
        return body
    rows: list[TableRow] = []
    above = ""
    for row in body:
        above = row.cells.get(first, above)
        if first in row.cells or len(above) > MAX_NAME:
            rows.append(row)
        else:
            carried = row.carried | {first}
            rows.append(replace(row, cells={first: above, **row.cells}, carried=carried))
    return rows


def is_long(facts: Sequence[tuple[str, Place]]) -> bool:
    """True for a table that is cut into several passages."""
    return sum(text.count(" ") + 1 for text, _ in facts) > _LONG


def _reach(row: TableRow) -> Iterator[int]:
    """The last column of each cell of a row."""
    return (column + min(row.spans.get(column, 1), _MAX_SPREAD) - 1 for column in row.cells)


def _is_title(row: TableRow, left: int) -> bool:
    """True for a lone cell at the left, which says what the rows below it are about."""
    return row.cells.keys() == {left} and not row.carried


def _has_titles(body: Sequence[TableRow], left: int, width: int) -> bool:
    """True when lone cells in a table are titles: they go over all columns, or begin the table.

    A lone cell further down may as well be the name of a row whose other cells are empty.
    """
    lone = [at for at, row in enumerate(body) if _is_title(row, left)]
    if width < 2 or not lone or lone[-1] == len(body) - 1 or 2 * len(lone) > len(body):  # noqa: PLR2004
        return False
    over = all(body[at].spans.get(left, 1) >= width for at in lone)
    return over or lone[0] == 0


def write_facts(cells: Mapping[int, str], header: Mapping[int, str]) -> str:
    """The cells of a row with the names of their columns, both by the number of the column.

    Without names the values stand alone; a row of two is then a name and its value.
    """
    key, *values = (cells[column] for column in sorted(cells))
    if not header and len(values) == 1 and len(key) <= MAX_NAME:
        value = values[0]
        return f"{key.rstrip(' :')}: {value}"
    return "; ".join(_fact(header.get(column, ""), cells[column]) for column in sorted(cells))


def column_names(
    rows: Sequence[Mapping[int, str]],
    spans: Sequence[Mapping[int, int]] = (),
    header: bool | None = None,
    likely: bool = False,
) -> tuple[int, dict[int, str]]:
    """How many of the first rows name the columns, and the names, by the number of the column.

    `spans` tells for each row over how many columns a cell goes, where it is more than one: names
    that stand below such a cell are said with it. `header` says whether the first row names the
    columns, None that its look decides.
    """
    if len(rows) < 2:  # noqa: PLR2004 - a lone row names nothing
        return 0, {}
    if spans and spans[0] and _named_twice(rows, spans[0]):
        count = 2
    elif header and _holds_amount(rows[0]):
        count = 0  # bold or not, it is a row of values
    elif header or (header is None and names_columns(rows, likely)):
        count = 1
    else:
        count = 0 if header is False or likely else _names_above_numbers(rows, spans)
    while count and count < min(_MAX_HEAD, len(rows) - 1) and _goes_on(rows, spans, count):
        count += 1
    return count, joined_names(rows[:count], spans[:count])


def _named_twice(rows: Sequence[Mapping[int, str]], spans: Mapping[int, int]) -> bool:
    """True when the second row names the columns below the groups of the first."""
    first, second = rows[0], rows[1]
    below = _below(second, spans)
    # A cell that goes over both rows is said in both, or in one of them.
    beside = (first.keys() & second.keys()) - below.keys()
    return (
        len(rows) > 2  # noqa: PLR2004 - two rows of names, and a row of values
        and len(below) > 1
        and all(first[column] == second[column] for column in beside)
        and not any(_is_amount(name) for name in [*first.values(), *second.values()])
        and all(len(name) <= MAX_NAME for name in second.values())
    )


def _holds_amount(row: Mapping[int, str]) -> bool:
    """True when a cell is a sum of money, a share or a number with digits behind a comma."""
    return any(is_number(text) and _AMOUNT.search(text) for text in row.values())


def _names_above_numbers(
    rows: Sequence[Mapping[int, str]], spans: Sequence[Mapping[int, int]]
) -> int:
    """1 when years or words over several columns stand above columns of numbers, else 0."""
    first, rest = rows[0], rows[1 : _SAMPLE + 1]
    spread = spans[0] if spans else {}
    filled = Counter(column for row in rest for column in row)
    numbers = Counter(column for row in rest for column, text in row.items() if is_number(text))
    numeric = {column for column, found in numbers.items() if 2 * found > filled[column]}
    named = set(first) | _below(dict.fromkeys(numeric, ""), spread).keys()
    plain = all(_is_year(text) or not is_number(text) for text in first.values())
    years = any(map(_is_year, first.values())) or bool(spread)
    dated = any(_is_year(row.get(column, "")) for row in rest for column in numeric & set(first))
    return int(plain and years and not dated and len(rest) > 1 and set() < numeric <= named)


def _goes_on(
    rows: Sequence[Mapping[int, str]], spans: Sequence[Mapping[int, int]], count: int
) -> bool:
    """True when a row below the names is one more line of them: it names nothing itself."""
    above, here = rows[count - 1], rows[count]
    key = min(column for row in rows for column in row)
    over = bool(spans and spans[count - 1])
    fits = all(len(text) <= MAX_NAME for text in here.values())
    if key in here and not (over and key not in above):
        return False
    years = all(map(_is_year, here.values()))
    amounts = any(map(_is_amount if over else is_number, here.values()))
    return fits and (years or not amounts)


def _is_year(text: str) -> bool:
    return _YEAR.fullmatch(text) is not None


def _is_amount(text: str) -> bool:
    return is_number(text) and not _is_year(text)


def joined_names(
    rows: Sequence[Mapping[int, str]], spans: Sequence[Mapping[int, int]]
) -> dict[int, str]:
    """The names of the columns: what stands above each in all rows of names, top to bottom."""
    names: dict[int, list[str]] = defaultdict(list)
    columns = sorted(
        {column for row in rows for column in row}
        | {
            column
            for spread in spans
            for start, count in spread.items()
            for column in range(start, start + min(count, _MAX_SPREAD))
        }
    )
    for at, row in enumerate(rows):
        below = _below(dict.fromkeys(columns, ""), spans[at] if spans else {})
        for column in columns:
            name = row.get(below.get(column, column), "")
            if name and name not in names[column]:
                names[column].append(name)
    return {column: " ".join(parts)[:MAX_NAME] for column, parts in names.items() if parts}


def _below(row: Mapping[int, str], spans: Mapping[int, int]) -> dict[int, int]:
    """The columns of a row that stand below a cell over several, each with where that begins."""
    starts = sorted(spans)
    found = {}
    for column in row:
        at = bisect_right(starts, column) - 1
        if at >= 0 and column < starts[at] + spans[starts[at]]:
            found[column] = starts[at]
    return found


def names_columns(rows: Sequence[Mapping[int, str]], likely: bool = False) -> bool:
    """True when the first row looks like the names of the columns rather than like values.

    `likely` is for formats such as .csv, in which nearly every table names its columns.
    """
    first, rest = rows[0], rows[1 : _SAMPLE + 1]
    values = list(first.values())
    if not rest or len(values) < 2 or len(set(values)) < len(values):  # noqa: PLR2004 - one name is none
        return False
    if any(_is_amount(value) or len(value) > MAX_NAME for value in values):
        return False
    if any(map(_is_year, values)):
        return _names_above_numbers(rows, ()) > 0
    width = max(len(row) for row in rest)
    if likely or len(values) > 2:  # noqa: PLR2004 - a pair may be a name and its value
        return 2 * len(values) >= width
    return any(
        sum(is_number(row.get(column, "")) for row in rest) * 2 > len(rest) for column in first
    )


def is_number(text: str) -> bool:
    """True for an amount, a date or a time rather than a word."""
    return len(text) <= MAX_NAME and _NUMBER.fullmatch(text) is not None


def _fact(name: str, value: str) -> str:
    return f"{name.rstrip(' :')}: {value}" if name and name != value else value
