"""The version of something that is needed: "Python 3.9 or later" for "which Python version?"."""

from __future__ import annotations

import re

from assay.text.overlap import stems
from assay.types import Passage

_ASKS_NEEDED = re.compile(
    r"\b(?:at least|minimum|minimal|min|oldest|lowest|earliest|needs?|needed|requires?|required"
    r"|requirements?|supports?|supported|compatible|(?:runs?|works?) (?:on|with|under))\b",
    re.IGNORECASE,
)
# "the minimum Python version", "which version of Node.js"
_ASKS_VERSION = re.compile(
    r"\b(?P<before>[A-Za-z][\w.+#-]{0,30}) (?:versions?|releases?)\b(?! of\b)"
    r"|\b(?:versions?|releases?) of (?:the )?(?P<after>[A-Za-z][\w.+#-]{0,30})",
    re.IGNORECASE,
)
# What may stand before "version" and is no name of anything.
_COMMON = """
    a an any all the this that which what whose minimum minimal min least oldest lowest earliest
    first newest latest last current recent required supported needed compatible right correct new
    old other same its your my stable
"""
_NO_NAMES = frozenset(_COMMON.split())
_NUMBER = r"v?\d{1,4}(?:\.(?:\d{1,4}|x))*"
# "3.8, 3.9 and 3.10", "3.8 to 3.12"
_MORE = rf"(?:(?:,|,?\s(?:and|or|to|through|up\sto)|\s?[-\u2013])\s?{_NUMBER}){{0,12}}"
_OR_LATER = (
    r"(?P<later>\s?\+|,?\s(?:or|and)\s(?:\w{1,12}\s)?"
    r"(?:later|newer|higher|above|greater|up|upwards?|onwards?|beyond|more\srecent)\b)"
)
# What follows the name: " version 3.9 or later", ">=3.9", ": 3.9+".
_VERSION = re.compile(
    r"[\s(:`*_-]{0,3}(?:(?:versions?|releases?)\s)?(?:is\s)?"
    r"(?P<least>(?:>=|=>|\u2265|~=|at least|no older than|newer than)\s?)?"
    rf"{_NUMBER}{_MORE}{_OR_LATER}?",
    re.IGNORECASE,
)
# With words between them: "The lamp package must have version 3.9 or later".
_FARTHER = re.compile(
    rf"(?P<least>)\s(?:[\w-]{{1,20}}\s){{1,4}}(?:version|release)\s{_NUMBER}{_OR_LATER}",
    re.IGNORECASE,
)
# What tells a version without its name: "New in version 2.4", "on all living versions of it".
_TELLS_VERSION = re.compile(
    r"\b(?:new|added|introduced|available|since|requires?|needs?|from)"
    r" (?:\w{1,12} ){0,2}(?:version|release) v?\d|\bsupport(?:s|ed)?\b[^.\n]{0,60}\bversions? of\b",
    re.IGNORECASE,
)
# Right before the name, or after the version: then it is needed, and no condition of something.
_NEEDS = re.compile(
    r"\b(?:requires?|requiring|needs?|supports?|depends? on|(?:runs?|works?) (?:on|under|with)"
    r"|compatible with|tested (?:on|with|against)|minimum|at least|requirements?:)"
    r"(?:\s[\w-]{1,20}){0,2}\W{1,4}\Z",
    re.IGNORECASE,
)
_IS_NEEDED = re.compile(
    r"\b(?:is|are) (?:\w{1,12} )?(?:required|needed|supported)\b", re.IGNORECASE
)
# What is needed for one thing is not what the whole needs.
_FOR_ONE = re.compile(
    r"\b(?:this|the) (?:\w{1,20} )?"
    r"(?:option|feature|flag|setting|parameter|argument|method|function)\b",
    re.IGNORECASE,
)
# What once was needed, or is no longer enough.
_GONE = re.compile(
    r"\b(?:no (?:longer|\w{1,20} versions?)|any ?more|drop(?:s|ped|ping)?|not supported"
    r"|unsupported|remov(?:e[sd]?|al|ing)|deprecat\w{1,20}|end[- ]of[- ]life|prior to|older than"
    r"|earlier than)\b",
    re.IGNORECASE,
)
# Sections that say what is needed for the whole, not for one option.
_OF_ALL = re.compile(
    r"\b(?:requirements?|prerequisites?|dependenc(?:y|ies)|compatibility|install(?:ing|ation)?"
    r"|getting started|quick ?start|supported)\b",
    re.IGNORECASE,
)
_IMPLIED = stems(
    "version versions release need needs needed require requires required requirement support "
    "supports supported least minimum min oldest lowest earliest run runs work works compatible"
)
_LONGEST = 500  # characters before and after, in which a sentence is looked for
# As a condition of something, in a section on what is needed, and said of the whole.
CONDITION, LISTED, SAID = 0.5, 0.8, 1.0


