"""What a reader gives back: a document as blocks under headings, with the place of each."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise

from assay_documents.places import NO_PLACE, BlockKind, Place


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of a document that stays together, as it reads.

    `headings` is the path of titles above it, outermost first, without the block itself and
    without the document's title. An ENTRY is a term with its description (an option, a
    definition, a function); its text begins with the term and its first paragraph stands in the
    same block; what else belongs to it (more paragraphs, lists, code) follows as blocks whose
    `headings` end in the term and that share its `group`. A ROW is a line of a table written as
    facts ("Country: Norway; Currency: NOK"). Items of a list and rows of a table share a `group`
    above zero, other blocks have none. `number` is the mark of an ordered item, such as "3.";
    the text is without it, and a document lays it out before the text.
    """

    kind: BlockKind
    text: str
    place: Place = NO_PLACE
    headings: tuple[str, ...] = ()
    group: int = 0
    number: str = ""
    term: str = ""


@dataclass(frozen=True, slots=True)
class Contents:
    """What a reader of a text format found in it: the title, if it names one, and the blocks."""

    title: str
    blocks: tuple[Block, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Document:
    """A document to be cut into passages; citations point into its `text`.

    `spans` are the offsets of the blocks' own texts, without the numbers that stand before them.
    `notes` say what a reader could not take in, such as pages without text.
    """

    id: str
    title: str
    source: str
    blocks: tuple[Block, ...]
    notes: tuple[str, ...] = ()
    text: str = field(init=False)
    spans: tuple[tuple[int, int], ...] = field(init=False)

    def __post_init__(self) -> None:
        """Lay the blocks out as one text, and remember where each stands in it."""
        parts: list[str] = []
        spans: list[tuple[int, int]] = []
        at = 0
        gaps = [_gap(before, after) for before, after in pairwise(self.blocks)]
        for block, gap in zip(self.blocks, [*gaps, ""], strict=False):  # no blocks, no gap
            mark = number_mark(block)
            start = at + len(mark)
            spans.append((start, start + len(block.text)))
            parts += [mark, block.text, gap]
            at = start + len(block.text) + len(gap)
        object.__setattr__(self, "text", "".join(parts))
        object.__setattr__(self, "spans", tuple(spans))


@dataclass(frozen=True, slots=True)
class BadRow:
    """A part of a file that gives no document, with the reason."""

    reason: str


def number_mark(block: Block) -> str:
    """What is laid out before the text of a block: its number, so that steps stay numbered."""
    return f"{block.number} " if block.number else ""


def _gap(before: Block, after: Block) -> str:
    """One line break between the items or rows of one group, an empty line elsewhere."""
    return "\n" if before.group and before.group == after.group else "\n\n"
