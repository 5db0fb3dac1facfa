"""Rows of a table written as facts: "Country: Norway; Currency: NOK"."""

from __future__ import annotations

import re
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
