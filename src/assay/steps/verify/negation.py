"""Whether one sentence negates what the other says in the same words."""

from __future__ import annotations

import re

from assay.text.overlap import (
    Statement,
    coverage,
    is_negated,
    statement,
    stems,
)
from assay.text.stop_words import NEGATIONS

# Of a claim this much has to stand in the sentence before a "not" can be held against it.
THE_SAME_WORDS = 0.85
_CONTRACTED = "isn't aren't wasn't weren't don't doesn't didn't hasn't haven't hadn't won't can't"
NEGATING = frozenset(stem for word in (*NEGATIONS, *_CONTRACTED.split()) for stem in stems(word))
# "not only" and "No. 5" negate nothing.
_NO_NEGATION = re.compile(r"\bnot (?:only|just|merely|least)\b|\bno\. ?(?=\d)", re.IGNORECASE)
_CLAUSE = re.compile(
    r";|,?\s(?:because|although|though|while|whereas|so that|but|and)\s", re.IGNORECASE
)


def negation_differs(claim: str, source: str, title: str = "") -> bool:
    """True when just one of the two is negated, and the source says nearly all of the claim.

    Of a source in several clauses, one that says as much of the claim as all of them decides: in
    "do not take it with milk, because milk weakens it" nothing is denied of what milk does.
    """
    wanted = without_negation(statement(claim))
    said = coverage(wanted, source, title)
    clause = max(_CLAUSE.split(source), key=lambda part: coverage(wanted, part, title))
    deciding = clause if coverage(wanted, clause, title) >= said else source
    return said >= THE_SAME_WORDS and _denies(claim) != _denies(deciding)


def without_negation(wanted: Statement) -> Statement:
    """The statement without its negation."""
    words = tuple(word for word in wanted.words if word.stem not in NEGATING)
    return Statement(words, is_negated=False)


def _denies(text: str) -> bool:
    return is_negated(_NO_NEGATION.sub("", text))
