"""Several values with days of the week: "until 17:30 from Monday to Thursday, on Friday 16:00"."""

from __future__ import annotations

import re
from collections.abc import Iterator

_DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
# Short forms have a capital: somebody sat in the sun.
_DAY = (
    r"(?:(?i:(?:mon|tues|wednes|thurs|fri|satur|sun)days?)|Mon|Tues?|Wed|Thu(?:rs?)?|Fri|Sat|Sun)\b"
)
_NAMED = re.compile(
    rf"\b(?P<first>{_DAY})(?:\s?(?:to|through|until|-|\u2013|\u2014)\s?(?P<last>{_DAY}))?"
    r"|\b(?i:(?P<week>weekdays?|working days?)|(?P<end>weekends?))\b"
)
_BREAK = re.compile(r"[,;]\s|\n|\s(?:and|but|or)\s", re.IGNORECASE)
_WORK = 5  # days of a week that are no weekend
_ALL = len(_DAYS)


def part_of_day(
    question: str, text: str, sentence: tuple[int, int], said: tuple[int, int]
) -> tuple[int, int] | None:
    """The part of a sentence for the day that is asked about; None if what is said may stand.

    A part without a day of its own belongs to the one before it.
    """
    asked = _days(question)
    if len(asked) != 1:
        return None
    parts = [(part, _days(text[slice(*part)])) for part in _parts(text, sentence)]
    meant = [part for part, days in parts if asked <= days]
    read = [days for (start, end), days in parts if start <= said[0] < end]
    if len(meant) != 1 or not read or not read[0] or asked <= read[0]:
        return None
    return meant[0]


def _parts(text: str, sentence: tuple[int, int]) -> Iterator[tuple[int, int]]:
    start, end = sentence
    begins = start
    for found in _BREAK.finditer(text, start, end):
        following = _BREAK.search(text, found.end(), end)
        until = following.start() if following else end
        if _days(text[found.end() : until]) and _has_value(text[begins : found.start()]):
            yield begins, found.start()
            begins = found.end()
    yield begins, end


def _has_value(part: str) -> bool:
    """True when a part says something beside its days: "Mondays and Fridays" belong together."""
    return bool(_days(part)) and any(character.isdigit() for character in part)


def _days(text: str) -> frozenset[int]:
    """The days of the week that a text names, alone or from one to another."""
    found: set[int] = set()
    for named in _NAMED.finditer(text):
        if named["week"] or named["end"]:
            found.update(range(_WORK) if named["week"] else range(_WORK, _ALL))
            continue
        first = _number(named["first"])
        last = _number(named["last"] or named["first"])
        found.update(day % _ALL for day in range(first, last + 1 + (_ALL if last < first else 0)))
    return frozenset(found)


def _number(day: str) -> int:
    return _DAYS.index(day[:3].casefold())
