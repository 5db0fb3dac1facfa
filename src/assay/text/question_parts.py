"""Two questions in one sentence: "Which tool sorts packets, and which flag keeps it quiet?"."""

from __future__ import annotations

import re

from assay.text.keywords import keywords
from assay.text.overlap import content_stems
from assay.text.questions import core_question

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
_EDGES = " \t\n.,;:?!"


def question_parts(question: str) -> tuple[str, ...]:
    """The questions that one sentence asks, each self-contained; the question alone if it is one.

    A part such as "what volume label", which borrows its verb from the next one, is no question of
    its own: such a sentence stays whole.
    """
    core = core_question(question).strip()
    pieces = [piece.strip(_EDGES) for piece in _BORDER.split(core)]
    asked = [piece for piece in pieces[1:] if not _BARE.fullmatch(piece)]
    if not 1 < len(pieces) <= MAX_PARTS or any(map(_asks_little, (pieces[0], *asked))):
        return (question,)
    if not _BEGINS.search(pieces[0]) or len(pieces[0].split()) <= MIN_WORDS:
        return (question,)
    first = question.strip()[: question.strip().find(pieces[0]) + len(pieces[0])] + "?"
    return first, *(_with_topic(f"{piece}?", pieces[0]) for piece in pieces[1:])


def _with_topic(part: str, first: str) -> str:
    """The part behind the words that the first one is about, where it leans on them."""
    leans = _LEANS.search(part) or len(content_stems(part)) < ALONE_FROM
    return f"{', '.join(keywords(first))}: {part}" if leans else part


def _asks_little(piece: str) -> bool:
    return len(piece.split()) < MIN_WORDS or not content_stems(piece)
