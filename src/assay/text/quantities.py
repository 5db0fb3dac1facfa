"""Quantities in other units: 128 bits are 16 bytes, 1 hour is 60 minutes. Exact ones only."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

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
_BITS = 8
# People count 1024 bytes to a kilobyte as often as 1000: a size has both values.
_THOUSANDS = (1000, 1024)
_PREFIXES = {"k": 1, "m": 2, "g": 3, "t": 4}
_NAMED = {
    name: (kind, Fraction(size))
    for kind, units in enumerate((_TIME, _LENGTH, _MASS, _VOLUME, _MONTHS))
    for names, size in units.items()
    for name in names.split()
}
_DATA = "data"
_BIT_OR_BYTE = ("Kb", "Mb", "Gb", "Tb")  # some mean the one, some the other
_COUNTS = {w: n for w, n in SINGLE_WORDS.items() if not re.search("(?:first|second|third|th)$", w)}
_QUANTITY = re.compile(
    rf"(?<![\w.,])(?:(\d{{1,15}}(?:,\d{{3}})*(?:\.\d{{1,9}})?)|\b({'|'.join(_COUNTS)}))"
    r"[\s-]?([^\W\d_]{1,12})\b",
    re.IGNORECASE,
)
_KILO = re.compile(r"(kilo|mega|giga|tera|[kmgt])(i|bi)?(b|bytes?)", re.IGNORECASE)

Quantity = frozenset[tuple[object, Fraction]]


def same_quantities(first: str, second: str) -> bool | None:
    """True if two texts state the same quantity, in other units perhaps; None if unknown.

    A text may state it twice: "16 bytes (128 bits)".
    """
    one, two = list(_quantities(first)), list(_quantities(second))
    if not one or not two:
        return None
    kinds = [{kind for each in found for kind, _ in each} for found in (one, two)]
    if not kinds[0] & kinds[1]:
        return None
    return all(any(mine & theirs for theirs in two) for mine in one) or all(
        any(mine & theirs for theirs in one) for mine in two
    )


def _quantities(text: str) -> Iterator[Quantity]:
    for digits, word, unit in _QUANTITY.findall(text):
        number = Fraction(digits.replace(",", "") or round(_COUNTS[word.casefold()]))
        if values := _values(number, unit):
            yield values


def _values(number: Fraction, unit: str) -> Quantity:
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
