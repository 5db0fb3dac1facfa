"""How much of a question a passage covers, each word weighted by its IDF."""

from __future__ import annotations

from dataclasses import dataclass

from assay.ports import WordIdf
from assay.text.overlap import asked_stems, stems, weighted_share
from assay.types import Passage

_PLACES = 3  # folders and file names at the end of a source that say what it is about


@dataclass(frozen=True, slots=True)
class Coverage:
    """Shares from 0 to 1 of a question's words, weighted by IDF.

    `whole` counts words in the passage, its headings and its path, `above` those in the headings
    and the path alone.
    """

    whole: float
    above: float


@dataclass(frozen=True, slots=True)
class QuestionWords:
    """The words of a question that carry meaning, each with its IDF."""

    wanted: dict[str, float]

    def coverage(self, passage: Passage) -> Coverage:
        """How much of the question the passage covers."""
        above = stems(passage.context) | stems(_place(passage.source))
        there = above | stems(passage.text)
        return Coverage(weighted_share(self.wanted, there), weighted_share(self.wanted, above))


def question_words(question: str, collection: WordIdf) -> QuestionWords:
    """The content words of a question with their IDF in a collection."""
    # Sorted: sums are then the same in every process.
    wanted = {stem: collection.idf(stem) for stem in sorted(asked_stems(question))}
    return QuestionWords(wanted)


def _place(source: str) -> str:
    """The last folders and the name of a file, as words."""
    return " ".join(source.replace("\\", "/").split("/")[-_PLACES:]).replace("_", " ")
