"""Which cell of a row a question asks for, by the name of its column, and which row by a cell."""

from __future__ import annotations

import re
from collections.abc import Iterator

from assay.text.numbers import asks_for_price, lacks_the_price
from assay.text.overlap import content_stems, stem_of
from assay.text.questions import defined
from assay.types import BlockKind, Passage

_ENDS = (
    "is are was were do does did has have had can could will should must may of for in on at to"
    " from with by"
)
_ASKED = re.compile(
    r"\b(?:which|what)(?: (?:is|are|was|were))?(?: (?:the|a|an))?((?: [\w-]+){1,3}?)"
    rf"(?: (?:{_ENDS.replace(' ', '|')})\b|\W*\Z)",
    re.IGNORECASE,
)
_WHO = re.compile(r"\bwho (?:is |was )?([^\W\d_]{3,30})\b", re.IGNORECASE)
_AGENTS = ("er", "or", "r", "ier")  # who teaches is the teacher
_IN_BRACKETS = re.compile(r"[(\[][^()\[\]]{0,30}[)\]]")
_FACT, _VALUE = "; ", ": "  # how a row is written: "Country: Norway; Currency: NOK"
_COSTS = re.compile(
    r"\b(?:what|how much) (?:do|does|would|will|is|are) (.{1,80}?)(?: costs?)?\W*\Z", re.IGNORECASE
)
# "error E4", "code 12": a code with what it is called before it.
_CODE = re.compile(r"(?:(?!of |for |in )[\w-]+ ){0,2}([A-Z]{1,6}-?[0-9]{1,6})")


def cell_asked_for(text: str, row: tuple[int, int], question: str) -> tuple[int, int] | None:
    """Where the value stands under the one name that the question asks for; None without one.

    "Which Italian course is on Wednesday?" asks for what "Course" holds. A cell that says nothing
    but what the question has said is no answer.
    """
    said = content_stems(question)
    names = [(content_stems(_IN_BRACKETS.sub("", name)), place) for name, place in cells(text, row)]
    places = [place for named, place in names if named and _is_asked(named, question, said)]
    if len(places) != 1:
        return None
    value = text[slice(*places[0])]
    return places[0] if value and not content_stems(value) <= said else None


def has_row_of(passage: Passage, question: str) -> bool:
    """True when one row alone is that of what a question names: its price, or what a code means."""
    rows = [passage.text[b.start : b.end] for b in passage.blocks if b.kind is BlockKind.ROW]
    if not rows:
        return False
    if code := _CODE.fullmatch(defined(question)):
        named = re.compile(rf"(?<![\w-]){re.escape(code[1])}(?![\w-])")
        return sum(named.search(row) is not None for row in rows) == 1
    asked = _COSTS.search(question) if asks_for_price(question) else None
    thing = content_stems(asked[1]) if asked else frozenset()
    priced = [row for row in rows if thing and not lacks_the_price(question, row)]
    return sum(thing in _values(row) for row in priced) == 1


def implied_verbs(passage: Passage, question: str) -> frozenset[str]:
    """The verb of "who teaches?" beside a column of teachers."""
    who = _WHO.search(question)
    row = next((b for b in passage.blocks if b.kind is BlockKind.ROW), None)
    if who is None or row is None:
        return frozenset()
    names = (content_stems(name) for name, _ in cells(passage.text, (row.start, row.end)))
    verb = stem_of(who[1])
    return frozenset({verb}) if any(_is_agent(named, verb) for named in names) else frozenset()


def _is_agent(named: frozenset[str], verb: str) -> bool:
    return len(named) == 1 and any(verb + ending in named for ending in _AGENTS)


def _is_asked(named: frozenset[str], question: str, said: frozenset[str]) -> bool:
    asked, who = _ASKED.search(question), _WHO.search(question)
    if who:
        return _is_agent(named, stem_of(who[1]))
    return bool(asked and named & content_stems(asked[1])) and named <= said


def _values(row: str) -> set[frozenset[str]]:
    return {content_stems(row[slice(*place)]) for _, place in cells(row, (0, len(row)))}


def cells(text: str, row: tuple[int, int]) -> Iterator[tuple[str, tuple[int, int]]]:
    """The names of a row's columns, with the places of their values."""
    at = row[0]
    for fact in text[slice(*row)].split(_FACT):
        name, colon, value = fact.partition(_VALUE)
        if colon:
            start = at + len(name) + len(colon)
            yield name, (start, start + len(value.rstrip()))
        at += len(fact) + len(_FACT)