def version_asked_of(question: str) -> str:
    """What a version is needed of: "Python" in "the oldest Python version it runs on"; else ""."""
    if not _ASKS_NEEDED.search(question):
        return ""
    for found in _ASKS_VERSION.finditer(question):
        name = str(found["before"] or found["after"]).rstrip(".")
        if name.casefold() not in _NO_NAMES:
            return name
    return ""


def version_lookup(name: str) -> str:
    """The words with which a manual says which version of something it needs."""
    return f"requires {name} version or later"


def states_version(passage: Passage, name: str) -> float:
    """1 where the passage says which version is needed of what has this name, 0 where it does not.

    Less where it is only a condition, as in "with Python 3.9 or later the order is kept".
    """
    stated = version_places(passage.text, name)
    if not stated:
        return 0.0
    if any(_is_needed(passage.text, *place) for place in stated):
        return SAID
    return LISTED if _OF_ALL.search(" ".join((passage.title, *passage.headings))) else CONDITION


def is_required_now(passage: Passage, name: str) -> bool:
    """True for a section on what is needed that says so of this name, in a guide to upgrading too.

    Other parts of such a guide tell what was needed once.
    """
    own = passage.headings[-1] if passage.headings else ""
    return bool(_OF_ALL.search(own)) and states_version(passage, name) == SAID


def version_places(text: str, name: str) -> list[tuple[int, int]]:
    """Where a text states the version of it that is needed: the name, the version, its bound."""
    found = []
    for start, end in _named(text, name):
        version = _VERSION.match(text, end) or _FARTHER.match(text, end)
        if version is None or _GONE.search(_clause(text, start, version.end())):
            continue
        bounded = version["least"] or version["later"]
        if bounded or _is_needed(text, start, version.end()):
            found.append((start, version.end()))
    return found


def _is_needed(text: str, start: int, end: int) -> bool:
    left, right = _sentence(text, start, end)
    before, after = text[left:start], text[end:right]
    needed = _NEEDS.search(before) or _IS_NEEDED.search(after)
    return bool(needed) and not _FOR_ONE.search(before)


def lacks_the_version(question: str, text: str) -> bool:
    """True when the version of something is asked for that is needed, and the text has none."""
    name = version_asked_of(question)
    places = _named(text, name)
    if not name or (places and _TELLS_VERSION.search(text)):
        return False
    return not any(_VERSION.match(text, end) or _FARTHER.match(text, end) for _, end in places)


def is_other_version(question: str, text: str, start: int, end: int) -> bool:
    """True when the question asks for the version of one thing, and this is that of another."""
    name = version_asked_of(question)
    places = version_places(text, name)
    return bool(name) and not any(left < end and start < right for left, right in places)


def implied_by_version(passage: Passage, question: str) -> frozenset[str]:
    """The words of a question after a needed version that "Python >= 3.9" has not and means."""
    name = version_asked_of(question)
    return _IMPLIED if states_version(passage, name) else frozenset()


def _named(text: str, name: str) -> list[tuple[int, int]]:
    """Where the name stands, as a word or at the beginning of one: "Python3.9"."""
    if not name or name.casefold() not in text.casefold():
        return []
    return [m.span() for m in re.finditer(rf"(?<!\w){re.escape(name)}", text, re.IGNORECASE)]


def _clause(text: str, start: int, end: int) -> str:
    left, right = _sentence(text, start, end)
    return text[left:right]


def _sentence(text: str, start: int, end: int) -> tuple[int, int]:
    """A part with the words around it, up to the ends of its sentence or paragraph."""
    first, last = max(0, start - _LONGEST), min(len(text), end + _LONGEST)
    left = max(first - 1, text.rfind("\n\n", first, start), text.rfind(". ", first, start)) + 1
    ends = [at for at in (text.find("\n\n", end, last), text.find(". ", end, last)) if at >= 0]
    return left, min(ends, default=last)
