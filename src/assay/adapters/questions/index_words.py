"""Questions as people type them, made ready for an index: mistakes mended by its own words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from assay.indexing.vocabulary import Vocabulary
from assay.text.overlap import SMALL_WORDS, word_forms
from assay.tracing import step


@dataclass(frozen=True, slots=True)
class IndexWords:
    """Mends what the index does not know and nearly knows; everything else stays as typed."""

    vocabulary: Callable[[], Vocabulary]

    @step("prepare", lambda mended: {"question": mended})
    def prepare(self, question: str) -> str:
        """The question to ask in place of the one that was typed."""
        words = self.vocabulary()
        known = frozenset(filter(words.knows, word_forms(question)))
        return words.speller.mended(question, known | SMALL_WORDS)
