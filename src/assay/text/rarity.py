"""How much of a question a passage covers, its rare words counting for more."""

from __future__ import annotations

from dataclasses import dataclass

from assay.ports import WordRarity
from assay.text.overlap import are_forms, asked_stems, content_stems, core_of, root, stems
from assay.types import Passage


@dataclass(frozen=True, slots=True)
class Coverage:
    """Shares from 0 to 1 of a question's words, weighted by rarity.

    `whole` stands in the passage or its headings, `above` in the headings alone; `missing` is how
    rare the rarest word is that stands in neither.
    """

    whole: float
    above: float
    missing: float


@dataclass(frozen=True, slots=True)
class QuestionWords:
    """The words of a question that carry meaning, each with its rarity."""

    wanted: dict[str, float]
    most: float

    def coverage(self, passage: Passage, implied: frozenset[str] = frozenset()) -> Coverage:
        """How much of the question the passage covers; `implied` are words that it means."""
        above = stems(passage.context)
        there = above | stems(passage.text) | implied
        total = sum(self.wanted.values()) or 1.0
        lacking = [value for stem, value in self.wanted.items() if stem not in there]
        return Coverage(
            whole=sum(value for stem, value in self.wanted.items() if stem in there) / total,
            above=sum(value for stem, value in self.wanted.items() if stem in above) / total,
            missing=max(lacking, default=0.0) / self.most,
        )

    def heading_share(self, passage: Passage) -> float:
        """How much of the question stands in the passage's own heading, in any form, 0 to 1.

        Not in the headings above it, which head its neighbours as well; in the title where it has
        no heading. Up to half is taken off for words that the question lacks, with which a heading
        says something else. What a function takes stands in brackets, and is not its name. A
        heading with nothing below it answers nothing.
        """
        heading = passage.headings[-1] if passage.headings else passage.title
        if stems(passage.text) <= stems(heading):
            return 0.0
        told = {core_of(stem) for stem in content_stems(_bare_name(heading))}
        asked = {core_of(stem): value for stem, value in self.wanted.items()}
        said = sum(v for core, v in asked.items() if any(are_forms(core, each) for each in told))
        of_them = sum(any(are_forms(core, each) for core in asked) for each in told)
        exact = (1 + of_them / len(told)) / 2 if told else 0.0
        return exact * said / (sum(asked.values()) or 1.0)

    def subject_in(self, passage: Passage, implied: frozenset[str] = frozenset()) -> bool:
        """True when the rarest word, in any form, stands in the passage or above it.

        Words that are `implied` need not stand there.
        """
        wanted = {stem: value for stem, value in self.wanted.items() if stem not in implied}
        if not wanted:
            return True
        rarest = max(wanted, key=lambda stem: wanted[stem])
        there = stems(passage.context) | stems(passage.text)
        return rarest in there or root(rarest) in map(root, there)


def _bare_name(heading: str) -> str:
    """A heading without the arguments of a function, its words apart: "lamp.light(oil, wick)"."""
    before, bracket, _ = heading.partition("(")
    return (before if bracket and before and not before[-1].isspace() else heading).replace(
        ".", " "
    )


def subject_stands(
    question: str, passage: Passage, rarity: WordRarity, implied: frozenset[str] = frozenset()
) -> bool:
    """True when the rarest word of a question stands in the passage or in what it stands under.

    "The default is 6." answers nothing about an option that neither names.
    """
    return question_words(question, rarity).subject_in(passage, implied)


def question_words(question: str, rarity: WordRarity) -> QuestionWords:
    """The words of a question as a collection weighs them."""
    # Sorted: of words that are equally rare, every process then takes the same one.
    wanted = {stem: rarity.rarity(stem) for stem in sorted(asked_stems(question))}
    return QuestionWords(wanted, rarity.most)
