"""The marks of ordered items in Word files: "3.", "b)", "2.1"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from assay_documents.html.lists import roman
from assay_documents.office.word_styles import child, local, value

_PLACEHOLDER = re.compile(r"%([1-9])")
_LEVELS = 9
_MAX_MARK = 30


@dataclass(frozen=True, slots=True)
class _Level:
    format: str = "decimal"
    text: str = ""
    start: int = 1


class Numbering:
    """Counts the items of all lists of a file in the order in which they are met."""

    def __init__(self, root: Any) -> None:  # noqa: ANN401 - lxml has no types
        """Take in the part `numbering.xml`, or None where the file has none."""
        self._abstract: dict[str, dict[int, _Level]] = {}
        self._lists: dict[str, str] = {}
        self._counts: dict[str, list[int]] = {}
        for each in () if root is None else root:
            if local(each) == "abstractNum":
                levels = {_digits(_own(lvl, "ilvl")): _level(lvl) for lvl in each.iter("{*}lvl")}
                self._abstract[_own(each, "abstractNumId")] = levels
            elif local(each) == "num":
                self._lists[_own(each, "numId")] = value(child(each, "abstractNumId"))

    def mark(self, list_id: str, depth: int) -> str | None:
        """The mark of the next item at that depth, "" for a bullet, None for what is no item."""
        if not list_id:
            return None
        levels = self._abstract.get(self._lists.get(list_id, ""))
        if levels is None:
            return ""
        depth = min(depth, _LEVELS - 1)
        counts = self._counts.setdefault(self._lists[list_id], [])
        while len(counts) <= depth:
            counts.append(levels.get(len(counts), _Level()).start - 1)
        counts[depth] += 1
        del counts[depth + 1 :]
        level = levels.get(depth, _Level())
        if level.format in {"bullet", "none"}:
            return ""
        return _PLACEHOLDER.sub(
            lambda found: self._count(levels, counts, int(found[1]) - 1), level.text
        )[:_MAX_MARK].strip()

    @staticmethod
    def _count(levels: dict[int, _Level], counts: list[int], depth: int) -> str:
        if depth >= len(counts):
            return ""
        return spell(counts[depth], levels.get(depth, _Level()).format)


def spell(number: int, format: str) -> str:
    """A count in the way of its list: a number, a letter or a Roman number."""
    if number < 1 or number > 3999:  # noqa: PLR2004 - what Roman numbers can write
        return str(number)
    if format.endswith("Letter"):
        text = chr(ord("a") + (number - 1) % 26) * min(1 + (number - 1) // 26, 5)
    elif format.endswith("Roman"):
        text = roman(number)
    else:
        return str(number)
    return text.upper() if format.startswith("upper") else text


def _level(element: Any) -> _Level:  # noqa: ANN401 - lxml has no types
    return _Level(
        value(child(element, "numFmt")) or "decimal",
        value(child(element, "lvlText")),
        _digits(value(child(element, "start")) or "1"),
    )


def _own(element: Any, name: str) -> str:  # noqa: ANN401 - lxml has no types
    return str(element.get(f"{element.tag.rpartition('}')[0]}}}{name}") or "")


def _digits(text: str) -> int:
    return int(text[:4]) if text[:4].isascii() and text[:4].isdigit() else 0
