"""The numbers a text states, whichever way they are written: 1,000 and "one thousand"."""

from __future__ import annotations

import math
import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass

from assay.text.number_words import NUMBER_WORDS, SCALES, spelled

# "about 5 million" may stand for anything within a tenth of it.
ROUGHLY = 0.1
_EXACTLY = 1e-9
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
_MANY = re.compile(
    r"\bhow (?:many|long|far|often|old|big|large|tall|deep|wide|high|heavy|fast)\b"
    r"|\b(?:maximum|minimum|largest|smallest|highest|lowest) (?:\w+ )?"
    r"(?:size|number|length|value|limit|amount|count|age|speed|width|height|depth|duration)\b"
    r"|\b(?:what|which) (?:(?:tcp|udp|default|network) )?port (?:number\b|do|does|is)\b"
    r"|\bdefault (?:\w+ )?(?:size|number|length|limit|count|timeout|interval)\b",
    re.IGNORECASE,
)
# What is no number of anything: a version, a standard, the section of a manual as in "select(2)".
_NAMES = re.compile(
    r"\b(?:RFC|PEP|ISO|IEEE)[ -]?\d+\b|\b(?:v|version |release )\d+(?:\.\d+)*\b"
    r"|\b\d+(?:\.\d+){2,}\b|(?<=[\w>])\([1-9]\)",
    re.IGNORECASE,
)
_WITH_UNIT = re.compile(r"(?<![\w.])\d+(?:[.,]\d+)*(?:\s?(?:%|[^\W\d_]+))?")
_SIZE = re.compile(r"\b(?:how (?:big|large)|size)\b", re.IGNORECASE)
_SECONDS = re.compile(r"\b\d+(?:\.\d+)?\s?(?:[mu\u00b5n]?s|secs?|seconds?)\b")
_YEAR = re.compile(r"\b(?:what|which) (?:year|decade|century)\b", re.IGNORECASE)
# What says how many without a number.
_BOUNDLESS = re.compile(
    r"\b(?:unlimited|infinit\w+|indefinite\w*|forever|never|none|once|twice|half"
    r"|(?:no|any|every|all|whole|entire|as) (?:\w+ )?"
    r"(?:limit|number|bound|size|many|long|often|times?)"
    r"|daily|(?:hour|week|month|year)(?:ly|s)?)\b",
    re.IGNORECASE,
)
# "up to 8 lamps, at least 4": which of the two is meant stands before the number.
_UNIT = r"(?:\s?%|\s(?!(?:of|or|and|in|to|at|on|for|with)\b)[^\W\d_]+)"
_SOME = rf"\s+(?:\d[\d.,]*\d|\d|(?:{_ANY})\b){_UNIT}?"
_UPPER = re.compile(
    rf"\b(?:up to|at most|(?:no|not) more than|(?:a )?maximum of|as many as){_SOME}", re.IGNORECASE
)
_LOWER = re.compile(
    rf"\b(?:at least|no (?:fewer|less) than|not less than|(?:a )?minimum of){_SOME}", re.IGNORECASE
)
_ASKS_UPPER = re.compile(
    r"\b(?:max|maximum|most|largest|longest|highest|biggest)\b"
    r"|\bhow (?:many|much|long|far|often|big|large|tall|deep|wide|high|heavy|fast)\b"
    r".*\b(?:can|may)\b",
    re.IGNORECASE,
)
_ASKS_LOWER = re.compile(
    r"\b(?:min|minimum|least|fewest|smallest|shortest|lowest)\b"
    r"|\bhow (?:many|much|long)\b.*\b(?:must|need|needs|needed|required|have to|has to)\b",
    re.IGNORECASE,
)
# A size that is asked for may be a bound, and no example of a size is one.
_ASKS_BOUND = re.compile(
    r"\b(?:max|maximum|minimum|largest|smallest|highest|lowest|longest|shortest)\b", re.IGNORECASE
)
_BOUND = re.compile(
    r"max|minim|limit|exceed|\b(?:at (?:most|least)|up to|within|between|ranges?|bounds?|bounded"
    r"|capped|upper|lower|(?:larg|small|high|low|long|short|bigg)est"
    r"|(?:more|less|fewer|(?:larg|small|high|low|long|short|great|bigg)er) than)\b",
    re.IGNORECASE,
)
_ASKS_LARGEST_SIZE = re.compile(
    r"\b(?:max|maximum|minimum|largest|smallest) (?:\w+ )?size\b", re.IGNORECASE
)
# What speaks of a size: "Maximum number of files" does not.
_OF_SIZE = re.compile(
    r"siz(?:e|ing)|\b(?:large|big|small|wide|long)\w*|byte|pixel|character|lit(?:re|er)|length"
    r"|column|\d ?(?:[kmgt]i?b?|bits?|px|[ckm]?m[23\u00b2\u00b3]?)\b",
    re.IGNORECASE,
)
_ASKS_PRICE = re.compile(
    r"\b(?:costs?|prices?|priced|fees?)\b|\bhow much (?:is|are|do|does|must|should)\b",
    re.IGNORECASE,
)
_PRICE = re.compile(
    r"(?:[$\u20ac\u00a3\u00a5]|\b(?:EUR|USD|GBP|CHF)\b)\s?\d+(?:[.,]\d+)*"
    r"|(?<![\w.,])\d+(?:[.,]\d+)*\s?(?:[$\u20ac\u00a3\u00a5]|(?:EUR|USD|GBP|CHF|euros?|dollars?|pounds?)\b)"
)
# A column may say the currency for all of its sums: "Fee (EUR): 135".
_PRICED = re.compile(
    r"[\s(\[](?:[$\u20ac\u00a3\u00a5]|EUR|USD|GBP|CHF|euros?|dollars?|pounds?)[)\]]?: "
    r"(?P<sum>\d+(?:[.,]\d+)*)(?!\w)"
)
_FIRST_YEAR, _LAST_YEAR = 1000, 2999


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
    needed = [figure for figure in figures(claim) if not figure.vague]
    return tuple(figure.written for figure in needed if not _stands(figure, there))


