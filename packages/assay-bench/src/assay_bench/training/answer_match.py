"""Whether a text says a right answer, by its words: the accuracy of CoV-RAG."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence

_ARTICLES = re.compile(r"\b(?:a|an|the)\b")
_MARKER = re.compile(r"\s*\[\d+\]")


def says(text: str, answers: Sequence[str]) -> bool:
    """True when the words of a right answer stand in the text; case and punctuation aside."""
    said = f" {bare_words(text)} "
    return any(f" {right} " in said for right in map(bare_words, answers) if right)


def word_overlap(text: str, answers: Sequence[str]) -> float:
    """F1 of the words, against whichever right answer fits best."""
    said = Counter(bare_words(text).split())
    return max((_f1(said, Counter(bare_words(answer).split())) for answer in answers), default=0.0)


def _f1(said: Counter[str], right: Counter[str]) -> float:
    shared = (said & right).total()
    return 2 * shared / (said.total() + right.total()) if shared else 0.0


def bare_words(text: str) -> str:
    """The words alone: small letters, no citation markers, accents or articles."""
    folded = unicodedata.normalize("NFKD", _MARKER.sub("", text).casefold())
    letters = "".join(
        c if c.isalnum() or c.isspace() else " " for c in folded if not unicodedata.combining(c)
    )
    return " ".join(_ARTICLES.sub(" ", letters).split())
