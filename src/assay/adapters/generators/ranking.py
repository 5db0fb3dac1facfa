"""Which of the passages that may answer goes first, by what it says of the question's words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from assay.adapters.generators.candidates import ABOUT_ONE, Candidate, Sought
from assay.steps.answer.confidence import raised
from assay.steps.answer.layout import sentences_of
from assay.text.overlap import says_all, stems
from assay.text.rarity import QuestionWords
from assay.types import Passage

# What a heading that says the whole question is worth against one that says nothing of it. A long
# entry has many words of a question, whatever it is about; its heading says what that is.
HEADED = 1.5
# And a sentence that says every word of it: hardly one of another thing does, if they are many.
# Which of two such sentences has the number or the yes that is asked for, it does not tell.
SAYS_ALL, MIN_WORDS = 2.0, 4


def ranked(sought: Sought, candidates: Iterable[Candidate]) -> list[Candidate]:
    """Best first, each moved by what it says more than the best says, which stays."""
    best_first = sorted(candidates, key=lambda each: -each.score)
    if sought.headed is None or not best_first:
        return best_first
    by_sentence = sought.asked in ABOUT_ONE and not sought.number
    gains = [_gain(sought.headed, each.passage, by_sentence) for each in best_first]
    moved = [
        replace(each, score=raised(each.score, gain - gains[0]))
        for each, gain in zip(best_first, gains, strict=True)
    ]
    return sorted(moved, key=lambda each: -each.score)


def _gain(words: QuestionWords, passage: Passage, by_sentence: bool) -> float:
    said = by_sentence and _is_said(words, passage)
    return HEADED * words.heading_share(passage) + SAYS_ALL * said


def _is_said(words: QuestionWords, passage: Passage) -> bool:
    """True when one sentence of the passage says every word, in any form."""
    if len(words.wanted) < MIN_WORDS or not says_all(words.wanted, stems(passage.text)):
        return False
    sentences = (passage.text[slice(*each)] for each in sentences_of(passage))
    return any(says_all(words.wanted, stems(each)) for each in sentences)
