"""Questions as people type them, made ready for an index: mistakes mended by its own words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field

from assay.indexing.vocabulary import Vocabulary
from assay.text.overlap import FUNCTION_WORDS, word_forms
from assay.tracing import step
from assay.values import dataclass


@dataclass(frozen=True, slots=True)
class IndexWords:
    """Mends what the index does not know and nearly knows; everything else stays as typed.

    `is_word`: whether a word is one of the language, so that "hundred" does not become "handled"
    in a manual without numbers.
    """

    vocabulary: Callable[[], Vocabulary]
    is_word: Callable[[str], bool] = field(default=lambda _: False)

    @step("prepare", lambda mended: {"question": mended})
    def prepare(self, question: str) -> str:
        """The question to ask in place of the one that was typed."""
        words = self.vocabulary()
        typed = word_forms(question)
        known = frozenset(filter(words.knows, typed)) | FUNCTION_WORDS
        spelt = frozenset(filter(self.is_word, typed - known))
        return words.speller.mended(question, known, spelt)
