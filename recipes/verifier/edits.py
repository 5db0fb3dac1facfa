"""Small changes that turn a true text into a false one: other names, other numbers, a "not"."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

NAME = re.compile(
    r"\b[A-Z][\w'\u2019.-]*[\w](?:\s+(?:of|the|de|von|van|and|la|du)?\s*[A-Z][\w'\u2019.-]*[\w])*"
)
NUMBER = re.compile(r"(?<![\w.,-])\d[\d,]*(?:\.\d+)?(?![\w-])")
# An option, a parameter or a function of a program.
IDENTIFIER = re.compile(
    r"(?<![\w/.-])(?:--[a-z][\w-]+|[A-Za-z]\w*(?:_\w+)+|[a-z]\w*(?:\.\w+)*\(\)|[a-z]+[A-Z]\w+)(?![\w/])"
)
YEAR = re.compile(r"^(1[0-9]{3}|20[0-4][0-9])$")
COMMON = frozenset(
    [
        "The",
        "A",
        "An",
        "In",
        "On",
        "At",
        "It",
        "He",
        "She",
        "They",
        "This",
        "That",
        "These",
        "Those",
        "His",
        "Her",
        "Their",
        "Its",
        "As",
        "By",
        "For",
        "From",
        "With",
        "After",
        "Before",
        "During",
        "When",
        "While",
        "Although",
        "However",
        "But",
        "And",
        "Or",
        "If",
        "There",
        "Many",
        "Most",
        "Some",
        "One",
        "Two",
        "Other",
        "Both",
        "Each",
        "All",
        "Since",
        "Until",
        "Under",
        "Over",
        "Also",
        "Another",
        "Such",
        "To",
        "Of",
        "What",
        "Who",
        "Where",
        "Which",
        "How",
    ]
)
OPPOSITES = (
    "first last", "north south", "east west", "northern southern", "eastern western",
    "before after", "early late", "largest smallest", "larger smaller", "highest lowest",
    "higher lower", "oldest youngest", "older younger", "increase decrease",
    "increased decreased", "increases decreases", "male female", "won lost", "began ended",
    "father mother", "son daughter", "brother sister", "husband wife", "more less", "most least",
    "above below", "inside outside", "public private", "major minor", "modern ancient",
    "left right",
    "king queen", "prince princess", "actor actress", "winter summer", "all none", "always never",
    "positive negative", "effective ineffective", "reduce increase", "reduces increases",
    "promotes inhibits", "promote inhibit", "promoted inhibited", "improved worsened",
    "improves worsens", "activates suppresses", "activation inhibition",
    "upregulated downregulated",
    "upregulation downregulation", "reduction increase", "elevated reduced", "safe unsafe",
    "beneficial harmful", "similar different", "greater smaller", "faster slower", "better worse",
    "stronger weaker", "enhanced impaired", "enhances impairs", "decline rise", "gain loss",
    "stimulates suppresses", "benefit harm", "useful useless", "enabled disabled",
    "enables disables", "enable disable", "required optional", "allowed forbidden",
    "minimum maximum", "start stop", "starts stops", "include exclude", "includes excludes",
    "high low", "long short", "best worst", "rich poor", "open closed", "success failure",
)  # fmt: skip
# Each of them for any other of its line.
UNITS = (
    "seconds minutes hours days weeks months years", "metres kilometres miles feet inches",
    "meters kilometers miles feet inches", "km cm mm", "kg g mg", "KB MB GB TB", "kB MB GB TB",
    "bytes bits", "ms s", "grams kilograms tons pounds", "percent per-mille", "million billion",
    "thousand million", "dollars euros pounds", "acres hectares",
    "Monday Tuesday Wednesday Thursday Friday Saturday Sunday",
)  # fmt: skip
_UNIT = {unit: [u for u in row.split() if u != unit] for row in UNITS for unit in row.split()}
_DAY = r"\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b"
_MEASURED = re.compile(r"(?<=[\d] )(?:" + "|".join(_UNIT) + rf")\b|{_DAY}")
_OPPOSITE = {a: b for pair in OPPOSITES for a, b in (pair.split(), pair.split()[::-1])}
_VERB = re.compile(r"\b(is|was|are|were|has|have|had|can|could|will|would|did|does|do|may|must)\b")
_NEGATED = re.compile(r"\b(not|never|no|n't|cannot)\b", re.IGNORECASE)
MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]


@dataclass(frozen=True, slots=True)
class Mention:
    """A name or number in a text."""

    start: int
    end: int
    text: str
    kind: str


def kind_of(text: str) -> str:
    """year, number, date, measure, month, identifier, name, or phrase."""
    bare = text.strip(" .,;:\"'")
    if IDENTIFIER.fullmatch(bare):
        return "identifier"
    if YEAR.match(bare):
        return "year"
    if NUMBER.fullmatch(bare):
        return "number"
    if any(c.isdigit() for c in bare):
        return "date" if any(month in bare for month in MONTHS) else "measure"
    if bare in MONTHS:
        return "month"
    words = bare.split()
    capital = sum(w[:1].isupper() for w in words)
    return "name" if words and capital * 2 >= len(words) and words[-1][:1].isupper() else "phrase"


def mentions(text: str) -> list[Mention]:
    """Names, numbers and identifiers of a text, in order."""
    found = [
        Mention(m.start(), m.end(), m.group(), kind_of(m.group())) for m in NUMBER.finditer(text)
    ]
    found += [
        Mention(m.start(), m.end(), m.group(), "identifier") for m in IDENTIFIER.finditer(text)
    ]
    for match in NAME.finditer(text):
        start, words = match.start(), match.group()
        first, _, rest = words.partition(" ")
        if first in COMMON:
            start, words = match.start() + len(first) + 1, rest
            words = words.lstrip()
            start = match.end() - len(words)
        at_start = start == 0 or text[max(0, start - 2) : start] in (". ", "! ", "? ")
        if words and not (at_start and " " not in words):
            found.append(Mention(start, match.end(), words, kind_of(words)))
    return sorted(found, key=lambda m: m.start)


@dataclass(slots=True)
class Pool:
    """Names and phrases by kind, to swap in."""

    by_shape: dict[tuple[str, int], list[str]] = field(default_factory=lambda: defaultdict(list))

    def add(self, texts: Iterable[str]) -> None:
        """Remember texts."""
        for text in texts:
            self.by_shape[kind_of(text), min(4, len(text.split()))].append(text)

    def other(self, text: str, rng: random.Random) -> str | None:
        """Another text of the same kind and length."""
        choices = self.by_shape.get((kind_of(text), min(4, len(text.split()))), [])
        for _ in range(6 if choices else 0):
            found = rng.choice(choices)
            if not same(found, text):
                return found
        return None


def same(one: str, two: str) -> bool:
    """True when one text holds the other, case and points apart."""
    a, b = (re.sub(r"\W+", " ", t.casefold()).strip() for t in (one, two))
    return not a or not b or f" {a} " in f" {b} " or f" {b} " in f" {a} "


def changed_number(text: str, rng: random.Random) -> str:
    """The text with one of its numbers changed, mostly by little."""
    numbers = list(re.finditer(r"\d+", text))
    if not numbers:
        return text
    spot = rng.choice(numbers)
    value = int(spot.group())
    near = rng.choice([1, -1, 2, -2, 10, -10, rng.randint(3, 40)])
    new = abs(value + near) if rng.random() < 0.8 else int(str(value)[::-1])
    if new == value:
        new = value + 1
    return text[: spot.start()] + str(new) + text[spot.end() :]


def other_value(text: str, around: str, pool: Pool, rng: random.Random) -> str | None:
    """Something of the same kind that is not the text: from around it, or from anywhere."""
    kind = kind_of(text)
    if kind in ("year", "number", "date", "measure") and rng.random() < 0.6:
        return changed_number(text, rng)
    if kind == "month":
        return rng.choice([m for m in MONTHS if m != text])
    near = [m.text for m in mentions(around) if m.kind == kind and not same(m.text, text)]
    if near and rng.random() < 0.6:
        return rng.choice(near)
    return pool.other(text, rng)


def negated(sentence: str, rng: random.Random) -> str | None:
    """The opposite of a sentence: a "not", a taken-away "not", or an antonym."""
    found = _NEGATED.search(sentence)
    if found and found.group().lower() == "not":
        return (sentence[: found.start()].rstrip() + sentence[found.end() :]) or None
    words = [m for m in re.finditer(r"\b[a-z]+\b", sentence) if m.group() in _OPPOSITE]
    if words and rng.random() < 0.5:
        spot = rng.choice(words)
        return sentence[: spot.start()] + _OPPOSITE[spot.group()] + sentence[spot.end() :]
    verb = _VERB.search(sentence)
    if verb and not found:
        return (
            sentence[: verb.end()] + rng.choice([" not", " not", " never"]) + sentence[verb.end() :]
        )
    return None


def other_unit(sentence: str, rng: random.Random) -> str | None:
    """The sentence with a unit, or a day of the week, exchanged for another."""
    spots = list(_MEASURED.finditer(sentence))
    if not spots:
        return None
    spot = rng.choice(spots)
    return sentence[: spot.start()] + rng.choice(_UNIT[spot.group()]) + sentence[spot.end() :]


def swapped(sentence: str, around: str, pool: Pool, rng: random.Random) -> str | None:
    """The sentence with one name, number or unit replaced by another."""
    if rng.random() < 0.3 and (unit := other_unit(sentence, rng)):
        return unit
    spots = [m for m in mentions(sentence) if len(m.text) > 1]
    if not spots:
        return None
    spot = rng.choice(spots)
    new = other_value(spot.text, around, pool, rng)
    if new is None or (same(new, spot.text) and kind_of(new) == "name"):
        return None
    return sentence[: spot.start] + new + sentence[spot.end :]


def replaced(text: str, old: str, new: str) -> str:
    """The text with every occurrence of a value replaced, as whole words."""
    return re.sub(rf"(?<!\w){re.escape(old)}(?!\w)", lambda _: new, text)
