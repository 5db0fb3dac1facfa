"""Numbers of spreadsheet cells as a person sees them: dates, percentages, amounts with a unit."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

_LETTERS = re.compile(r"([A-Z]{1,3})[1-9]")
_QUOTED = re.compile(r'"[^"]*"|\[[^\]]*\]|\\.')  # parts of a format that are no placeholders
# Of a format, piece by piece: words, a currency, a colour or condition, a space, digits, a sign.
_PIECE = re.compile(
    r'"(?P<words>[^"]*)"|\[\$(?P<currency>[^\]-]*)[^\]]*\]|\[[^\]]*\]|[_*].|\\(?P<sign>.)'
    r"|(?P<digits>[#0?][#0?,.]*)|(?P<plain>.)",
    re.DOTALL,
)
_MAX_FORMAT = 200  # characters
_MAX_DECIMALS = 15
_DATE_FORMATS = {*range(14, 18), 22, *range(27, 32), 36, *range(50, 59)}
_TIME_FORMATS = {18, 19, 20, 21, 45, 46, 47, 32, 33, 34, 35}
_PERCENT_FORMATS = {9, 10}
_LAST_DAY = 2_958_465  # 9999-12-31, where Excel's calendar ends
_ALPHABET = 26


@dataclass(frozen=True, slots=True)
class _Amount:
    """What a format writes around a number, and how many digits behind its point."""

    before: str
    behind: str
    decimals: int
    thousands: int

    def show(self, number: float) -> str:
        sign = "-" if number < 0 else ""
        digits = f"{abs(number) / 1000**self.thousands:.{self.decimals}f}"
        return f"{sign}{self.before}{digits}{self.behind}"


class CellFormats:
    """The number formats of a workbook, by the style of a cell."""

    def __init__(self, styles: Any, epoch_1904: bool) -> None:  # noqa: ANN401 - lxml has no types
        """Take in the part `styles.xml`, or None where the file has none."""
        self._epoch = datetime(1904, 1, 1) if epoch_1904 else datetime(1899, 12, 30)
        own: dict[str, str] = {}
        self._kinds: list[str | _Amount] = []
        if styles is None:
            return
        for each in styles.iter("{*}numFmt"):
            own[each.get("numFmtId", "")] = each.get("formatCode", "")
        for each in styles.iterfind("{*}cellXfs/{*}xf"):
            self._kinds.append(_kind(each.get("numFmtId", "0"), own))

    def show(self, raw: str, style: str) -> str:
        """A number in the way its cell shows it, as far as the meaning goes."""
        index = int(style[:6]) if style.isascii() and style.isdigit() else -1
        kind = self._kinds[index] if 0 <= index < len(self._kinds) else ""
        try:
            number = float(raw)
        except ValueError:
            return raw
        if kind == "percent":
            return f"{number * 100:.10g}%"
        if kind in ("date", "time") and 0 <= number <= _LAST_DAY:
            return self._moment(number, kind)
        if not abs(number) < 1e15:  # noqa: PLR2004 - digits of a double
            return raw
        return kind.show(number) if isinstance(kind, _Amount) else f"{number:.15g}"

    def _moment(self, days: float, kind: str) -> str:
        moment = self._epoch + timedelta(seconds=round(days * 86_400))
        if kind == "time" and days < 1:
            return moment.strftime("%H:%M:%S").removesuffix(":00")
        if days == int(days):
            return moment.date().isoformat()
        return moment.isoformat(" ").removesuffix(":00")


def cell_column(reference: str) -> int:
    """The number of the column in a reference such as "AB12", counted from one; 0 for none."""
    found = _LETTERS.match(reference)
    if found is None:
        return 0
    column = 0
    for letter in found[1]:
        column = column * _ALPHABET + ord(letter) - ord("A") + 1
    return column


def column_letters(column: int) -> str:
    """The letters of a column that is counted from one."""
    letters = ""
    while column > 0:
        column, rest = divmod(column - 1, _ALPHABET)
        letters = chr(ord("A") + rest) + letters
    return letters


def _kind(id: str, own: dict[str, str]) -> str | _Amount:
    if id in own:
        return _own_kind(own[id][:_MAX_FORMAT])
    number = int(id[:6]) if id.isascii() and id.isdigit() else 0
    if number in _DATE_FORMATS:
        return "date"
    if number in _TIME_FORMATS:
        return "time"
    return "percent" if number in _PERCENT_FORMATS else ""


def _own_kind(code: str) -> str | _Amount:
    """What a format that the file defines makes of a number."""
    letters = _QUOTED.sub("", code).lower()
    if "%" in letters:
        return "percent"
    if "y" in letters or "d" in letters:
        return "date"
    if "h" in letters or "s" in letters.replace("general", ""):
        return "time"
    return _amount(code) or ""


def _amount(code: str) -> _Amount | None:
    """What a format such as `#,##0.00 "€"` writes around a number; None when it is nothing."""
    around = ["", ""]
    digits = ""
    for piece in _PIECE.finditer(code):
        if piece["plain"] == ";":  # what follows is for negative numbers
            break
        if piece["digits"]:
            if digits:  # a fraction, or digits that something parts
                return None
            digits = piece["digits"]
            continue
        text = piece["words"] or piece["currency"] or piece["sign"] or piece["plain"] or ""
        around[bool(digits)] += text
    before, behind = (" ".join(each.split()) for each in around)
    if not digits or not any(each.isalpha() or each in "$€£¥₹" for each in before + behind):
        return None
    if any(piece in before + behind for piece in ("E+", "E-", "@", "General")):
        return None
    scaled = digits.rstrip(",")
    decimals = min(len(scaled.partition(".")[2]), _MAX_DECIMALS)
    apart = " " if around[1][:1].isspace() or behind[:1].isalpha() else ""
    between = " " if before[-1:].isalpha() else ""
    return _Amount(
        before + between, apart + behind if behind else "", decimals, len(digits) - len(scaled)
    )
