"""A list or a table that was cut into several passages, put together again."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from assay.reader.blocks import LISTED
from assay.types import BlockKind, BlockSpan, Passage

MAX_WORDS = 450  # of a list that is shown: two or three screens
MAX_PIECES = 12  # looked at before a passage and after it
MAX_REST = 100  # words of a section below a passage that are shown with it
# "Table 3. Oils and lamps": no sentence, which would have an end.
_TITLE = re.compile(r"(?:table|equation|example|listing) [\dA-Z][^\n]{0,90}\w", re.IGNORECASE)
_GAP = 2  # line breaks between two passages with nothing else between them


@dataclass(frozen=True, slots=True)
class Piece:
    """What one passage holds of a list: `passage.text[start:end]`, and the items in it."""

    passage: Passage
    start: int
    end: int
    items: tuple[BlockSpan, ...]

    @property
    def words(self) -> int:
        """How much there is to read."""
        return len(self.passage.text[self.start : self.end].split())

    @property
    def from_start(self) -> bool:
        """True when nothing stands before it in its passage, so that it may have begun before."""
        return self.start <= self.passage.blocks[0].start

    @property
    def to_end(self) -> bool:
        """True when nothing stands after it in its passage, so that it may go on."""
        return self.end >= self.passage.blocks[-1].end


@dataclass(frozen=True, slots=True)
class Listing:
    """The pieces of a list that are shown, in their order; `longer` when there are others."""

    pieces: tuple[Piece, ...]
    longer: bool = False

    @property
    def items(self) -> int:
        """How many items are shown."""
        return sum(len(piece.items) for piece in self.pieces)


def piece_at(passage: Passage, number: int, kind: BlockKind) -> Piece:
    """The list of items of a kind around the block of that number, with all that belongs to it."""
    blocks = passage.blocks
    first = last = number
    while first > 0 and _same_list(passage, blocks[first - 1], blocks[first], kind):
        first -= 1
    while last + 1 < len(blocks) and _same_list(passage, blocks[last + 1], blocks[last], kind):
        last += 1
    run = blocks[first : last + 1]
    found = tuple(block for block in run if block.kind is kind)
    return Piece(passage, run[0].start, run[-1].end, found)


def whole_list(own: Piece, around: Sequence[Passage]) -> Listing:
    """The list that a piece belongs to, out of the passages around that of the piece.

    Of items that are too many to be shown those from the first on are given, where they reach the
    own piece. Else the own piece stays alone: of a long table, or of the entries of a manual, it
    is the part that was found to answer.
    """
    order = sorted(around, key=lambda each: each.start)
    before = [each for each in reversed(order) if each.end <= own.passage.start]
    after = passages_after(own.passage, around)
    earlier, begun_before = _going_on(own, before, forward=False)
    later, goes_on = _going_on(own, after, forward=True)
    pieces = [*reversed(earlier), own, *later]
    pieces[0] = _led_in(pieces[0])
    lengths = accumulate(piece.words for piece in pieces)
    shown = sum(words <= MAX_WORDS for words in lengths)
    longer = begun_before or goes_on or shown < len(pieces)
    in_turn = own.items[0].kind is BlockKind.ITEM and not begun_before and shown > len(earlier)
    if longer and not in_turn:
        return Listing((own,), longer=True)
    return Listing(tuple(pieces[:shown]), longer)


def passages_after(passage: Passage, around: Sequence[Passage]) -> list[Passage]:
    """Those around a passage that stand behind it, in their order."""
    return sorted((p for p in around if p.start >= passage.end), key=lambda each: each.start)


def announced(passage: Passage, around: Sequence[Passage]) -> list[Piece]:
    """What the last line of a passage announces, where that stands in the passages after it.

    A list with all of its items, if it is not too long, or else the next block.
    """
    after = passages_after(passage, around)
    if not after or not after[0].blocks or not leads_on(passage.text):
        return []
    kind = after[0].blocks[0].kind
    pieces: list[Piece] = []
    last = passage
    for each in after:
        if not (_adjoin(last, each) and _under(passage, each, kind)):
            break
        piece = _first_of(each, kind, passage)
        if piece is None or sum(p.words for p in pieces) + piece.words > MAX_WORDS:
            break
        pieces.append(piece)
        if kind not in LISTED or not piece.to_end:
            break
        last = each
    return pieces


def rest_below(passage: Passage, around: Sequence[Passage]) -> list[Piece]:
    """What is left of the section below a passage, if it is short.

    Passages are cut where they are full, and what was asked for is often said at the end: "If you
    want it nevertheless, ...".
    """
    after = passages_after(passage, around)
    pieces: list[Piece] = []
    last = passage
    for each in after:
        if not _adjoin(last, each) or each.headings != passage.headings:
            break
        if each.blocks[0].kind in (BlockKind.ENTRY, BlockKind.FURNITURE):
            break
        pieces.append(Piece(each, each.blocks[0].start, each.blocks[-1].end, ()))
        if sum(piece.words for piece in pieces) > MAX_REST:
            return []
        last = each
    return pieces


def leads_on(text: str) -> bool:
    """True when the last line announces something: it ends in a colon, or is the title of a table.

    Of a figure there is nothing to be shown.
    """
    last = text.rstrip().rpartition("\n")[2]
    return last.endswith(":") or _TITLE.fullmatch(last) is not None


def _first_of(passage: Passage, kind: BlockKind, announcing: Passage) -> Piece | None:
    """What the passage begins with of a list of that kind; a long entry goes on under its term."""
    first = passage.blocks[0]
    if first.kind is kind:
        whole = kind in LISTED
        return piece_at(passage, 0, kind) if whole else Piece(passage, first.start, first.end, ())
    if kind is BlockKind.ENTRY and passage.headings != announcing.headings:
        return Piece(passage, first.start, passage.blocks[-1].end, ())
    return None


def _going_on(
    own: Piece, passages: Sequence[Passage], *, forward: bool
) -> tuple[list[Piece], bool]:
    """The pieces in the passages after or before, the nearest first, and whether there are more."""
    kind = own.items[0].kind
    pieces: list[Piece] = []
    last = own
    for passage in passages:
        neighbours = (last.passage, passage) if forward else (passage, last.passage)
        open_ended = last.to_end if forward else last.from_start
        if not (open_ended and _adjoin(*neighbours) and _under(own.passage, passage, kind)):
            return pieces, False
        near, beside = (0, -1) if forward else (len(passage.blocks) - 1, 0)
        beside_block = last.passage.blocks[beside]
        if not _same_list(passage, passage.blocks[near], beside_block, kind):
            # A part of an entry that fills several passages: what comes then was not looked at.
            return pieces, passage.headings != own.passage.headings
        last = piece_at(passage, near, kind)
        pieces.append(last)
    return pieces, len(pieces) >= MAX_PIECES


def _adjoin(first: Passage, second: Passage) -> bool:
    """True when one passage follows the other in their document with nothing between them."""
    same = first.document == second.document and bool(first.blocks and second.blocks)
    return same and 0 <= second.start - first.end <= _GAP


def _under(own: Passage, other: Passage, kind: BlockKind) -> bool:
    """True under the same headings; a long entry has a passage of its own, under its term."""
    if own.headings == other.headings:
        return True
    return kind is BlockKind.ENTRY and other.headings[:-1] == own.headings


def _led_in(piece: Piece) -> Piece:
    """The piece with the paragraph before it, which says what it lists."""
    before = [block for block in piece.passage.blocks if block.end <= piece.start]
    if not before or before[-1].kind is not BlockKind.PARAGRAPH:
        return piece
    return replace(piece, start=before[-1].start)


def _same_list(passage: Passage, block: BlockSpan, beside: BlockSpan, kind: BlockKind) -> bool:
    """True for another item, and for a block that belongs to the item beside it.

    All that stands in an entry shares its group, so that one paragraph may stand between items,
    unless it announces another list.
    """
    if block.kind is kind:
        return True
    if not block.group or block.group != beside.group:
        return False
    announces = passage.text[block.start : block.end].rstrip().endswith(":")
    return kind is BlockKind.ENTRY or (beside.kind is kind and not announces)
