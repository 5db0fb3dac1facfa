"""A document cut into passages along its entries."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import accumulate

from assay_documents.model import Block, Document, number_mark
from assay_documents.passages.sizes import count_words, split_code, split_prose
from assay_documents.places import BlockKind, BlockSpan, Place

ENOUGH_WORDS = 100  # from here on the next block starts a new passage
MAX_WORDS = 150
MAX_PROCEDURE_WORDS = 250  # steps that must be read together
MAX_ANNOUNCED_WORDS = 200  # "Add this line:" and what comes then
SHORT_ENTRY_WORDS = 25  # entries up to here may share a passage
_LEAD_IN_WORDS = 80
_LEADS_IN = re.compile(r":\W*\Z|\b(?:following|as follows|below|these)\b", re.IGNORECASE)
# A line that may be a title: "Kinds of lamps".
_TITLE = re.compile(r"(?![a-z])[^\n;]{0,90}\w")
_TITLE_WORDS = 10
_LISTED = (BlockKind.ITEM, BlockKind.ROW)
_SPEAKING = (BlockKind.PARAGRAPH, BlockKind.ITEM)


@dataclass(frozen=True, slots=True)
class Cut:
    """A passage: `document.text[start:end]`, its path of headings, and the blocks inside it.

    The path ends in the term where the passage is one entry or a part of one. Headings stand in
    the path and not in the text. `place` is that of the first block.
    """

    start: int
    end: int
    headings: tuple[str, ...]
    place: Place
    blocks: tuple[BlockSpan, ...]


@dataclass(frozen=True, slots=True)
class _Part:
    """A block, or a part of one that is too long for a passage."""

    start: int  # with the number that stands before the text
    text_start: int
    end: int
    block: Block


@dataclass(frozen=True, slots=True)
class _Unit:
    """Parts that stay together; `home` is the path they stand under."""

    parts: tuple[_Part, ...]
    words: int
    home: tuple[str, ...]
    is_entry: bool = False  # a whole entry
    is_short: bool = False

    @property
    def is_furniture(self) -> bool:
        return self.parts[0].block.kind is BlockKind.FURNITURE

    @property
    def announces(self) -> bool:
        block = self.parts[-1].block
        return not self.is_entry and block.kind in _SPEAKING and block.text.endswith(":")


def cut_document(document: Document) -> list[Cut]:
    """The passages of a document in order; each word is in one, or in the path of one."""
    units = list(_Units(document).all())
    cuts: list[Cut] = []
    held: list[_Unit] = []
    for index, unit in enumerate(units):
        following = units[index + 1] if index + 1 < len(units) else None
        if held and not _joins(held, unit, following):
            announcing = _announcing(held, unit)
            if before := held[: len(held) - len(announcing)]:
                cuts.append(_cut(before))
            held = announcing
        held.append(unit)
    if held:
        cuts.append(_cut(held))
    return cuts


def _joins(held: list[_Unit], unit: _Unit, following: _Unit | None) -> bool:
    """True when the unit may stand in the passage that is being filled."""
    last = held[-1]
    if unit.is_furniture != last.is_furniture:
        return False
    if unit.is_entry or last.is_entry:
        if not _shares(held, unit):
            return False
    elif last.home != unit.home:
        return False
    words = sum(each.words for each in held)
    ends_here = following is None or following.home != unit.home
    belongs = not unit.is_entry and (ends_here or last.announces)
    if words >= ENOUGH_WORDS and not belongs:
        return False
    return words + unit.words <= MAX_WORDS


def _announcing(held: list[_Unit], unit: _Unit) -> list[_Unit]:
    """The last units, where they end in a colon and would be torn from what they announce."""
    last = held[-1]
    if last.is_furniture != unit.is_furniture:
        return []
    if not (_shares([last], unit) if unit.is_entry else last.home == unit.home):
        return []
    words, first = unit.words, len(held)
    titled = unit.parts[0].block
    while first and (
        held[first - 1].announces or _is_title(held[first - 1].parts[-1].block, titled)
    ):
        words += held[first - 1].words
        if words > MAX_ANNOUNCED_WORDS:
            break
        first -= 1
    return held[first:]


def _shares(held: list[_Unit], entry: _Unit) -> bool:
    """True when a short entry may follow other short ones, or what leads it in."""
    last, around = held[-1], entry.home[:-1]
    if not (entry.is_entry and entry.is_short and last.is_short):
        return False
    return last.home[:-1] == around if last.is_entry else last.home == around and len(held) == 1


def _is_title(block: Block, following: Block) -> bool:
    """True for a paragraph that is a short line without an end, above entries.

    PDF and plain text set the title of a list like any other line.
    """
    if following.kind is not BlockKind.ENTRY or block.kind is not BlockKind.PARAGRAPH:
        return False
    return bool(_TITLE.fullmatch(block.text)) and count_words(block.text) <= _TITLE_WORDS


def _cut(units: list[_Unit]) -> Cut:
    parts = [part for unit in units for part in unit.parts]
    first, start = parts[0], parts[0].start
    spans = tuple(
        BlockSpan(
            part.text_start - start,
            part.end - start,
            part.block.kind,
            part.block.place,
            part.block.group,
            part.block.number,
        )
        for part in parts
    )
    entries = sum(unit.is_entry for unit in units)
    home = units[0].home
    if entries > 1 or (entries and len(units) > 1):
        home = units[-1].home[:-1]
    return Cut(start, parts[-1].end, home, first.block.place, spans)


class _Units:
    """The blocks of a document, grouped into what must not be torn."""

    def __init__(self, document: Document) -> None:
        self.blocks = document.blocks
        self.title = document.title
        self.parts = [
            _Part(start - len(number_mark(block)), start, end, block)
            for block, (start, end) in zip(document.blocks, document.spans, strict=True)
        ]
        self.words = [count_words(block.text) for block in document.blocks]
        self.sums = [0, *accumulate(self.words)]

    def all(self) -> Iterator[_Unit]:
        at = 0
        while at < len(self.blocks):
            block = self.blocks[at]
            end = at + 1
            if block.kind is BlockKind.HEADING and self._is_in_path(at):
                at = end
                continue
            if block.kind is BlockKind.ENTRY and (end := self._entry_end(at)) > at:
                words = self.sums[end] - self.sums[at]
                short = words <= SHORT_ENTRY_WORDS
                yield self._unit(at, end, (*block.headings, block.term), True, short)
            elif (end := self._led_end(at)) > at:
                yield self._unit(at, end, block.headings, short=self._is_lead_in(at, at + 1))
            else:
                end = at + 1
                yield from self._single(at)
            at = end

    def _unit(
        self,
        start: int,
        end: int,
        home: tuple[str, ...],
        entry: bool = False,
        short: bool = False,
    ) -> _Unit:
        words = self.sums[end] - self.sums[start]
        return _Unit(tuple(self.parts[start:end]), words, home, entry, short)

    def _single(self, at: int) -> Iterator[_Unit]:
        """One block, in parts where it is too long."""
        block, part = self.blocks[at], self.parts[at]
        home = (*block.headings, block.term) if block.kind is BlockKind.ENTRY else block.headings
        if self.words[at] <= MAX_WORDS:
            short = block.kind is BlockKind.PARAGRAPH and self._is_lead_in(at, at + 1)
            yield _Unit((part,), self.words[at], home, False, short)
            return
        is_code = block.kind is BlockKind.CODE
        pieces = (split_code if is_code else split_prose)(block.text, MAX_WORDS)
        for index, (left, right) in enumerate(pieces):
            begin, end = part.text_start + left, part.text_start + right
            if index == 0:
                piece = _Part(part.start, begin, end, block)
            else:
                line = block.place.line
                if line and is_code:
                    line += block.text.count("\n", 0, left)
                place = replace(block.place, line=line)
                piece = _Part(begin, begin, end, replace(block, number="", place=place))
            yield _Unit((piece,), count_words(block.text[left:right]), home)

    def _entry_end(self, at: int) -> int:
        """Where the entry with all that belongs to it ends, or `at` when it is too long."""
        block = self.blocks[at]
        path = (*block.headings, block.term)
        end = at + 1
        while end < len(self.blocks) and self.blocks[end].headings[: len(path)] == path:
            end += 1
            if self.sums[end] - self.sums[at] > MAX_WORDS:
                return at
        return end if self.sums[end] - self.sums[at] <= MAX_WORDS else at

    def _led_end(self, at: int) -> int:
        """Where a list or table ends that starts or is led in here; `at` for none or a long one.

        Code is led in as well, as in "For example:".
        """
        first = at
        if self.blocks[at].kind is BlockKind.PARAGRAPH and not self.blocks[at].group:
            if not self._is_lead_in(at, at + 1):
                return at
            first = at + 1
        block = self.blocks[first]
        if block.kind is BlockKind.CODE and first > at:
            return first + 1 if self.sums[first + 1] - self.sums[at] <= MAX_WORDS else at
        if block.kind not in _LISTED or not block.group:
            return at
        end, steps = first, 0
        while end < len(self.blocks) and self._same_list(self.blocks[end], block):
            steps += bool(self.blocks[end].number)
            end += 1
            if self.sums[end] - self.sums[at] > MAX_PROCEDURE_WORDS:
                return at
        most = MAX_PROCEDURE_WORDS if steps > 1 else MAX_WORDS
        return end if self.sums[end] - self.sums[at] <= most else at

    @staticmethod
    def _same_list(block: Block, first: Block) -> bool:
        return (
            block.group == first.group
            and block.headings == first.headings
            and block.kind not in (BlockKind.ENTRY, BlockKind.HEADING)
        )

    def _is_lead_in(self, at: int, following: int) -> bool:
        """True when the block introduces the one that follows."""
        if following >= len(self.blocks) or self.words[at] > _LEAD_IN_WORDS:
            return False
        block, after = self.blocks[at], self.blocks[following]
        if block.kind is not BlockKind.PARAGRAPH or block.headings != after.headings:
            return False
        if after.kind not in (*_LISTED, BlockKind.CODE, BlockKind.ENTRY):
            return False
        leads_in = bool(after.number) or _LEADS_IN.search(block.text[-200:]) is not None
        return leads_in or _is_title(block, after)

    def _is_in_path(self, at: int) -> bool:
        """True when the next blocks carry this heading in their path, or the title is the same."""
        block = self.blocks[at]
        path = (*block.headings, block.text)
        following = self.blocks[at + 1] if at + 1 < len(self.blocks) else None
        if following is not None and following.headings[: len(path)] == path:
            return True
        return block.text == self.title and len(self.blocks) > 1
