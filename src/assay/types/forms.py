"""How an answer is laid out, and the parts of documents that it shows."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from assay.types.evidence import Passage

MAX_BREAK = 2  # characters between two paragraphs


class Form(StrEnum):
    """How an answer is laid out."""

    FACT = "fact"
    PASSAGE = "passage"
    STEPS = "steps"
    LIST = "list"
    YES_NO = "yes-no"
    COMPARISON = "comparison"
    TEXT = "text"
    REFUSAL = "refusal"


@dataclass(frozen=True, slots=True)
class Entry:
    """A part of a document that an answer shows: `passage.text[start:end]`.

    `key` is the sentence in it that decides, as offsets into the passage; `label` says what the
    entry is there for, such as the side of a comparison.
    """

    passage: Passage
    start: int
    end: int
    key: tuple[int, int] | None = None
    score: float | None = None
    label: str = ""

    @property
    def decisive(self) -> tuple[int, int]:
        """The sentence that decides, or the whole entry where none does."""
        return self.key or (self.start, self.end)

    @property
    def text(self) -> str:
        """The words of the entry, exactly as they stand in the passage."""
        return self.passage.text[self.start : self.end]

    def continues(self, before: Entry) -> bool:
        """True when nothing but a line break stands between the other entry and this one."""
        start, end = self.passage.start + self.start, before.passage.start + before.end
        return self.passage.document == before.passage.document and 0 <= start - end <= MAX_BREAK
