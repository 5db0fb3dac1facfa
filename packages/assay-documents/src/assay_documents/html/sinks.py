"""Where the text between two tags of a page goes: a paragraph, an item, an entry, a cell."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from assay_documents.builder import BlockBuilder, Mark, clean, one_line
from assay_documents.places import BlockKind, Place

_QUESTION_WORDS = 30
_LABEL_WORDS = 4  # a longer first line of an admonition is its text


class Sink(Protocol):
    """Takes finished pieces of text."""

    def take(self, text: str, place: Place, kind: BlockKind = BlockKind.PARAGRAPH) -> None:
        """Take a piece of text that stands at `place`."""

    def settle(self) -> None:
        """Give away what was held back, because something else follows."""


@dataclass
class Body:
    """Plain paragraphs."""

    out: BlockBuilder

    def take(self, text: str, place: Place, kind: BlockKind = BlockKind.PARAGRAPH) -> None:
        """Add a block."""
        self.out.add(kind, text, place)

    def settle(self) -> None:
        """Nothing is held back."""


@dataclass
class Item:
    """An item of a list: its first text is the item, the rest follows as blocks of its group.

    An item of frequent questions, one paragraph that asks and then what answers it, is an entry.
    """

    out: BlockBuilder
    number: str = ""
    asks: bool = False  # whether it may be an entry; `end` is called then
    begun: bool = False
    mark: Mark | None = None

    def take(self, text: str, place: Place, kind: BlockKind = BlockKind.PARAGRAPH) -> None:
        """Add the item or what belongs to it."""
        if not self.begun and kind is BlockKind.PARAGRAPH:
            kind = BlockKind.ITEM
        elif self.asks and self._is_answer(text, kind):
            return
        self.out.add(kind, text, place, "" if self.begun else self.number)
        self.asks = self.asks and not self.begun and is_question(text)
        self.begun = True

    def settle(self) -> None:
        """Nothing is held back."""

    def end(self) -> None:
        """Close the entry that it may have become."""
        if self.mark is not None:
            self.out.leave(self.mark)

    def _is_answer(self, text: str, kind: BlockKind) -> bool:
        """Make an entry of the question that was added last and of the text below it."""
        last = self.out.blocks[-1] if self.out.blocks else None
        self.asks = False
        if not self.begun or last is None or last.kind is not BlockKind.ITEM:
            return False
        if kind not in (BlockKind.PARAGRAPH, BlockKind.CODE) or not is_question(last.text):
            return False
        self.out.blocks.pop()
        answer = clean(text).strip() if kind is BlockKind.PARAGRAPH else ""
        said = f"{last.text}\n{answer}" if answer else last.text
        self.mark = self.out.begin_entry(last.text, said, last.place)
        return bool(answer)


def is_question(text: str) -> bool:
    """True for a paragraph that is a question and no more."""
    return text.rstrip().endswith("?") and 1 < len(text.split()) <= _QUESTION_WORDS


@dataclass
class Entry:
    """Terms and their description, as in dl and details."""

    out: BlockBuilder
    terms: list[str] = field(default_factory=list)
    place: Place = Place()
    order: int = 0
    mark: Mark | None = None

    @property
    def begun(self) -> bool:
        """True when the entry was added."""
        return self.mark is not None

    def term(self, text: str, place: Place, order: int) -> None:
        """A further term of this entry, or the first of the next."""
        if self.begun:
            self.end()
        if text := one_line(text):
            if not self.terms:
                self.place, self.order = place, order
            self.terms.append(text)

    def take(self, text: str, place: Place, kind: BlockKind = BlockKind.PARAGRAPH) -> None:
        """Add the entry with its first paragraph, or what belongs to it."""
        if self.terms and not self.begun and kind is BlockKind.PARAGRAPH:
            self._begin(text)
        else:
            self.settle()
            self.out.add(kind, text, place)

    def settle(self) -> None:
        """The terms stand alone when no paragraph comes first."""
        if self.terms and not self.begun:
            self._begin("")

    def end(self) -> None:
        """Close the entry."""
        self.settle()
        if self.mark is not None:
            self.out.leave(self.mark)
        self.mark = None
        self.terms = []

    def _begin(self, text: str) -> None:
        lines = "\n".join([*self.terms, text]) if text else "\n".join(self.terms)
        self.mark = self.out.begin_entry(", ".join(self.terms), lines, self.place, self.order)


@dataclass
class Admonition:
    """A note or warning: its label stands before its first paragraph."""

    below: Sink
    label: str = ""
    label_place: Place = Place()
    begun: bool = False

    def take(self, text: str, place: Place, kind: BlockKind = BlockKind.PARAGRAPH) -> None:
        """Hold the label back, and put it before the text that follows."""
        if kind is not BlockKind.PARAGRAPH:
            self.settle()
        elif not self.begun and len(text.split()) <= _LABEL_WORDS and text[-1:] not in ".!?":
            self.begun = True
            self.label, self.label_place = text.strip(": "), place
            return
        elif self.label:
            text, self.label = f"{self.label}: {text}", ""
        self.begun = True
        self.below.take(text, place, kind)

    def settle(self) -> None:
        """The label stands alone when no paragraph follows."""
        if self.label:
            text, self.label = self.label, ""
            self.below.take(text, self.label_place)


@dataclass
class Pieces:
    """Collects text for a heading, a term, a caption or a cell."""

    parts: list[str] = field(default_factory=list)

    def take(self, text: str, place: Place, kind: BlockKind = BlockKind.PARAGRAPH) -> None:
        """Keep a piece."""
        del place, kind
        self.parts.append(text)

    def settle(self) -> None:
        """Nothing is held back."""

    @property
    def text(self) -> str:
        """All pieces on one line."""
        return one_line(" ".join(self.parts))
