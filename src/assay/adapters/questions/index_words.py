"""Spelling of a question corrected by the words of the index it is asked of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from assay.indexing.vocabulary import Vocabulary
from assay.text.overlap import word_forms
from assay.text.stop_words import FUNCTION_WORDS, Language, language_of
from assay.tracing import step

ENGLISH_ALONE = (
    "the evaluator reads English alone, and this is in {}: take a multilingual language model and"
    ' scorer.name = "odds" (--effort balanced)'
)


@dataclass(frozen=True, slots=True)
class IndexWords:
    """Corrects words that the index lacks and nearly has; everything else stays as typed.

    `is_word`: whether a word is one of the language, so that "hundred" does not become "handled"
    in a manual without numbers. Questions in another language than English stay as typed;
    with `evaluator_is_english` a note says that they, and documents in one, are judged badly.
    """

    vocabulary: Callable[[], Vocabulary]
    is_word: Callable[[str], bool] = field(default=lambda _: False)
    evaluator_is_english: bool = False

    def prepare(self, question: str) -> str:
        """The question to ask in place of the one that was typed."""
        asked_in, documents_in = language_of(question), self.vocabulary().language
        foreign = asked_in if asked_in is not Language.ENGLISH else documents_in
        if self.evaluator_is_english and foreign is not Language.ENGLISH:
            _note(foreign)
        return self._spelt(question) if asked_in is Language.ENGLISH else question

    @step("prepare", lambda question: {"question": question})
    def _spelt(self, question: str) -> str:
        words = self.vocabulary()
        speller = replace(words.speller, is_word=self.is_word)
        typed = word_forms(question)
        known = frozenset(filter(words.knows, typed)) | FUNCTION_WORDS
        spelt = frozenset(filter(self.is_word, typed - known))
        # Known by its bare form alone, and a letter from a word: "postion" is no form of "post".
        doubtful = (each for each in typed & known if not (words.holds(each) or self.is_word(each)))
        wrong = {each for each in doubtful if self.is_word(speller.nearest(each, 1) or "")}
        return speller.corrected(question, known - wrong, spelt)


@step("language", lambda foreign: {"notice": ENGLISH_ALONE.format(foreign)})
def _note(foreign: Language) -> Language:
    return foreign
