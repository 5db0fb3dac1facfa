"""Collects the blocks of a document in reading order, each under its path of headings."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice

from assay_documents.model import Block, Contents
from assay_documents.places import BlockKind, Place
from assay_documents.tables.captions import take_captions
from assay_documents.tables.facts import is_long

MAX_TITLE = 200  # characters of a heading or term in the path of the blocks below it
MAX_DEPTH = 12  # titles in a path: more would say less, and cost each block below
_TERM_LEVEL = 100  # terms lie below all headings
# Soft hyphens, zero-width spaces and joiners of words, byte order marks, invisible tags, controls.
_UNSEEN = re.compile("[\u00ad\u200b\u2060\ufeff\U000e0000-\U000e007f\x00-\x08\x0e-\x1f\x7f]")
_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Level:
    """A heading or term that is open; `order` tells what in the file stands before it."""

    level: int
    title: str
    anchor: str = ""
    order: int = 0


@dataclass(frozen=True, slots=True)
class Mark:
    """What was open at some point."""

    path: int
    floors: int
    groups: int
    furniture: int
    notes: int


class BlockBuilder:
    """Keeps the open headings, entries and groups while a reader walks through its file."""

    def __init__(self, title: str = "", first_group: int = 1) -> None:
        """`first_group` lets the parts of one document be read one after the other."""
        self.title = one_line(title)
        self.blocks: list[Block] = []
        self.notes: list[str] = []
        self._path: list[Level] = []
        self._floors: list[int] = []
        self._groups: list[int] = []
        self._next_group = first_group
        self._furniture = 0
        self._notes = 0

    @property
    def headings(self) -> tuple[str, ...]:
        """The path of the next block."""
        if self._furniture or self._notes:
            return ()
        titles = (level.title for level in self._path if level.title)
        return tuple(islice(titles, MAX_DEPTH))

    @property
    def innermost(self) -> Level:
        """The heading or term that the next block stands under."""
        return self._path[-1] if self._path else Level(0, "")

    def heading(self, level: int, text: str, place: Place = Place(), order: int = 0) -> None:
        """Add a heading and stand below it until one of its level or above, or the scope ends."""
        text = one_line(text)
        if not text:
            return
        floor = self._floors[-1] if self._floors else 0
        while len(self._path) > floor and self._path[-1].level >= level:
            self._path.pop()
        self.add(BlockKind.HEADING, text, place)
        if not self._furniture:
            title = "" if text == self.title else _short(text)
            self._path.append(Level(level, title, place.anchor, order))

    def end_section(self) -> None:
        """Stand above the innermost heading again, unless a scope has begun since."""
        if len(self._path) > (self._floors[-1] if self._floors else 0):
            self._path.pop()

    def add(self, kind: BlockKind, text: str, place: Place = Place(), number: str = "") -> None:
        """Add a block under the open headings, in the innermost open group."""
        if self._furniture:
            kind, number = BlockKind.FURNITURE, ""
        text = clean(text).strip("\n") if kind is BlockKind.CODE else clean(text).strip()
        if not text.strip():
            return
        group = self._groups[-1] if self._groups else 0
        if kind is BlockKind.HEADING:
            group = 0
        self.blocks.append(Block(kind, text, place, self.headings, group, number))

    def begin_entry(self, term: str, text: str, place: Place = Place(), order: int = 0) -> Mark:
        """Add an entry; what follows until `leave` belongs to it. A note is no entry."""
        mark = self._mark()
        if self._notes:
            self.add(BlockKind.PARAGRAPH, text, place)
            return mark
        term = _short(one_line(term).rstrip(":").rstrip())
        self.open_group(own=True)
        self.add(BlockKind.ENTRY, text, place)
        if self.blocks and self.blocks[-1].kind is BlockKind.ENTRY:
            self.blocks[-1] = replace(self.blocks[-1], term=term)
        self._path.append(Level(_TERM_LEVEL, term, place.anchor, order))
        self._floors.append(len(self._path))
        return mark

    def open_scope(self) -> Mark:
        """Headings from here on end with `leave` and end none that are open now."""
        mark = self._mark()
        self._floors.append(len(self._path))
        return mark

    def open_group(self, own: bool = False) -> Mark:
        """Blocks from here on belong together; an inner group is its outer one unless `own`."""
        mark = self._mark()
        if own or not self._groups:
            self._groups.append(self._next_group)
            self._next_group += 1
        else:
            self._groups.append(self._groups[-1])
        return mark

    def open_table(self, facts: Sequence[tuple[str, Place]], own: bool = False) -> Mark:
        """Rows from here on belong together, and stand under the caption right above them."""
        mark = self.open_group(own)
        if facts and not (self._furniture or self._notes):
            for title in take_captions(self.blocks, self.headings, is_long(facts)):
                self._path.append(Level(_TERM_LEVEL, title))
        return mark

    def open_furniture(self) -> Mark:
        """Blocks from here on are furniture of the page."""
        mark = self.open_scope()
        self._furniture += 1
        self.open_group(own=self._furniture == 1)
        return mark

    def open_notes(self) -> Mark:
        """Blocks from here on are notes to the text, under no heading."""
        mark = self.open_scope()
        self._notes += 1
        return mark

    def leave(self, mark: Mark) -> None:
        """Close everything that was opened since `mark`."""
        del self._path[mark.path :]
        del self._floors[mark.floors :]
        del self._groups[mark.groups :]
        self._furniture = min(self._furniture, mark.furniture)
        self._notes = min(self._notes, mark.notes)

    def _mark(self) -> Mark:
        opened = len(self._path), len(self._floors), len(self._groups)
        return Mark(*opened, self._furniture, self._notes)

    def group_items(self) -> None:
        """Put items that follow one another and are in no group into one."""
        before: Block | None = None
        for index, block in enumerate(self.blocks):
            if block.kind is BlockKind.ITEM and not block.group:
                if before is not None and before.headings == block.headings:
                    group = before.group
                else:
                    group = self._next_group
                    self._next_group += 1
                before = self.blocks[index] = replace(block, group=group)
            else:
                before = None

    def contents(self) -> Contents:
        """Everything that was added."""
        return Contents(self.title, tuple(self.blocks), tuple(self.notes))


def clean(text: str) -> str:
    """The text without characters that print as nothing or cannot be stored."""
    if text.isascii() and text.isprintable():
        return text
    return _SURROGATE.sub("\ufffd", _UNSEEN.sub("", text))


def one_line(text: str) -> str:
    """The text with single blanks between its words."""
    return " ".join(clean(text).split())


def _short(text: str) -> str:
    return text if len(text) <= MAX_TITLE else text[: MAX_TITLE - 1].rstrip() + "\u2026"
