"""Whether a claim holds for all where its source makes an exception."""

from __future__ import annotations

import re

from assay.steps.verify.negation import THE_SAME_WORDS
from assay.text.overlap import coverage, statement

_ALL = re.compile(r"\b(?:all|every|each|any|always|whenever|everyone|everything)\b", re.IGNORECASE)
_NONE = re.compile(r"\b(?:never|none|nobody|nothing|no one)\b", re.IGNORECASE)
_ANYHOW = re.compile(r"\beven (?:if|when|where)\b", re.IGNORECASE)
_EXCEPTION = re.compile(
    r"\b(?:except|excepting|excluding|unless|apart from|other than|but not"
    r"|only (?:if|when|on|in))\b",
    re.IGNORECASE,
)
_OWN = re.compile(rf"{_EXCEPTION.pattern}|\b(?:but|save)\b", re.IGNORECASE)

# "In any case" and "all over the eye" say nothing of everything.
_FOR_ALL = re.compile(
    r"\b(?<!in )(?<!by )(?<!of )(?:all|every|each|any|everyone|everybody|everything|everywhere"
    r"|always|whenever|never)\b(?! over\b| of the above\b)",
    re.IGNORECASE,
)


def widened(claim: str, source: str) -> bool:
    """True when the claim is of all, or of always or never, and no word of its source is."""
    return bool(_FOR_ALL.search(claim)) and not _FOR_ALL.search(source)


def exception_ignored(claim: str, source: str, title: str = "") -> bool:
    """True when the claim says "all", "never" or "even if" and its source excepts something.

    Of a claim in words of its own, or one that names an exception too, nothing is known.
    """
    wider = _ANYHOW.search(claim) or any(
        kind.search(claim) and not kind.search(source) for kind in (_ALL, _NONE)
    )
    if not wider or not _EXCEPTION.search(source) or _OWN.search(claim):
        return False
    return coverage(statement(_ANYHOW.sub(" ", claim)), source, title) >= THE_SAME_WORDS
