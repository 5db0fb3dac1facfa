"""Whether a text says what a right answer says, by the words of both."""

from __future__ import annotations

import re
import string
import unicodedata
from collections import Counter
from collections.abc import Sequence

_ARTICLES = re.compile(r"\b(?:a|an|the)\b")
MARKER = re.compile(r"\s*\[\d+\]")
_NO_PUNCTUATION = str.maketrans(dict.fromkeys(string.punctuation))


def contains(text: str | None, answers: Sequence[str]) -> bool:
    """True when a right answer stands in the text letter for letter: `match` of Self-RAG and CRAG.

    Nothing is normalised, and "composer" is found in "composers": this is for figures that stand
    beside the papers'.
    """
    return any(answer in (text or "") for answer in answers if answer)


def matches(text: str | None, answers: Sequence[str]) -> bool:
    """True when the words of a right answer stand in the text; case and punctuation do not count.

    The accuracy of CoV-RAG, and the one we use unless a paper's own is asked for.
    """
    said = f" {plain_words(text or '')} "
    return any(f" {right} " in said for right in map(plain_words, answers) if right)


def exact(text: str | None, answers: Sequence[str]) -> bool:
    """True when the text is a right answer and nothing else: SQuAD's exact match.

    A declined answer is right only where declining is, which is not asked here.
    """
    return text is not None and squad_form(text) in map(squad_form, answers)


def token_f1(text: str | None, answers: Sequence[str]) -> float:
    """SQuAD's F1 of the words, against whichever right answer it fits best."""
    said = squad_form(text or "").split()
    return max((f1(said, squad_form(answer).split()) for answer in answers), default=0.0)


def f1(said: Sequence[str], right: Sequence[str]) -> float:
    """The harmonic mean of the shares of both that are in the other."""
    shared = sum((Counter(said) & Counter(right)).values())
    return 2 * shared / (len(said) + len(right)) if shared else 0.0


def squad_form(text: str) -> str:
    """The text as SQuAD compares it: small letters, no ASCII punctuation, no articles.

    Citation markers such as [2] go first: they are ours, not the model's words.
    """
    bare = MARKER.sub("", text).lower().translate(_NO_PUNCTUATION)
    return " ".join(_ARTICLES.sub(" ", bare).split())


def plain_words(text: str) -> str:
    """The words alone: small letters, no markers, accents, articles; punctuation parts words."""
    folded = unicodedata.normalize("NFKD", MARKER.sub("", text).casefold())
    kept = "".join(
        " " if unicodedata.category(c)[0] in "PS" else c
        for c in folded
        if not unicodedata.combining(c)
    )
    return " ".join(_ARTICLES.sub(" ", kept).split())
