"""Which entry speaks of a side of a comparison: its own one, or one that tells something of it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from assay.steps.answer.layout import MAX_WORDS
from assay.text.options import bare_name, is_called, is_entry_of
from assay.text.overlap import content_stems, stems
from assay.text.question_parts import own_words
from assay.types import BlockKind, Passage

# The term of an entry is its first line, as far as this.
MAX_TERM = 60
# What the entry of a side is worth, and a heading that speaks of it.
OWN, ABOUT = 2, 1
HALF = 0.5
# An entry says so many words at least beside its term; a bare item of a list is none.
MIN_SAID = 2
# A heading that has so many more words than the side is about something else.
MAX_MORE = 4
# Parts of a manual that name things and tell nothing of them.
_NAMING = frozenset(("name", "names", "synopsis", "usage", "see also", "contents", "index"))
# A sentence has so many words before its last: no line of a table of contents is like that.
MIN_SENTENCE = 5
_ENDS, _CLOSING = (".", ":", ";", "!", "?"), "\"')]}*_`\u2019\u201d"
_COMPARES = re.compile(
    r"\b(?:or|vs|versus|instead|rather|compared?|comparison|comparing|differences?|differs?)\b",
    re.IGNORECASE,
)
_NO_WORD = re.compile(r"[\W_]+")
_MARKS = r"[^\w\s\"'`(),;]"


def tells(passage: Passage) -> bool:
    """True when the passage says something, not only what things are called."""
    return not _only_names(passage) and _has_sentence(passage.text)


def _has_sentence(text: str) -> bool:
    words = 0
    for word in text.split():
        ends = word.rstrip(_CLOSING).endswith(_ENDS)
        if words >= MIN_SENTENCE and ends and any(map(str.isalpha, word)):
            return True
        words += word[0].isalnum()
    return False


def _only_names(passage: Passage) -> bool:
    return bool(passage.headings) and bare_name(passage.headings[-1]) in _NAMING


def own_block(side: str, passage: Passage, own: str = "") -> tuple[int, int] | None:
    """Where the passage has the entry of the side among others, by its first line.

    `own` is what the side is called where both are of one kind: "jib" of "jib sail".

    Other forms of an entry are "Jib. A small sail ...", and an item that begins with the side.
    """
    for block in passage.blocks:
        text = passage.text[block.start : block.end]
        line = text.lstrip().partition("\n")[0][:MAX_TERM]
        terms = [line.partition(":")[0], line.partition(". ")[0]]
        if block.kind is BlockKind.ITEM:
            terms.append(" ".join(line.split()[: len(side.split())]))
        for term in terms:
            says_more = len(text.split()) > len(term.split()) + MIN_SAID
            if says_more and (_is_entry_of(side, term, passage) or is_called(own, term)):
                return block.start, block.end
    return None


def headed(side: str, passage: Passage, own: str = "") -> int:
    """OWN for the entry of the side, by heading or first line; ABOUT if its heading names it."""
    heading = passage.headings[-1] if passage.headings else ""
    if _only_names(passage):
        return 0
    if _is_entry_of(side, heading, passage) or is_called(own, heading):
        return OWN
    if own_block(side, passage, own):
        return OWN
    wanted, there = stems(side), content_stems(heading)
    about = bool(wanted) and wanted <= there and len(there) <= len(wanted) + MAX_MORE
    return ABOUT if about and tells(passage) else 0


def _is_entry_of(side: str, heading: str, passage: Passage) -> bool:
    """Whether it is the heading of "disable", or of "lamp disable" in the manual of the lamp."""
    tool, _, part = side.partition(" ")
    of_tool = bool(part) and stems(tool) <= _document_stems(passage)
    return is_entry_of(side, heading) or (of_tool and is_entry_of(part, heading))


def _document_stems(passage: Passage) -> frozenset[str]:
    """The words of its title and of its place, where "lamp.8.gz" is that of the lamp."""
    return stems(passage.title) | stems(_NO_WORD.sub(" ", passage.source))


def share(side: str, passage: Passage) -> float:
    """How much of the side stands in the passage or above it, from 0 to 1."""
    wanted = stems(side)
    if not wanted:  # such as "=@": it must stand there as it is, not as a part of another sign
        return float(bool(re.search(rf"(?<!{_MARKS}){re.escape(side)}(?!{_MARKS})", passage.text)))
    return len(wanted & (stems(passage.text) | stems(passage.context))) / len(wanted)


def speaks_of(side: str, passage: Passage, within: str = "", own: str = "") -> tuple[float, ...]:
    """How well the passage may stand for the side, to be compared with that of others.

    `within` is what both sides belong to: of two entries of one name, that of the right document.
    """
    told = tells(passage), belongs(within, passage), share(side, passage)
    return headed(side, passage, own), *told


def belongs(within: str, passage: Passage) -> bool:
    """True when what both sides belong to stands above the passage or names its document."""
    wanted = content_stems(within)
    there = stems(passage.context) | _document_stems(passage)
    return len(wanted & there) >= HALF * len(wanted)


def lacks_a_side(sides: Sequence[str], passages: Sequence[Passage]) -> bool:
    """True when a side that only a word of grammar tells from the other is named by no passage.

    "At" stands everywhere; "lamp at" must head something or be said as it is.
    """
    for side, other in (sides, tuple(reversed(sides))):
        if not content_stems(side) <= content_stems(other):
            continue
        said = re.compile(rf"(?<!\w){re.escape(side)}(?!\w)", re.IGNORECASE)
        if not any(headed(side, each) == OWN or said.search(each.text) for each in passages):
            return True
    return False


def of_both(sides: Sequence[str], passage: Passage) -> bool:
    """True when the passage tells something and names all the sides, by half of their words.

    "Build" of "debug build" and "release build" names neither: words that both have do not count.
    """
    return tells(passage) and all(share(side, passage) >= HALF for side in own_words(sides))


def heads_both(sides: Sequence[str], passage: Passage) -> bool:
    """True when the passage tells something under a heading that compares the sides."""
    compares = bool(passage.headings) and _COMPARES.search(passage.headings[-1]) is not None
    return compares and tells(passage) and all(_stand_above(sides, passage))


def heads_one(sides: Sequence[str], passage: Passage) -> bool:
    """True when the heading is about one side and not about the other."""
    above = _stand_above(sides, passage)
    return any(above) and not all(above)


def _stand_above(sides: Sequence[str], passage: Passage) -> list[bool]:
    """Of each side, whether half of the words that it alone has stand in the heading."""
    above = stems(passage.headings[-1]) if passage.headings else frozenset()
    own = map(stems, own_words(sides))
    return [bool(words) and len(words & above) >= HALF * len(words) for words in own]


def part_of_both(sides: Sequence[str], passage: Passage, part: tuple[int, int]) -> tuple[int, int]:
    """The part, with the block that says most of each side if the whole is not too long."""
    start, end = part
    for side, other in (sides, tuple(reversed(sides))):
        own = stems(side) - stems(other)
        blocks = [(len(own & stems(passage.text[b.start : b.end])), b) for b in passage.blocks]
        most = max((count for count, _ in blocks), default=0)
        if most and not own & stems(passage.text[start:end]):
            block = next(block for count, block in blocks if count == most)
            start, end = min(start, block.start), max(end, block.end)
    return (start, end) if len(passage.text[start:end].split()) <= 2 * MAX_WORDS else part
