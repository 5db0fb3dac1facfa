"""Snowball stems: what the forms of a word have in common."""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache

from Stemmer import Stemmer

from assay.text.stop_words import NEGATIONS, SMALL_WORDS, without_accents

ENGLISH = "english"
_GRAMMAR = SMALL_WORDS | NEGATIONS


@lru_cache(maxsize=65_536)
def stem_of(word: str, language: str = ENGLISH) -> str:
    """The stem of a word without case and accents; `language` is named as Snowball names it."""
    bare = word.casefold()
    if not bare.isascii():  # most words have no accents
        bare = unicodedata.normalize("NFKC", bare.replace("\u2019", "'"))
    if language != ENGLISH:
        # Snowball knows the accents of other languages: those of a French participle are endings.
        return without_accents(_snowball(language).stemWord(bare))
    bare = without_accents(bare).removesuffix("'s").replace(".", "").replace("'", "")
    # A word of grammar has no other forms, and nothing is a form of one: "does" is not "doe".
    if bare in _GRAMMAR:
        return bare
    stem: str = _snowball(language).stemWord(bare)
    return bare if stem in _GRAMMAR else stem


@cache
def _snowball(language: str) -> Stemmer:
    return Stemmer(language, 0)  # without a cache of its own
