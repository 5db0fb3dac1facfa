"""Whether one sentence denies what the other says, where both say it in the same words."""

from __future__ import annotations

import re

from assay.steps.alignment import DENIALS, Statement, coverage, denies, statement, stems

# Of a claim this much has to stand in the sentence before a "not" can be held against it.
THE_SAME_WORDS = 0.85
_CONTRACTED = "isn't aren't wasn't weren't don't doesn't didn't hasn't haven't hadn't won't can't"
_DENYING = frozenset(stem for word in (*DENIALS, *_CONTRACTED.split()) for stem in stems(word))
# "not only" and "No. 5" deny nothing.
_NO_DENIAL = re.compile(r"\bnot (?:only|just|merely|least)\b|\bno\. ?(?=\d)", re.IGNORECASE)


def denial_differs(claim: str, source: str, title: str = "") -> bool:
    """True when just one of the two denies, and the source says nearly all of the claim."""
    if _denies(claim) == _denies(source):
        return False
    return coverage(without_denial(statement(claim)), source, title) >= THE_SAME_WORDS


def without_denial(wanted: Statement) -> Statement:
    """What is said or denied, whichever of the two it is."""
    words = tuple(word for word in wanted.words if word.stem not in _DENYING)
    return Statement(words, denies=False)


def _denies(text: str) -> bool:
    return denies(_NO_DENIAL.sub("", text))
