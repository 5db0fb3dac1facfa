"""The parts of a question: two questions in one sentence, the two sides of a comparison.

"Which tool sorts packets, and which flag keeps it quiet?" asks two things.
"""

from __future__ import annotations

import re

from assay.text.keywords import keywords
from assay.text.overlap import content_stems, stems, weighted_share
from assay.text.questions import EDGES, TOPIC, bare, core_question, either_of_two
from assay.types import Passage

MAX_PARTS = 3
MIN_WORDS = 3  # "and how?" alone asks nothing that can be looked up
ALONE_FROM = 4  # a part with so many words that mean something needs none of the part before it
_ASKS = (
    r"(?:what|which|who|whom|whose|when|where|why|how|what['\u2019]s|for\s+how|(?:in|on|at|to|from|by|with)\s+"
    r"(?:what|which|whom)|(?:until|till|by|since|from)\s+when)\b"
)
_ASKS_YES_NO = r"(?:is|are|does|do|did|can|could|will|would|should|has|have|must|may)\s"
# ", and with that mode how many ...": what a second question is about stands before its word.
_ABOUT = r"(?:with|without|for|in|on|at|to|from|by|after|before)\s+(?:[^\s,;]+\s+){1,4}"
# "and does" without a comma goes on with what is asked ("what it is and does"): no second question.
_BORDER = re.compile(
    rf"(?:,|;)?\s+(?:and|or)\s+(?:also\s+)?(?={_ASKS})"
    rf"|(?:,|;)\s+and\s+(?={_ASKS_YES_NO}|{_ABOUT}{_ASKS})",
    re.IGNORECASE,
)
_BEGINS = re.compile(rf"\b(?:{_ASKS}|{_ASKS_YES_NO})", re.IGNORECASE)
# These ask with the words of the question before them: "Who hands it in, and until when?".
_BARE = re.compile(
    r"(?:(?:until|till|by|since|from)\s+)?when|where|who|by\s+whom|(?:for\s+)?how\s+(?:long|often|much|many)",
    re.IGNORECASE,
)
_LEANS = re.compile(r"\b(?:it|its|they|them|their|this|that|these|those|one)\b", re.IGNORECASE)
# What stands before the first side and names nothing of it: "In sailing, how big is the ...".
_LEAD_IN = re.compile(
    r"^(?:(?:in|on|with|for|when|while|under)\s[^,?]{1,60},\s+)?(?:(?:what|how)(?:\s+\w+)?\s+"
    r"(?:is|are|was|were|does|do|did)\s+)?",
    re.IGNORECASE,
)
_BETWEEN = re.compile(r"\bbetween\s+(.+?)\s+and\s+(.+)", re.IGNORECASE)
_VERSUS = re.compile(r"^(.+?)\s+(?:versus|vs\.?)\s+(.+)", re.IGNORECASE)
_DIFFERS = re.compile(
    r"^(.+?)\s+(?:differs?|different)\s+(?:from|to|than)\s+(.+)",
    re.IGNORECASE,
)
_OVER = re.compile(
    r"\b(?:pick|choose|use|prefer)\s+(.+?)\s+(?:over|rather\s+than|instead\s+of)\s+(.+)",
    re.IGNORECASE,
)
_COMPARED = re.compile(r"^(.+?)\s+compared?\s+(?:to|with|and)\s+(.+)", re.IGNORECASE)
_PLACE = re.compile(r"(.+?)\s+(in|of|for|with|on|within|inside)\s+(.+)", re.IGNORECASE)
_ARTICLE = re.compile(r"\A(?:the|an?)(?:\s|\Z)", re.IGNORECASE)
_ENDS = " \t\n.,;:?!"


def question_parts(question: str) -> tuple[str, ...]:
    """The questions that one sentence asks, each self-contained; the question alone if it is one.

    A part such as "what volume label", which borrows its verb from the next one, is no question of
    its own: such a sentence stays whole.
    """
    core = core_question(question).strip()
    pieces = [piece.strip(_ENDS) for piece in _BORDER.split(core)]
    asked = [piece for piece in pieces[1:] if not _BARE.fullmatch(piece)]
    if not 1 < len(pieces) <= MAX_PARTS or any(map(_asks_little, (pieces[0], *asked))):
        return (question,)
    if not _BEGINS.search(pieces[0]) or len(pieces[0].split()) <= MIN_WORDS:
        return (question,)
    first = question.strip()[: question.strip().find(pieces[0]) + len(pieces[0])] + "?"
    return first, *(_with_topic(f"{piece}?", pieces[0]) for piece in pieces[1:])