def asks_for_number(question: str) -> bool:
    """True for "how many", "what is the maximum size" and the like; not for a year."""
    return bool(_MANY.search(question))


def is_bare_number(said: str) -> bool:
    """True for a number and nothing else, in digits or in words."""
    found = figures(said)
    return len(found) == 1 and found[0].written.strip() == said.strip()


def lacks_the_number(question: str, text: str) -> bool:
    """True when the question asks for a number, as "how many" does, and the text holds none."""
    if _YEAR.search(question):
        years = (f for f in figures(text) if _FIRST_YEAR <= f.value <= _LAST_YEAR)
        return not any(years) and "century" not in text.lower()
    if not asks_for_number(question):
        return False
    stated = _NAMES.sub(" ", text)
    if _SIZE.search(question):
        stated = _SECONDS.sub(" ", stated)
    return all(figure.vague for figure in figures(stated)) and not _BOUNDLESS.search(text)


def lacks_the_bound(question: str, text: str) -> bool:
    """True when the question asks for the largest or smallest, and the text bounds nothing so."""
    if not (asks_for_number(question) and _ASKS_BOUND.search(question)):
        return False
    if _ASKS_LARGEST_SIZE.search(question) and not _OF_SIZE.search(text):
        return True
    return not (_BOUND.search(text) or _BOUNDLESS.search(text))


def number_places(text: str, part: tuple[int, int] | None = None) -> list[tuple[int, int]]:
    """Where numbers stand in a part, each with the word after it, which may be its unit."""
    start, end = part or (0, len(text))
    # Names of the same length, so that places stay what they are.
    plain = _NAMES.sub(lambda name: "_" * len(name[0]), text)
    return [found.span() for found in _WITH_UNIT.finditer(plain, start, end)]


def asks_for_price(question: str) -> bool:
    """True for a question after what something costs."""
    return _ASKS_PRICE.search(question) is not None


def lacks_the_price(question: str, text: str) -> bool:
    """True when the question asks what something costs, and the text names no sum of money."""
    return asks_for_price(question) and not (_PRICE.search(text) or _PRICED.search(text))


def price_places(text: str, part: tuple[int, int]) -> list[tuple[int, int]]:
    """Where sums of money stand in a part."""
    sums = [found.span() for found in _PRICE.finditer(text, *part)]
    return sums + [found.span("sum") for found in _PRICED.finditer(text, *part)]


def bound_asked_for(
    question: str, text: str, sentence: tuple[int, int], said: tuple[int, int]
) -> tuple[int, int] | None:
    """The bound that the question asks for, where the sentence bounds a number from both sides.

    None where the question does not tell which; what is `said` where there is nothing to choose.
    """
    upper, lower = (pattern.search(text, *sentence) for pattern in (_UPPER, _LOWER))
    if not (upper and lower and asks_for_number(question)):
        return said
    near = [each for each in (upper, lower) if said[0] < each.end() and each.start() < said[1]]
    if len(near) != 1:  # it says something else, or both
        return said
    wants_upper, wants_lower = _ASKS_UPPER.search(question), _ASKS_LOWER.search(question)
    if bool(wants_upper) is bool(wants_lower):
        return None
    meant = upper if wants_upper else lower
    return said if near == [meant] else meant.span()


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
