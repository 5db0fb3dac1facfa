"""Whether a number of a question lies in a range that is stated: 7 years in "5 to 9"."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

from assay.steps.values.columns import cells, implied_verbs
from assay.steps.values.versions import implied_by_version
from assay.text.number_words import SINGLE_WORDS
from assay.text.numbers import asks_for_price, lacks_the_price
from assay.text.overlap import stem_of, stems
from assay.types import BlockKind, Passage

_DIGITS = r"\d{1,12}(?:[.,]\d{1,6})?"
_STATED = re.compile(rf"(?<![\w.,-])({_DIGITS})\s?([^\W\d_]{{1,30}})")
# "5 to 9", "5-9"; "up to 10", "less than 2"; "10 and more", "over 10".
_BETWEEN = re.compile(
    rf"(?<![\w.,])({_DIGITS})\s?(?:to|-|\u2013|\u2014)\s?({_DIGITS})(?![\w.,]*\d)"
)
_UPPER = re.compile(
    r"\b(?:(?P<less>less than|under|below)|up to|at most|within|no more than|maximum)"
    rf" (?:the )?({_DIGITS})",
    re.IGNORECASE,
)
_LOWER = re.compile(
    rf"\b(?:(?P<more>more than|over|above)|from|after|at least) (?:the )?({_DIGITS})"
    rf"|(?<![\w.,])(?P<open>{_DIGITS})\s?(?:\+|(?:and|or) (?:more|above|over|longer|older))",
    re.IGNORECASE,
)
_IN_WORDS = re.compile(rf"\b(?:{'|'.join(SINGLE_WORDS)})\b", re.IGNORECASE)
# "the 4 calendar day": one of the two words after it is what is counted.
_COUNTED = re.compile(rf"(?<![\w.,-])({_DIGITS})(?:st|nd|rd|th)?((?:\s[^\W\d_]{{1,30}}){{1,2}})")
# "from the age of 16" counts years, as "a 15-year-old" does.
_AGE = re.compile(
    rf"\b(?:the )?age of ({_DIGITS})(?!\s?[^\W\d_]*year)|(?<![\w.,-])({_DIGITS})-years?-old",
    re.IGNORECASE,
)
_FACT = "; "  # between the cells of a row: "Years: 5 to 9; Notice: 3 months"
_COSTS = stems("cost price fee")
MIN_RANGES = 2
MAX_STATED = 4  # numbers of a question that are looked at


def row_in_range(passage: Passage, question: str) -> tuple[int, int] | None:
    """The row with the narrowest range around a number of the question; None without one.

    The range must be of the same: its cell or the name of its column says what is counted.
    """
    found = {row for _, row in _held(passage, question)}
    return found.pop() if len(found) == 1 else None


def cell_in_range(passage: Passage, row: tuple[int, int], question: str) -> tuple[int, int] | None:
    """The value of a row under the name with the narrowest range around a number of the question.

    "Zone: Europe; up to 5 kg: 9.90; up to 10 kg: 14.50" has 14.50 for 7 kg.
    """
    found = {cell for _, cell in _in_columns(passage, row, question)}
    return found.pop() if len(found) == 1 else None


def numbers_in_ranges(passage: Passage, question: str) -> frozenset[str]:
    """The numbers of the question, as written, for which the passage has a row or a column."""
    row = next((b for b in passage.blocks if b.kind is BlockKind.ROW), None)
    columns = _in_columns(passage, (row.start, row.end), question) if row else ()
    return frozenset(number for number, _ in (*_held(passage, question), *columns))


def implied_words(passage: Passage, question: str) -> frozenset[str]:
    """What the question says and the passage means without saying it.

    A number in one of its ranges, what something costs, beside a sum of money, "teaches", beside a
    column of teachers, and "minimum version", beside "3.9 or later".
    """
    priced = asks_for_price(question) and not lacks_the_price(question, passage.text)
    costs = _COSTS if priced else frozenset()
    implied = implied_verbs(passage, question) | implied_by_version(passage, question)
    return numbers_in_ranges(passage, question) | costs | implied


def is_out_of_range(question: str, sentence: str) -> bool:
    """True when a number of the question lies outside the one range that a sentence states.

    "On the second day" is not "from the fourth day on"; both must count the same.
    """
    return is_in_range(question, sentence) is False


def is_in_range(question: str, sentence: str) -> bool | None:
    """Whether a number of the question lies in the one range that a sentence states.

    None where the sentence states none or several, or one of something else.
    """
    asked, said = (_AGE.sub(_years, _IN_WORDS.sub(_digits, text)) for text in (question, sentence))
    stated = [each for kind in (_BETWEEN, _UPPER, _LOWER) for each in kind.finditer(said)]
    if len(stated) != 1:
        return None
    for digits, words in _COUNTED.findall(asked)[:MAX_STATED]:
        counted = {stem_of(word.casefold()) for word in words.split()}
        ranges = [each for stem in counted for each in _ranges(said, stem)]
        if ranges:
            low, high = ranges[0]
            return low <= _value(digits) <= high
    return None


def _digits(word: re.Match[str]) -> str:
    return f"{SINGLE_WORDS[word[0].casefold()]:.0f}"


def _years(age: re.Match[str]) -> str:
    return f"{age[1] or age[2]} years"


def _held(passage: Passage, question: str) -> Iterator[tuple[str, tuple[int, int]]]:
    rows = [block for block in passage.blocks if block.kind is BlockKind.ROW]
    stated = _STATED.findall(question)[:MAX_STATED] if len(rows) >= MIN_RANGES else []
    for digits, word in stated:
        counted = stem_of(word.casefold())
        ranges = [list(_ranges(passage.text[row.start : row.end], counted)) for row in rows]
        at = _narrowest(ranges, _value(digits))
        if at is not None:
            yield digits, (rows[at].start, rows[at].end)


def _in_columns(
    passage: Passage, row: tuple[int, int], question: str
) -> Iterator[tuple[str, tuple[int, int]]]:
    stated = _STATED.findall(question)[:MAX_STATED]
    columns = list(cells(passage.text, row)) if stated else []
    for digits, word in stated:
        counted = stem_of(word.casefold())
        number = _narrowest([list(_ranges(name, counted)) for name, _ in columns], _value(digits))
        if number is not None:
            yield digits, columns[number][1]


def _narrowest(ranges: list[list[tuple[float, float]]], number: float) -> int | None:
    """The row whose range is the narrowest around the number; None for none, or for two of them.

    Of "up to 10" and "up to 30" the first is meant, of "from 10" and "from 50" the last.
    """
    around = sorted(
        ((high - low, high, -low), at)
        for at, found in enumerate(ranges)
        for low, high in found
        if low <= number <= high
    )
    if sum(map(bool, ranges)) < MIN_RANGES or not around:
        return None
    (key, at), *others = around
    alike = any(key == each or (key[0] == each[0] < math.inf) for each, _ in others[:1])
    return None if alike else at


def _ranges(row: str, counted: str) -> Iterator[tuple[float, float]]:
    """The ranges in cells of a row that count this."""
    for fact in row.split(_FACT):
        if counted not in stems(fact):
            continue
        if between := _BETWEEN.search(fact):
            yield _value(between[1]), _value(between[2])
        elif upper := _UPPER.search(fact):
            bound = _value(upper[2])
            yield -math.inf, math.nextafter(bound, -math.inf) if upper["less"] else bound
        elif lower := _LOWER.search(fact):
            bound = _value(lower["open"] or lower[2])
            yield math.nextafter(bound, math.inf) if lower["more"] else bound, math.inf


def _value(digits: str) -> float:
    """A number as it is written; a comma before three digits parts thousands."""
    whole, _, rest = digits.replace(".", ",").partition(",")
    return float(whole + rest) if len(rest) == 3 else float(f"{whole}.{rest or 0}")  # noqa: PLR2004
