"""What names the columns of a table: how many of its first rows, and what they say together."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

_NUMBER = re.compile(r"[\s€$£%()+\-–.,:/\d]*\d[\s€$£%()+\-–.,:/\d]*")  # noqa: RUF001 - a dash of money
_AMOUNT = re.compile(r"[€$£%]|\d[.,]\d")
_YEAR = re.compile(r"(?:FY ?|fiscal (?:year )?)?(?:1[5-9]|20)\d\d(?:[-–/]\d\d(?:\d\d)?)?", re.I)  # noqa: RUF001
MAX_SPREAD = 100  # columns that one name may stand above
_MAX_HEAD = 4  # rows that name the columns
MAX_NAME = 80  # characters of the longest name a column is likely to have
_SAMPLE = 50  # rows that are looked at to tell whether the first names the columns


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
    elif header or (header is None and (names_columns(rows, likely) or _counts_columns(rows))):
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


def _counts_columns(rows: Sequence[Mapping[int, str]]) -> bool:
    """True when the first row says "(1)", "(2)" and so on above all columns but the first."""
    key = min(column for row in rows for column in row)
    said = [rows[0][column] for column in sorted(rows[0])]
    return (
        key not in rows[0]
        and len(said) > 1
        and said == [f"({number})" for number in range(1, len(said) + 1)]
    )


def _goes_on(
    rows: Sequence[Mapping[int, str]], spans: Sequence[Mapping[int, int]], count: int
) -> bool:
    """True when a row below the names is one more line of them: it names nothing itself."""
    above = rows[count - 1]
    key = min(column for row in rows for column in row)
    over = bool(spans and spans[count - 1])
    here = _without_said(rows[count], above, spans[count - 1]) if over else rows[count]
    if not here:
        return False
    fits = all(len(text) <= MAX_NAME for text in here.values())
    if key in here and not (over and key not in above):
        return False
    years = all(map(_is_year, here.values()))
    if over and _tells_apart(rows, spans[count - 1], here):
        return True
    amounts = any(map(_is_amount if over else is_number, here.values()))
    return fits and (years or not amounts)


def _without_said(
    row: Mapping[int, str], above: Mapping[int, str], over: Mapping[int, int]
) -> Mapping[int, str]:
    """The cells of a row without those that go over it from the row above, beside wide names."""
    said = {column for column, text in row.items() if above.get(column) == text} - over.keys()
    return {column: text for column, text in row.items() if column not in said}


def _tells_apart(
    rows: Sequence[Mapping[int, str]], spans: Mapping[int, int], here: Mapping[int, str]
) -> bool:
    """True for whole numbers below one name over several columns: "married at the age of" 22, 32.

    Other rows have a name of their own, this one has none.
    """
    key = min(column for row in rows for column in row)
    without = sum(key not in row for row in rows[: _SAMPLE + 1])
    if without > _MAX_HEAD // 2 or _below(here, spans).keys() != here.keys():
        return False
    return all(map(str.isdigit, here.values())) and len(set(here.values())) == len(here) > 1


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
            for column in range(start, start + min(count, MAX_SPREAD))
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
