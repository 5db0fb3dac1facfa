"""A question, analysed once for ranking, layout and confidence."""

from __future__ import annotations

from dataclasses import dataclass

from assay.ports import WordIdf
from assay.reader.kinds import Kind, kind_asked_for
from assay.text.idf import QuestionWords, question_words
from assay.text.question_parts import question_parts, sides
from assay.text.questions import Asked, asked_for, core_question, several_asked_for


@dataclass(frozen=True, slots=True)
class Question:
    """A question with the form of its answer, its weighted words and the kind of value it wants.

    `several` are the Xs of "which Xs are there?", `parts` are the
    questions that one sentence asks, `sides` the two things that a comparison names.
    """

    text: str
    asked: Asked
    words: QuestionWords
    kind: Kind | None
    several: str
    parts: tuple[str, ...]
    sides: tuple[str, str] | None

    @classmethod
    def of(cls, text: str, collection: WordIdf) -> Question:
        """The question, its words weighted by their IDF in the collection."""
        asked, core = asked_for(text), core_question(text)
        return cls(
            text=text,
            asked=asked,
            words=question_words(text, collection),
            kind=kind_asked_for(core),
            several=several_asked_for(text),
            parts=question_parts(text),
            sides=sides(text) if asked is Asked.COMPARISON else None,
        )

    @property
    def wants_list(self) -> bool:
        """True when the answer is likely to be several things."""
        return self.asked is Asked.LIST or bool(self.several)
