"""Whether the text of a page is what the page shows, or the numbers of its glyphs.

A font may lack the map from its glyphs to letters. What is drawn is legible then, but what stands
in the file is not: "7KLV" for "This", or signs that print as nothing.
"""

from __future__ import annotations

import re

_WORD = re.compile(r"[A-Za-z\u00c0-\u024f]{3,}")
_LOOKS = re.compile(
    "(?:[A-Z\u00c0-\u00de]?[a-z\u00df-\u024f]+|[A-Z\u00c0-\u00de]+)"
)  # of one case, or with a capital first
_VOWEL = re.compile(
    "[aeiouy\u00c0-\u00c6\u00c8-\u00cf\u00d2-\u00dd\u00e0-\u00e6\u00e8-\u024f]", re.I
)
_NO_LETTER = re.compile("[\x00-\x08\x0e-\x1f\x7f\ue000-\uf8ff\ufffd]")
_SPACE = re.compile(r"\s+")
_MAX_LETTERS = 25  # of a word; where spaces have no map either, words run together
_MAX_SIGNS = 0.3  # share of signs that are no letters, beyond which a page is garbled
_UNMAPPED = 0.5  # share of glyphs without a map from which on words must look like words
_MIN_WORDS = 0.75  # share of the letters of words that must stand in what looks like one


def is_garbled(text: str, unmapped: float) -> bool:
    """True for a text in which hardly a word is one; `unmapped` is the share of unknown glyphs."""
    visible = _SPACE.sub("", text)
    if not visible:
        return False
    if len(_NO_LETTER.findall(visible)) > _MAX_SIGNS * len(visible):
        return True
    words = _WORD.findall(text)
    return unmapped >= _UNMAPPED and bool(words) and _share(words) < _MIN_WORDS


def _share(words: list[str]) -> float:
    """The share of the letters that stand in what looks like a word."""
    good = sum(len(word) for word in words if _looks_like_word(word))
    return good / sum(map(len, words))


def _looks_like_word(word: str) -> bool:
    return (
        len(word) <= _MAX_LETTERS
        and _LOOKS.fullmatch(word) is not None
        and _VOWEL.search(word) is not None
    )
