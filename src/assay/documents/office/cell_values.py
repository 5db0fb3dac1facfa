"""Numbers of spreadsheet cells as a person sees them: dates, percentages, plain numbers."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Any

_LETTERS = re.compile(r"([A-Z]{1,3})[1-9]")
_QUOTED = re.compile(r'"[^"]*"|\[[^\]]*\]|\\.')  # parts of a format that are no placeholders
_DATE_FORMATS = {*range(14, 18), 22, *range(27, 32), 36, *range(50, 59)}
_TIME_FORMATS = {18, 19, 20, 21, 45, 46, 47, 32, 33, 34, 35}
_PERCENT_FORMATS = {9, 10}
_LAST_DAY = 2_958_465  # 9999-12-31, where Excel's calendar ends
_ALPHABET = 26


class CellFormats:
    """The number formats of a workbook, by the style of a cell."""

    def __init__(self, styles: Any, epoch_1904: bool) -> None:  # noqa: ANN401 - lxml has no types
        """Take in the part `styles.xml`, or None where the file has none."""
        self._epoch = datetime(1904, 1, 1) if epoch_1904 else datetime(1899, 12, 30)
        own: dict[str, str] = {}
        self._kinds: list[str] = []
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
        if kind in {"date", "time"} and 0 <= number <= _LAST_DAY:
            return self._moment(number, kind)
        return f"{number:.15g}" if abs(number) < 1e15 else raw  # noqa: PLR2004 - digits of a double

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


def _kind(id: str, own: dict[str, str]) -> str:
    number = int(id[:6]) if id.isascii() and id.isdigit() else 0
    if id in own:
        code = _QUOTED.sub("", own[id][:200]).lower()
        if "%" in code:
            return "percent"
        if "y" in code or "d" in code:
            return "date"
        return "time" if "h" in code or "s" in code.replace("general", "") else ""
    if number in _DATE_FORMATS:
        return "date"
    if number in _TIME_FORMATS:
        return "time"
    return "percent" if number in _PERCENT_FORMATS else ""
