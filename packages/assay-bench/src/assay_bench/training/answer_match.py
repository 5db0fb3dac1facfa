"""Whether a text says a right answer, by its words: the accuracy of CoV-RAG."""

from __future__ import annotations

from collections.abc import Sequence

from assay_bench.metrics.text_match import MARKER, f1
from assay_tuning import labels


def says(text: str, answers: Sequence[str]) -> bool:
    """True when the words of a right answer stand in the text; case and punctuation aside."""
    return labels.says(MARKER.sub("", text), [MARKER.sub("", answer) for answer in answers])


def word_overlap(text: str, answers: Sequence[str]) -> float:
    """F1 of the words, against whichever right answer fits best."""
    said = bare_words(text).split()
    return max((f1(said, bare_words(answer).split()) for answer in answers), default=0.0)


def bare_words(text: str) -> str:
    """The words alone: small letters, no citation markers, accents or articles."""
    return labels.bare_words(MARKER.sub("", text))
