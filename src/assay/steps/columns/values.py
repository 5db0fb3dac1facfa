"""The cells of a column as numbers, years and dates."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

_MISSING = frozenset(
    ("", "-", "\u2013", "\u2014", "?", "n/a", "na", "nan", "null", "none", "..", "...")
)
_NUMBER = re.compile(
    r"(?P<minus>[-\u2212(])?\s?(?P<unit>[^\W\d_]{1,4}|[$\u20ac\u00a3\u00a5])?\s?"
    r"(?P<minus2>[-\u2212])?(?P<digits>\d[\d.,\u00a0\u2009\u202f' ]*\d|\d)\s?"
    r"(?P<after>%|[^\W\d_][^\d;]{0,15}|[$\u20ac\u00a3\u00a5])?\)?"
)
_NAME = re.compile(r"[^\W\d_](?:[^\W\d_]*[-\u2212])?\d")  # "W-01", "K2": names, no amounts
_MAX_CELL = 40  # characters of a number with its unit
_MAX_DIGITS = 15  # a longer number is an identifier
_PLAIN = re.compile(r"[\d.,]+")
_SPACES = re.compile(r"[\u00a0\u2009\u202f' ](?=\d{3}(?:\D|$))")
_COMMA_GROUPS = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_POINT_GROUPS = re.compile(r"\d{1,3}(?:\.\d{3})+(?:,\d+)?")
_YEAR = re.compile(r"1[5-9]\d\d|20\d\d")
_DATE = re.compile(r"(?P<y>1[5-9]\d\d|20\d\d)-(?P<m>\d\d)(?:-(?P<d>\d\d))?(?:[T ].*)?")
_SWAPPED = str.maketrans(".,", ",.")
MIN_VALUES = 0.5  # share of the rows that must have a value


@dataclass(frozen=True, slots=True)
class Values:
    """The numbers of a column, None where a row has none; `dated` if they are years or dates.

    `grouped` tells that thousands are set apart, `comma` that a comma stands before the decimals.
    """

    numbers: tuple[Decimal | None, ...]
    dated: bool = False
    grouped: bool = False
    comma: bool = False

    def written(self, number: Decimal) -> str:
        """A number as the column writes its own."""
        text = f"{number:,f}" if self.grouped else f"{number:f}"
        return text.translate(_SWAPPED) if self.comma else text


def is_missing(cell: str) -> bool:
    """True for an empty cell and for what stands in the place of a value."""
    return cell.strip().casefold() in _MISSING


def values_of(cells: Sequence[str]) -> Values | None:
    """The cells as numbers of one unit; None where they are something else."""
    kept = [cell.strip() for cell in cells]
    filled = [cell for cell in kept if cell.casefold() not in _MISSING]
    if len(filled) < max(1.0, MIN_VALUES * len(kept)):
        return None
    if all(_DATE.fullmatch(cell) for cell in filled):
        return Values(tuple(_date(cell) for cell in kept), True)
    if all(_YEAR.fullmatch(cell) for cell in filled):
        return Values(tuple(Decimal(c) if _YEAR.fullmatch(c) else None for c in kept), True)
    matches = [_NUMBER.fullmatch(cell) for cell in filled if len(cell) <= _MAX_CELL]
    units = {_unit(each) for each in matches if each}
    whole = len(matches) == len(filled) and all(matches)
    if not whole or len(units) > 1 or all(map(_NAME.match, filled)):
        return None
    digits = [_SPACES.sub("", each["digits"]) for each in matches if each]
    comma = _decimal_comma(digits) if all(map(_is_amount, digits)) else None
    if comma is None:
        return None
    numbers = iter(
        _number(plain, comma) * (-1 if each and (each["minus"] or each["minus2"]) else 1)
        for plain, each in zip(digits, matches, strict=True)
    )
    values = tuple(next(numbers) if cell.casefold() not in _MISSING else None for cell in kept)
    grouped = any(("." if comma else ",") in each for each in digits)
    return Values(values, grouped=grouped, comma=comma)


def _unit(match: re.Match[str]) -> str:
    return f"{match['unit'] or ''}|{(match['after'] or '').strip().casefold().rstrip('s')}"


def _is_amount(digits: str) -> bool:
    """False for a telephone number, whose groups have other lengths than three, and for 5'11."""
    return bool(_PLAIN.fullmatch(digits)) and sum(map(str.isdigit, digits)) <= _MAX_DIGITS


def _decimal_comma(digits: Sequence[str]) -> bool | None:
    """True for 39,90 and False for 39.90; None where both stand in a column or neither fits."""
    point = all("," not in each or _COMMA_GROUPS.fullmatch(each) for each in digits)
    comma = all("." not in each or _POINT_GROUPS.fullmatch(each) for each in digits)
    if point and all(each.count(".") <= 1 for each in digits):
        return False
    return True if comma and all(each.count(",") <= 1 for each in digits) else None


def _number(digits: str, comma: bool) -> Decimal:
    plain = digits.replace(".", "").replace(",", ".") if comma else digits.replace(",", "")
    return Decimal(plain)


def _date(cell: str) -> Decimal | None:
    found = _DATE.fullmatch(cell)
    return Decimal(f"{found['y']}{found['m']}{found['d'] or '00'}") if found else None
