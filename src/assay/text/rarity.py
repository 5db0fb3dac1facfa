"""How much of a question a passage covers, its rare words counting for more."""

from __future__ import annotations

from dataclasses import dataclass

from assay.ports import WordRarity
from assay.text.overlap import asked_stems, stems
from assay.types import Passage

_PLACES = 3  # folders and file names at the end of a source that say what it is about


@dataclass(frozen=True, slots=True)
class Coverage:
    """Shares from 0 to 1 of a question's words, weighted by IDF.

    `whole` stands in the passage, its headings or its place, `above` in the last two alone;
    `missing` is how rare the rarest word is that stands in none of them.
    """

    whole: float
    above: float
    missing: float


@dataclass(frozen=True, slots=True)
class QuestionWords:
    """The words of a question that carry meaning, each with its IDF."""

    wanted: dict[str, float]
    most: float

    def coverage(self, passage: Passage) -> Coverage:
        """How much of the question the passage covers."""
        above = stems(passage.context) | stems(_place(passage.source))
        there = above | stems(passage.text)
        total = sum(self.wanted.values()) or 1.0
        lacking = [value for stem, value in self.wanted.items() if stem not in there]
        return Coverage(
            whole=sum(value for stem, value in self.wanted.items() if stem in there) / total,
            above=sum(value for stem, value in self.wanted.items() if stem in above) / total,
            missing=max(lacking, default=0.0) / self.most,
        )


def question_words(question: str, rarity: WordRarity) -> QuestionWords:
    """The words of a question as a collection weighs them."""
    # Sorted: of words that are equally rare, every process then takes the same one.
    wanted = {stem: rarity.rarity(stem) for stem in sorted(asked_stems(question))}
    return QuestionWords(wanted, rarity.most)


def _place(source: str) -> str:
    """The last folders and the name of a file, as words."""
    return " ".join(source.replace("\\", "/").split("/")[-_PLACES:]).replace("_", " ")
