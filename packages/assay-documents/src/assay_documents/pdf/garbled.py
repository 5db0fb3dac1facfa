"""Whether a text of a page is what the page shows, or the numbers of its glyphs.

A font may lack the map from its glyphs to letters. What is drawn is legible then, but what stands
in the file is not: "7KLV" for "This", or signs that print as nothing.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from assay_documents.pdf.lines import Line, PageText

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
_LETTER = re.compile("[a-z]")
_FREQUENT = frozenset("aeinorst")  # two of three letters in English, half of them in Czech
_MIN_FREQUENT = 0.38  # numbers of glyphs have a fourth, where they are letters at all
_MIN_LETTERS = 6  # of which that share is asked


@dataclass(frozen=True, slots=True)
class Legible:
    """Lines of a page that are text; `lost` some that are not, `garbled` more than are kept."""

    lines: list[Line]
    lost: bool = False
    garbled: bool = False


def is_garbled(text: str, unmapped: float) -> bool:
    """True for a text in which hardly a word is one; `unmapped` is the share of unknown glyphs."""
    visible = _SPACE.sub("", text)
    if not visible:
        return False
    if len(_NO_LETTER.findall(visible)) > _MAX_SIGNS * len(visible):
        return True
    return unmapped >= _UNMAPPED and (_has_rare_letters(text) or _has_odd_words(text))


def legible(page: PageText) -> Legible:
    """The lines of a page without those in a font that has no map, where these are no words."""
    if is_garbled(page.whole(), page.unmapped()):
        return Legible([], lost=True, garbled=True)
    lines = list(page.lines())
    unmapped = " ".join(line.text for line in lines if line.unmapped)
    if not unmapped or not is_garbled(unmapped, 1.0):
        return Legible(lines)
    kept = [line for line in lines if not line.unmapped]
    return Legible(kept, lost=True, garbled=len(unmapped) > sum(len(line.text) for line in kept))


def _has_rare_letters(text: str) -> bool:
    """True for a text with few of the letters that are frequent in all languages of Europe."""
    letters = _LETTER.findall(unicodedata.normalize("NFD", text).lower())
    frequent = sum(letter in _FREQUENT for letter in letters)
    return len(letters) >= _MIN_LETTERS and frequent < _MIN_FREQUENT * len(letters)


def _has_odd_words(text: str) -> bool:
    """True when many letters stand in what looks like no word."""
    words = _WORD.findall(text)
    good = sum(len(word) for word in words if _looks_like_word(word))
    return bool(words) and good < _MIN_WORDS * sum(map(len, words))


def _looks_like_word(word: str) -> bool:
    return (
        len(word) <= _MAX_LETTERS
        and _LOOKS.fullmatch(word) is not None
        and _VOWEL.search(word) is not None
    )
