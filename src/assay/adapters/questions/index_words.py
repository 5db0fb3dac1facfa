"""Spelling of a question corrected by the words of the index it is asked of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from assay.indexing.vocabulary import Vocabulary
from assay.text.overlap import word_forms
from assay.text.stop_words import FUNCTION_WORDS
from assay.tracing import step


@dataclass(frozen=True, slots=True)
class IndexWords:
    """Corrects words that the index lacks and nearly has; everything else stays as typed.

    `is_word`: whether a word is one of the language, so that "hundred" does not become "handled"
    in a manual without numbers.
    """

    vocabulary: Callable[[], Vocabulary]
    is_word: Callable[[str], bool] = field(default=lambda _: False)

    @step("prepare", lambda question: {"question": question})
    def prepare(self, question: str) -> str:
        """The question to ask in place of the one that was typed."""
        words = self.vocabulary()
        speller = replace(words.speller, is_word=self.is_word)
        typed = word_forms(question)
        known = frozenset(filter(words.knows, typed)) | FUNCTION_WORDS
        spelt = frozenset(filter(self.is_word, typed - known))
        # Known by its bare form alone, and a letter from a word: "postion" is no form of "post".
        doubtful = (each for each in typed & known if not (words.holds(each) or self.is_word(each)))
        wrong = {each for each in doubtful if self.is_word(speller.nearest(each, 1) or "")}
        return speller.corrected(question, known - wrong, spelt)
