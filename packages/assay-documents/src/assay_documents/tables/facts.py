"""The tables of all formats: their rows, what names them, and how they are written as facts.

A row is written as "Country: Norway; Currency: NOK", so that each says what its cells are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from assay_documents.places import Place
from assay_documents.tables.column_names import MAX_NAME, MAX_SPREAD, is_number, joined_names

_MAX_NAMES = 4  # of columns that a value over them all is said with
_LONG = 150  # words of a table beyond which it is cut: those of a passage


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
    numeric = _numeric(body)
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
        key = min(cells)
        if key > left and key in numeric and key in named and not is_number(cells[key]):
            named = {column: name for column, name in named.items() if column != key}
        used |= named.keys() & cells.keys()
        for column, joined in _over_several(named, row).items():
            named = {**named, column: joined}
            used |= set(range(column, column + row.spans[column]))
        lines.append((write_facts(cells, named), row.place))
    lines = [*_unsaid(rows[:heads], used), *lines]
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


def _unsaid(heads: Sequence[TableRow], used: set[int]) -> list[tuple[str, Place]]:
    """The rows of names as they are, unless each name is said with a value of a `used` column."""
    whole = all(
        len(text) <= MAX_NAME
        and not used.isdisjoint(range(column, column + row.spans.get(column, 1)))
        for row in heads
        for column, text in row.cells.items()
        if column not in row.carried
    )
    first = [{c: t for c, t in row.cells.items() if c not in row.carried} for row in heads]
    written = [
        (write_facts(cells, {}), row.place)
        for cells, row in zip(first, heads, strict=True)
        if cells
    ]
    return [] if whole else written


def _over_several(names: Mapping[int, str], row: TableRow) -> dict[int, str]:
    """What values that go over a few columns are said with, all their names; not a row's name.

    A name that another one repeats is of a table whose names were not read well.
    """
    found: dict[int, str] = {}
    for column in sorted(row.spans.keys() & names.keys()):
        reach = range(column, column + min(row.spans[column], _MAX_NAMES + 1))
        those = dict.fromkeys(names[each].rstrip(" :") for each in reach if each in names)
        joined = " and ".join(those)
        repeated = any(one != other and one in other for one in those for other in those)
        several = min(row.cells) < column and 1 < len(those) <= _MAX_NAMES
        if several and not repeated and len(joined) <= MAX_NAME:
            found[column] = joined
    return found


def _numeric(body: Sequence[TableRow]) -> set[int]:
    """The columns that hold more numbers than words: words in them, such as "Total", name a row."""
    cells = [(column, is_number(text)) for row in body for column, text in row.cells.items()]
    numbers = Counter(column for column, number in cells if number)
    words = Counter(column for column, number in cells if not number)
    return {column for column in numbers if numbers[column] > words[column]}


def is_long(facts: Sequence[tuple[str, Place]]) -> bool:
    """True for a table that is cut into several passages."""
    return sum(text.count(" ") + 1 for text, _ in facts) > _LONG


def _reach(row: TableRow) -> Iterator[int]:
    """The last column of each cell of a row."""
    return (column + min(row.spans.get(column, 1), MAX_SPREAD) - 1 for column in row.cells)


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


def _fact(name: str, value: str) -> str:
    return f"{name.rstrip(' :')}: {value}" if name and name != value else value
