"""Rows of a table written as facts: "Country: Norway; Currency: NOK"."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence

_NUMBER = re.compile(r"[\s€$£%()+\-–.,:/\d]*\d[\s€$£%()+\-–.,:/\d]*")  # noqa: RUF001 - a dash of money
MAX_NAME = 80  # characters of the longest name a column is likely to have
_SAMPLE = 50  # rows that are looked at to tell whether the first names the columns


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
        return 2, {column: name[:MAX_NAME] for column, name in _joined(rows, spans[0]).items()}
    if header is None:
        header = names_columns(rows, likely)
    return (1, {column: name[:MAX_NAME] for column, name in rows[0].items()}) if header else (0, {})


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
        and not any(is_number(name) for name in [*first.values(), *second.values()])
        and all(len(name) <= MAX_NAME for name in second.values())
    )


def _joined(rows: Sequence[Mapping[int, str]], spans: Mapping[int, int]) -> dict[int, str]:
    first, second = rows[0], rows[1]
    below = _below(second, spans)
    names = {}
    for column in sorted({*first, *second}):
        above, own = first.get(below.get(column, column), ""), second.get(column, "")
        names[column] = own if above in {"", own} else f"{above} {own}".strip()
    return names


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
    if any(is_number(value) or len(value) > MAX_NAME for value in values):
        return False
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
