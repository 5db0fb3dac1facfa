"""The numbers that a browser puts before the items of an ordered list."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lxml import html

_ROMAN = (
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"),
    (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
)  # fmt: skip
_MAX_ROMAN = 3999
_LETTERS = 26


@dataclass
class NumberedList:
    """An open list; `style` is the type of its numbers, empty for a list without."""

    style: str
    at: int
    step: int = 1

    @classmethod
    def of(cls, element: html.HtmlElement, tag: str) -> NumberedList:
        """The list that an ol or ul begins."""
        if tag != "ol":
            return cls("", 0)
        step = -1 if "reversed" in element.attrib else 1
        count = sum(1 for _ in element.iterchildren("li")) if step < 0 else 1
        style = element.get("type", "1")
        return cls(style if style in ("1", "a", "A", "i", "I") else "1",
                   _number(element.get("start"), count), step)  # fmt: skip

    def next(self, item: html.HtmlElement) -> str:
        """The mark of the next item, such as "3."."""
        if not self.style:
            return ""
        self.at = _number(item.get("value"), self.at)
        mark = format_number(self.at, self.style)
        self.at += self.step
        return f"{mark}."


def format_number(number: int, style: str) -> str:
    """A number in digits, letters or Roman numerals, as the type of an ordered list says."""
    if style in ("a", "A") and number > 0:
        text = ""
        while number > 0:
            number, letter = divmod(number - 1, _LETTERS)
            text = chr(ord("a") + letter) + text
    elif style in ("i", "I") and 0 < number <= _MAX_ROMAN:
        text = roman(number)
    else:
        return str(number)
    return text.upper() if style.isupper() else text


def roman(number: int) -> str:
    """A number in small Roman numerals."""
    text = ""
    for value, letters in _ROMAN:
        count, number = divmod(number, value)
        text += letters * count
    return text


def _number(text: str | None, default: int) -> int:
    try:
        return int((text or "")[:9])
    except ValueError:
        return default
