"""The numbers a text states, whichever way they are written: 1,000 and "one thousand"."""

from __future__ import annotations

import math
import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations

from assay.text.number_words import NUMBER_WORDS, SCALES, spelled

# "about 5 million" may stand for anything within a tenth of it.
ROUGHLY = 0.1
_EXACTLY = 1e-9
MAX_OPERANDS = 30
_DECADE = 10
_HEDGE = r"(?:about|around|approximately|roughly|nearly|almost|some|over|under|up to|circa)"
_ANY = "|".join(NUMBER_WORDS)
_NUMBER = re.compile(
    rf"(?P<hedge>\b{_HEDGE}\s+|\b(?:more|less|fewer)\s+than\s+|~\s*)?(?<![\w.])[$\u20ac\u00a3]?"
    r"(?:(?P<digits>\d+(?:,\d{3})*(?:\.\d+)?)(?!\d)(?P<suffix>(?:st|nd|rd|th|s)\b)?"
    rf"(?:[\s-](?P<scale>{'|'.join(SCALES)})\b)?"
    rf"|(?P<words>(?:an?\s+(?=(?:{'|'.join(SCALES)})\b))?(?:{_ANY})\b"
    rf"(?:(?:\s+and)?[\s-]+(?:{_ANY})\b)*))",
    re.IGNORECASE,
)


# The number of "COVID-19" is a part of a name, which need not stand there in the same words.
_NAMED = re.compile(r"\b[A-Z]\w*-\d[\w.-]*")


@dataclass(frozen=True, slots=True)
class Figure:
    """A number of a text; `rough` when it is said to be about right, `decade` for "1990s"."""

    value: float
    written: str
    rough: bool = False
    decade: bool = False
    vague: bool = False


def figures(text: str) -> tuple[Figure, ...]:
    """The numbers of a text in order."""
    found = _NUMBER.finditer(unicodedata.normalize("NFKC", text))
    return tuple(figure for match in found for figure in _figures(match))


def missing_figures(claim: str, source: str) -> tuple[str, ...]:
    """The numbers that the claim states and the source does not, as they are written."""
    there = sorted(f.value for f in figures(source) if math.isfinite(f.value))
    needed = [figure for figure in figures(_NAMED.sub(" ", claim)) if not figure.vague]
    return tuple(figure.written for figure in needed if not _stands(figure, there))


def may_follow(claim: str, source: str) -> bool:
    """True when each number that only the claim states is the result of two numbers of the source.

    "28 days" does not stand beside "26 days and two more", and is not contradicted either.
    """
    there = sorted({f.value for f in figures(source) if math.isfinite(f.value)})[:MAX_OPERANDS]
    wanted = [f for f in figures(claim) if not f.vague and not _stands(f, there)]
    if not wanted:
        return False
    results = {2 * value for value in there} | {value / 2 for value in there}
    for one, other in permutations(there, 2):
        results |= {one + other, one - other, one * other}
        if other:
            results.add(one / other)
    ordered = sorted(results)
    return all(_stands(figure, ordered) for figure in wanted)


def _stands(figure: Figure, there: list[float]) -> bool:
    """True when one of the numbers, which are sorted, is the figure or near enough to it."""
    if figure.decade:
        at = bisect_left(there, figure.value)
        return at < len(there) and there[at] < figure.value + _DECADE
    margin = (ROUGHLY if figure.rough else _EXACTLY) * abs(figure.value)
    at = bisect_left(there, figure.value - margin)
    return at < len(there) and there[at] <= figure.value + margin


def _figures(match: re.Match[str]) -> Iterator[Figure]:
    """One number in digits, or all those of a run of words; a hedge belongs to the first."""
    hedge = match["hedge"] or ""
    if match["words"]:
        for value, written, vague in spelled(match["words"]):
            yield Figure(value, hedge + written, rough=bool(hedge), vague=vague)
            hedge = ""
        return
    value = float(match["digits"].replace(",", ""))
    value *= SCALES.get((match["scale"] or "").lower(), 1.0)
    decade = (match["suffix"] or "").lower() == "s" and value % _DECADE == 0
    yield Figure(value, match.group().strip(), rough=bool(hedge), decade=decade)
