"""Quantities whichever way they are written: 128 bits are 16 bytes, half an hour is 30 minutes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from assay.text.number_words import SINGLE_WORDS

# A kind of quantity, and how many of its smallest unit each name stands for.
_TIME = {
    "ns nanosecond": 1, "us \u00b5s \u03bcs microsecond": 10**3, "ms msec millisecond": 10**6,
    "s sec second": 10**9, "min minute": 60 * 10**9, "h hr hour": 3600 * 10**9,
    "day": 86_400 * 10**9, "week": 7 * 86_400 * 10**9,
}  # fmt: skip
_LENGTH = {"mm millimetre millimeter": 1, "cm centimetre centimeter": 10,
           "m metre meter": 1000, "km kilometre kilometer": 10**6}  # fmt: skip
_MASS = {"mg milligram": 1, "g gram gramme": 10**3, "kg kilogram kilo": 10**6,
         "t tonne": 10**9}  # fmt: skip
_VOLUME = {"ml millilitre milliliter": 1, "cl centilitre centiliter": 10,
           "l litre liter": 1000}  # fmt: skip
_MONTHS = {"month": 1, "year": 12}
_MONEY = {
    name: (name, Fraction(1))
    for name in ["euro", "dollar", "pound", "krone", "yen", "franc", "rupee"]
}
_BITS = 8
# People count 1024 bytes to a kilobyte as often as 1000: a size has both values.
_THOUSANDS = (1000, 1024)
_PREFIXES = {"k": 1, "m": 2, "g": 3, "t": 4}
_NAMED = _MONEY | {
    name: (kind, Fraction(size))
    for kind, units in enumerate((_TIME, _LENGTH, _MASS, _VOLUME, _MONTHS))
    for names, size in units.items()
    for name in names.split()
}
_IN_PARTS = frozenset(range(5))  # the kinds of which a quantity may be told in two units
_UNIT = re.compile(r"(?<![^\W\d_])[^\W\d_]+\Z")
_DATA, _SHARE, _TIMES = "data", "share", "times"
_BIT_OR_BYTE = ("Kb", "Mb", "Gb", "Tb")  # some mean the one, some the other
_COUNTS = {w: n for w, n in SINGLE_WORDS.items() if not re.search("(?:first|second|third|th)$", w)}
_PARTS = {"half": (1, 2), "third": (1, 3), "quarter": (1, 4), "fifth": (1, 5), "tenth": (1, 10)}
_COUNT = rf"\d{{1,15}}(?:,\d{{3}})*(?:\.\d{{1,9}})?|\b(?:{'|'.join(_COUNTS)})"
_PART = rf"(?:(?P<parts>a|an|one|two|three)[\s-])?\b(?P<part>{'|'.join(_PARTS)})s?"
# "Within a week" is seven days; "twice a week" and "ten euros a week" are not.
_LEADING = ("within", "for", "after", "than", "least", "most", "about", "lasts", "takes", "needs")
_A_WHOLE = "(?:" + "|".join(rf"(?<=\b{word} )" for word in _LEADING) + ")"
_QUANTITY = re.compile(
    r"(?<![\w.,])(?:"
    # "three quarters of an hour", "half a day", "half of the visitors"
    rf"{_PART}(?:[\s-](?:of\s)?an?(?=\s))?[\s-](?P<part_of>[^\W\d_]{{1,12}})"
    # "twice as fast", "three times as many", "double the speed"
    r"|(?P<twice>twice|double|thrice)\b"
    rf"|(?P<times>{_COUNT})\stimes(?=\s(?:as|more|faster|larger|the)\b)"
    # "one patient in ten"
    rf"|one\s(?:\w+\s)?in\s(?:a\s)?(?P<one_in>{_COUNT}|hundred|thousand)\b"
    # "1.5 hours", "two-hour", "90 s", "10 %", "a minute and a half", "two and a half hours"
    rf"|(?P<count>{_COUNT}|\ban?(?=\s\w+\sand\sa\s(?:half|quarter)\b)|{_A_WHOLE}an?(?=\s))"
    r"(?:(?P<percent>\s?%|\sper\s?cent\b)"
    r"|(?:\sand\sa\s(?P<more>half|quarter)(?=\s))?[\s-]?(?P<unit>[^\W\d_]{1,12})\b"
    r"(?:\sand\sa\s(?P<and_a>half|quarter)\b)?))",
    re.IGNORECASE,
)
_KILO = re.compile(r"(kilo|mega|giga|tera|[kmgt])(i|bi)?(b|bytes?)", re.IGNORECASE)
_DECADE = re.compile(r"(?:1\d|20)\d0s")
_FACTORS = {"twice": 2, "double": 2, "thrice": 3}
_MANY = {"two": 2, "three": 3}
_LARGE = {"hundred": 100, "thousand": 1000}

Values = frozenset[tuple[object, Fraction]]


@dataclass(frozen=True, slots=True)
class Quantity:
    """A quantity as it is written at `start` of a text, in the smallest unit of its kind."""

    start: int
    end: int
    values: Values

    @property
    def kinds(self) -> frozenset[object]:
        """What is measured; two where a name has two meanings."""
        return frozenset(kind for kind, _ in self.values)

    def and_also(self, other: Quantity) -> Quantity:
        """Both as one quantity."""
        (kind, one), (_, two) = max(self.values), max(other.values)
        return Quantity(self.start, other.end, frozenset([(kind, one + two)]))


def _are_one(text: str, first: Quantity, second: Quantity) -> bool:
    """True for "1 hour and 30 minutes": a quantity in two units, the larger one first."""
    if text[first.end : second.start] not in (" ", " and ") or first.kinds != second.kinds:
        return False
    one, two = (_UNIT.search(text, q.start, q.end) for q in (first, second))
    units = [each[0].casefold().removesuffix("s") for each in (one, two) if each]
    return (
        first.kinds <= _IN_PARTS and len(set(units)) > 1 and max(first.values) > max(second.values)
    )


@lru_cache(maxsize=256)
def quantities(text: str) -> tuple[Quantity, ...]:
    """The quantities of a text in order, those whose unit is known."""
    found: list[Quantity] = []
    last: Quantity | None = None
    for each in _quantities(text):
        if last and _are_one(text, last, each):
            found[-1] = found[-1].and_also(each)
        else:
            found.append(each)
        last = each
    return tuple(found)


def same_quantities(first: str, second: str) -> bool | None:
    """True if two texts state the same quantity, in other units perhaps; None if unknown.

    A text may state it twice: "16 bytes (128 bits)".
    """
    one, two = _measured(first), _measured(second)
    if not one or not two:
        return None
    kinds = [{kind for each in found for kind in each.kinds} for found in (one, two)]
    if not kinds[0] & kinds[1]:
        return None
    return all(any(mine.values & theirs.values for theirs in two) for mine in one) or all(
        any(mine.values & theirs.values for theirs in one) for mine in two
    )


def in_words_of(claim: str, source: str) -> str:
    """The claim with each quantity that the source states otherwise as the source writes it."""
    written, at, there = "", 0, _by_value(source)
    for each in quantities(claim):
        stated = [there[value] for value in each.values if value in there]
        same = min(stated, key=lambda q: q.start, default=None)
        if same is not None and not _stands(claim[each.start : each.end], source):
            written += claim[at : each.start] + source[same.start : same.end]
            at = each.end
    return written + claim[at:]


@lru_cache(maxsize=8)
def _by_value(text: str) -> Mapping[tuple[object, Fraction], Quantity]:
    """The first quantity of a text that has each value."""
    return {value: each for each in reversed(quantities(text)) for value in each.values}


def other_quantities(claim: str, source: str) -> tuple[str, ...]:
    """The quantities of the claim that are of a kind which the source states with other values.

    A number that stands in the source without a unit may be what is meant: "aged 5".
    """
    there = quantities(source)
    values: Values = frozenset().union(*(q.values for q in there))
    kinds = {kind for kind, _ in values}
    others = [q for q in quantities(claim) if q.kinds & kinds and not q.values & values]
    bare = _without(there, source) if others else ""
    written = [claim[each.start : each.end] for each in others]
    return tuple(each for each in written if not _is_said(each, bare))


def _is_said(written: str, bare: str) -> bool:
    """True when the number of a quantity stands there without its unit, or "a day" for one."""
    number, *unit = re.split(r"[\s-]|(?<=\d)(?=[^\d.,])", written)
    as_one = number.casefold() == "one" and any(
        _stands(f"{a} {unit[0]}", bare) for a in ("a", "an")
    )
    return as_one or _stands(number, bare)


def _without(found: Sequence[Quantity], text: str) -> str:
    """The text with a space in the place of each quantity."""
    ends = [0, *(each.end for each in found)]
    starts = [*(each.start for each in found), len(text)]
    return " ".join(text[end:start] for end, start in zip(ends, starts, strict=True))


def _stands(words: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(words)}(?!\w)", text, re.IGNORECASE) is not None


def _measured(text: str) -> list[Quantity]:
    """The quantities that have a unit; an amount of money is none."""
    return [q for q in quantities(text) if not q.kinds & {_SHARE, _TIMES, *_MONEY}]


def _quantities(text: str) -> Iterator[Quantity]:
    for match in _QUANTITY.finditer(text):
        values, end = _read(match), match.end()
        if match["part"] and not _values(Fraction(1), match["part_of"]):
            end = match.end("part")  # "half", without what it is a half of
        if values:
            yield Quantity(match.start(), end, values)


def _read(match: re.Match[str]) -> Values:
    if match["part"]:
        return _part(match)
    if match["twice"]:
        return frozenset([(_TIMES, Fraction(_FACTORS[match["twice"].casefold()]))])
    if match["times"]:
        return frozenset([(_TIMES, _number(match["times"]))])
    if match["one_in"]:
        number = _number(match["one_in"])
        return frozenset([(_SHARE, 1 / number)] if number else [])
    return _counted(match)


def _part(match: re.Match[str]) -> Values:
    over, under = _PARTS[match["part"].casefold()]
    if under > 2 and not match["parts"]:  # noqa: PLR2004 - "the third year" is no third of it
        return frozenset()
    number = Fraction(over * _MANY.get((match["parts"] or "").casefold(), 1), under)
    return _values(number, match["part_of"]) or frozenset([(_SHARE, number)])


def _counted(match: re.Match[str]) -> Values:
    if _DECADE.fullmatch(match.group()):
        return frozenset()
    number = _number(match["count"])
    if match["percent"]:
        return frozenset([(_SHARE, number / 100)])
    if more := match["more"] or match["and_a"]:
        number += Fraction(*_PARTS[more.casefold()])
    return _values(number, match["unit"])


def _number(written: str) -> Fraction:
    bare = written.casefold()
    if bare in ("a", "an"):
        return Fraction(1)
    known = _COUNTS.get(bare) or _LARGE.get(bare)
    return Fraction(round(known)) if known is not None else _digits(bare)


def _digits(bare: str) -> Fraction:
    return Fraction(bare.replace(",", "")) if bare[0].isdigit() else Fraction(0)


def _values(number: Fraction, unit: str) -> Values:
    bare = unit.casefold()
    plain = bare.removesuffix("s") or bare
    if plain in ("bit", "byte", "octet"):
        return frozenset([(_DATA, number * (1 if plain == "bit" else _BITS))])
    kilo = None if unit in _BIT_OR_BYTE else _KILO.fullmatch(unit)
    if kilo:
        power = _PREFIXES[kilo[1][0].casefold()]
        thousands = _THOUSANDS[1:] if kilo[2] else _THOUSANDS
        return frozenset((_DATA, number * _BITS * each**power) for each in thousands)
    named = _NAMED.get(bare) or _NAMED.get(plain)
    return frozenset([(named[0], number * named[1])]) if named else frozenset()
