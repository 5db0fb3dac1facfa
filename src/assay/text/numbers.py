"""The numbers a text states, whichever way they are written: 1,000 and "one thousand"."""

from __future__ import annotations

import math
import re
import unicodedata
from bisect import bisect_left
from dataclasses import dataclass

# "about 5 million" may stand for anything within a tenth of it.
ROUGHLY = 0.1
_EXACTLY = 1e-9
_DECADE = 10
_SMALL_WORDS = """zero one two three four five six seven eight nine ten eleven twelve thirteen
    fourteen fifteen sixteen seventeen eighteen nineteen"""
_TEN_WORDS = "twenty thirty forty fifty sixty seventy eighty ninety"
_ORDINAL_WORDS = """first second third fourth fifth sixth seventh eighth ninth tenth eleventh
    twelfth"""
_SMALL = _SMALL_WORDS.split()
_WORDS = {
    **{word: float(n) for n, word in enumerate(_SMALL)},
    **{word: 10.0 * n for n, word in enumerate(_TEN_WORDS.split(), start=2)},
    **{word: float(n) for n, word in enumerate(_ORDINAL_WORDS.split(), start=1)},
}
# In running text these are seldom meant as numbers.
_VAGUE = frozenset(("zero", "one", "first", "second"))
_SCALES = {"hundred": 1e2, "thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12}
_HEDGE = r"(?:about|around|approximately|roughly|nearly|almost|some|over|under|up to|circa)"
_NUMBER = re.compile(
    rf"(?P<hedge>\b{_HEDGE}\s+|\b(?:more|less|fewer)\s+than\s+|~\s*)?(?<![\w.])[$\u20ac\u00a3]?"
    r"(?:(?P<digits>\d+(?:,\d{3})*(?:\.\d+)?)(?!\d)(?P<suffix>(?:st|nd|rd|th|s)\b)?"
    rf"|(?P<word>{'|'.join(_WORDS)})(?:-(?P<unit>{'|'.join(_SMALL[1:10])}))?\b)"
    rf"(?:[\s-](?P<scale>{'|'.join(_SCALES)})\b)?",
    re.IGNORECASE,
)


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
    return tuple(map(_figure, _NUMBER.finditer(unicodedata.normalize("NFKC", text))))


def missing_figures(claim: str, source: str) -> tuple[str, ...]:
    """The numbers that the claim states and the source does not, as they are written."""
    there = sorted(f.value for f in figures(source) if math.isfinite(f.value))
    needed = [figure for figure in figures(claim) if not figure.vague]
    return tuple(figure.written for figure in needed if not _stands(figure, there))


def _stands(figure: Figure, there: list[float]) -> bool:
    """True when one of the numbers, which are sorted, is the figure or near enough to it."""
    if figure.decade:
        at = bisect_left(there, figure.value)
        return at < len(there) and there[at] < figure.value + _DECADE
    margin = (ROUGHLY if figure.rough else _EXACTLY) * abs(figure.value)
    at = bisect_left(there, figure.value - margin)
    return at < len(there) and there[at] <= figure.value + margin


def _figure(match: re.Match[str]) -> Figure:
    suffix = (match["suffix"] or "").lower()
    word = (match["word"] or "").lower()
    value = float(match["digits"].replace(",", "")) if match["digits"] else _WORDS[word]
    if match["unit"]:
        value += _WORDS[match["unit"].lower()]
    scale = (match["scale"] or "").lower()
    value *= _SCALES.get(scale, 1.0)
    return Figure(
        value,
        match.group().strip(),
        rough=match["hedge"] is not None,
        decade=suffix == "s" and value % _DECADE == 0,
        vague=word in _VAGUE and not match["unit"] and not scale,
    )
