"""Questions with passages that somebody judged: what calibration and training live on."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from assay.ports import Retriever
from assay.types import Passage

MAX_POSITIVES, MAX_NEGATIVES = 3, 5
_ARTICLES = re.compile(r"\b(?:a|an|the)\b")


@dataclass(frozen=True, slots=True)
class LabelledPassage:
    """A passage and whether it answers its question; None if unlabelled."""

    passage: Passage
    label: bool | None


@dataclass(frozen=True, slots=True)
class LabelledQuestion:
    """A question with what was retrieved for it; `answers` or `titles` can label what is found.

    `picked` is true when somebody chose to label it because it is informative: such questions
    teach more, but they are no sample of what users ask.
    """

    question: str
    passages: tuple[LabelledPassage, ...] = ()
    answers: tuple[str, ...] = ()
    titles: tuple[str, ...] = ()
    picked: bool = False

    @property
    def holds(self) -> bool | None:
        """Whether any passage answers the question; None where the labels leave that open."""
        labels = [each.label for each in self.passages]
        if any(labels):
            return True
        return None if None in labels or not labels else False


def label_retrieved(question: LabelledQuestion, retriever: Retriever) -> LabelledQuestion:
    """The question with every passage that is retrieved for it, labelled as the paper does."""
    found = retriever.retrieve(question.question)
    return replace(question, passages=tuple(LabelledPassage(p, _label(question, p)) for p in found))


def as_indexed(question: LabelledQuestion, retriever: Retriever) -> LabelledQuestion:
    """The question with each passage as the index has it, where its text is found there.

    A text in a file lacks its headings and its place, which our evaluator reads in an index.
    """
    if all(each.passage.blocks for each in question.passages):
        return question
    found = {bare_words(each.text): each for each in retriever.retrieve(question.question)}
    return replace(
        question,
        passages=tuple(
            replace(each, passage=found.get(bare_words(each.passage.text), each.passage))
            for each in question.passages
        ),
    )


def with_negatives(question: LabelledQuestion, retriever: Retriever) -> LabelledQuestion:
    """The question with its own passages and, as bad ones, those found that are none of the good.

    What is found and repeats a good passage, or is labelled good by title or answer, is left out.
    """
    known = {bare_words(each.passage.text) for each in question.passages}
    good = [bare_words(each.passage.text) for each in question.passages if each.label]
    fresh = []
    for passage in retriever.retrieve(question.question):
        words = bare_words(passage.text)
        same = words in known or any(words in text or text in words for text in good)
        if words and not same and not _label(question, passage):
            fresh.append(LabelledPassage(passage, False))
    return replace(question, passages=(*question.passages, *fresh))


def hard_pairs(question: LabelledQuestion) -> LabelledQuestion:
    """The question with its first few good passages and those bad ones that look most alike."""
    good = [each for each in question.passages if each.label][:MAX_POSITIVES]
    bad = [each for each in question.passages if each.label is False][:MAX_NEGATIVES]
    return replace(question, passages=(*good, *bad))


def _label(question: LabelledQuestion, passage: Passage) -> bool | None:
    """By the golden title where one is known, as in the paper; else by the answer's words."""
    if question.titles:
        return bare_words(passage.title) in {bare_words(title) for title in question.titles}
    if question.answers:
        return says(f"{passage.title}. {passage.text}", question.answers)
    return None


def says(text: str, answers: Sequence[str]) -> bool:
    """True when the words of a right answer stand in the text; case and punctuation aside."""
    said = f" {bare_words(text)} "
    return any(f" {right} " in said for right in map(bare_words, answers) if right)


def bare_words(text: str) -> str:
    """The words alone: small letters, no accents, punctuation or articles."""
    folded = unicodedata.normalize("NFKD", text.casefold())
    letters = "".join(
        c if c.isalnum() or c.isspace() else " " for c in folded if not unicodedata.combining(c)
    )
    return " ".join(_ARTICLES.sub(" ", letters).split())


def count_labels(questions: Iterable[LabelledQuestion]) -> tuple[int, int]:
    """How many passages are labelled good, and how many bad."""
    labels = [each.label for question in questions for each in question.passages]
    return labels.count(True), labels.count(False)