def _with_topic(part: str, first: str) -> str:
    """The part, behind the keywords of the first one if it refers to that or is too short."""
    leans = _LEANS.search(part) or len(content_stems(part)) < ALONE_FROM
    return f"{', '.join(keywords(first))}: {part}" if leans else part


def _asks_little(piece: str) -> bool:
    return len(piece.split()) < MIN_WORDS or not content_stems(piece)


def sides(question: str) -> tuple[str, str] | None:
    """The two things that the question compares, or None."""
    found = _compared(question)
    return found[:2] if found else None


def share_of_side(side: str, passage: Passage) -> float:
    """How many of the words of a side stand in a passage or its headings, from 0 to 1."""
    there = stems(passage.text) | stems(passage.context)
    return weighted_share(dict.fromkeys(stems(side), 1.0), there)


def _compared(question: str) -> tuple[str, str, str] | None:
    whole = core_question(question).strip(EDGES)
    core = _LEAD_IN.sub("", TOPIC.sub("", whole))
    named = (pattern.search(core) for pattern in (_BETWEEN, _VERSUS, _OVER, _DIFFERS, _COMPARED))
    for match in (*named, either_of_two(whole)):
        if match:
            one, two = match.groups()
            two, within = _without_place(one, two)
            one, two = _bare_sides(one, two)
            two = _without_kind(one, two) if match.re is _BETWEEN else two
            lead = _lead_to(one, two)
            if one and two:
                return one.removeprefix(lead).strip(), two, f"{lead} {within}".strip()
    return None


def _bare_sides(one: str, two: str) -> tuple[str, str]:
    """Both sides without stop words at their edges, unless these are all that differs.

    Without them, "for loop" and "while loop" would be the same, and "if" and "unless" empty.
    """
    bared = bare(one), bare(two)
    if all(bared) and bared[0].casefold() != bared[1].casefold():
        return bared
    named = tuple(_ARTICLE.sub("", side.strip(EDGES)) for side in (one, two))
    return bared if any(map(_LEANS.fullmatch, named)) else (named[0], named[1])


def _without_kind(one: str, two: str) -> str:
    """The second side without what both are: "zip" of "tar and zip files", which are two files."""
    *name, kind = two.split() or [""]
    first = one.split()
    several = kind.islower() and kind.endswith("s") and not kind.endswith("ss")
    if not several or not name or len(name) != len(first) or first[-1].endswith("s"):
        return two
    return " ".join(name)


def _lead_to(one: str, two: str) -> str:
    """What leads to the first side and belongs to both, where they end in one word.

    "Slack in a taut rope versus a loose rope" compares ropes, and its slack is what both have. So
    are "the contracts Plus and Premium" two contracts: their names alone are capitalised.
    """
    first, second = one.split(), two.split()
    kind, names = first[: -len(second)], first[-len(second) :]
    if kind and all(word.islower() for word in kind) and all(map(_is_name, names + second)):
        return " ".join(kind)
    if first[-1:] != second[-1:] or not len(first) > len(second) > 1:
        return ""
    return " ".join(first[: -len(second)])


def _is_name(word: str) -> bool:
    return word[0].isupper()


def _without_place(one: str, two: str) -> tuple[str, str]:
    """The second side without "in X" or "of X", which belongs to both if the first has no such.

    "Of" belongs to a name more often ("end of file"): then both names must be as long.
    """
    found = _PLACE.match(two)
    if not found or _PLACE.match(one) or not bare(found[1]):
        return two, ""
    named = _without_kind(bare(one), bare(found[1]))
    if found[2].casefold() == "of" and len(named.split()) != len(bare(one).split()):
        return two, ""
    return found[1], bare(found[3])
