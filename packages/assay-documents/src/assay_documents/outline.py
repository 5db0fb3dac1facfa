"""Collects the blocks of a document while it is read, each under the headings above it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import count
from pathlib import Path

from assay_documents.errors import UnreadableError
from assay_documents.model import Block, Document
from assay_documents.places import BlockKind, Place
from assay_documents.read_limits import ReadLimits
from assay_documents.tables import MAX_NAME, column_names, write_facts
from assay_documents.title import name_title

# JSON may spell half of a surrogate pair, which no encoding can store; controls show nothing.
_UNPRINTABLE = re.compile("[\ud800-\udfff\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff]")
_SPACES = re.compile(r"[^\S\n]+")
_BREAKS = re.compile(r" ?\n[ \n]*")


class Outline:
    """The blocks so far and the path of headings that the next block stands under."""

    def __init__(self, limits: ReadLimits, title: str = "") -> None:
        """Know the title of the document, which is no part of any path."""
        self.blocks: list[Block] = []
        self.title = tidy_line(title)
        self._path: list[tuple[int, str]] = []
        self._groups = count(1)
        self._left = limits.document_bytes

    @property
    def headings(self) -> tuple[str, ...]:
        """The headings above the next block, outermost first."""
        return tuple(text for _, text in self._path)

    def new_group(self) -> int:
        """A number that the rows of the next table or the items of the next list share."""
        return next(self._groups)

    def heading(self, level: int, text: str, place: Place = Place()) -> None:
        """Begin a section; an empty heading changes nothing."""
        text = tidy_line(text)
        if not text:
            return
        self.leave(level)
        self._add(Block(BlockKind.HEADING, text, place, self.headings))
        if text != self.title:
            self._path.append((level, text))

    def enter(self, level: int, text: str) -> None:
        """Begin a section whose heading is known but does not stand in the text."""
        self.leave(level)
        if (text := tidy_line(text)) and text != self.title:
            self._path.append((level, text))

    def leave(self, level: int) -> None:
        """End the sections of this level and below without beginning another."""
        while self._path and self._path[-1][0] >= level:
            self._path.pop()

    def paragraph(self, text: str, place: Place = Place(), group: int = 0) -> None:
        """Add running text."""
        if text := tidy(text):
            self._add(Block(BlockKind.PARAGRAPH, text, place, self.headings, group))

    def item(self, text: str, group: int, place: Place = Place(), number: str = "") -> None:
        """Add an item of a list; `number` is the mark of an ordered one."""
        if text := tidy(text):
            self._add(Block(BlockKind.ITEM, text, place, self.headings, group, number))

    def code(self, text: str, place: Place) -> None:
        """Add text whose spaces and line breaks matter."""
        text = printable(text.replace("\r\n", "\n")).strip("\n")
        if text.strip():
            self._add(Block(BlockKind.CODE, text, place, self.headings))

    def row(self, text: str, group: int, place: Place = Place()) -> None:
        """Add a row of a table that is already written as facts."""
        if text := tidy(text):
            self._add(Block(BlockKind.ROW, text, place, self.headings, group))

    def entry(
        self, term: str, text: str, group: int, place: Place = Place(), within: tuple[str, ...] = ()
    ) -> None:
        """Add a term with its description; the text begins with the term.

        `within` are the terms of the entries that it is part of.
        """
        if text := tidy(text):
            path = (*self.headings, *map(tidy_line, within))
            self._add(Block(BlockKind.ENTRY, text, place, path, group, term=tidy_line(term)))

    def under(
        self, terms: tuple[str, ...], kind: BlockKind, text: str, group: int, place: Place
    ) -> None:
        """Add what else belongs to an entry; `terms` ends in its own."""
        text = text if kind is BlockKind.CODE else tidy(text)
        if text.strip():
            path = (*self.headings, *map(tidy_line, terms))
            self._add(Block(kind, text, place, path, group))

    def table(
        self,
        rows: Sequence[Mapping[int, str]],
        places: Sequence[Place],
        header: bool | None = None,
        likely: bool = False,
        spans: Sequence[Mapping[int, int]] = (),
    ) -> None:
        """Add the rows of a table, cells by column.

        `spans` tells for each row over how many columns its cells go, where it is more than one;
        `header` whether the first row names the columns, None that its look decides.
        """
        kept = []
        for index, (row, place) in enumerate(zip(rows, places, strict=True)):
            cells = {column: line for column, text in row.items() if (line := tidy_line(text))}
            if cells:
                kept.append((cells, place, spans[index] if spans else {}))
        group = self.new_group() if kept else 0
        while len(kept) > 1 and _is_caption(kept[0][0], kept[0][2], kept[1][0]):
            self.row(write_facts(kept[0][0], {}), group, kept[0][1])
            del kept[0]
        cells_of = [row for row, _, _ in kept]
        count, names = column_names(cells_of, [each for _, _, each in kept], header, likely)
        used = {column for row in cells_of[count:] for column in row}
        # A name that no row repeats, or not in full, is not lost.
        lost = any(len(name) > MAX_NAME for row in cells_of[:count] for name in row.values())
        for at, (row, place, _) in enumerate(kept):
            if at >= count:
                self.row(write_facts(row, names), group, place)
            elif lost or names.keys() - used:
                self.row(write_facts(row, {}), group, place)

    def furniture(self, text: str, place: Place = Place()) -> None:
        """Add what stands around the text, such as a running header."""
        if text := tidy(text):
            self._add(Block(BlockKind.FURNITURE, text, place))

    def document(self, path: Path, notes: Sequence[str] = ()) -> Document:
        """The whole, named after its title or else after its file."""
        title = self.title or name_title(path)
        return Document(str(path), title, str(path), tuple(self.blocks), tuple(notes))

    def _add(self, block: Block) -> None:
        self._left -= len(block.text)
        if self._left < 0:
            raise UnreadableError("holds more text than the limit")
        self.blocks.append(block)


def _is_caption(
    cells: Mapping[int, str], spans: Mapping[int, int], below: Mapping[int, str]
) -> bool:
    """True for a lone cell over the first columns and more, which says what the table is about."""
    column = next(iter(cells))
    return len(cells) == 1 and spans.get(column, 1) > 1 and column <= min(below)


def printable(text: str) -> str:
    """The text with a mark in the place of what cannot be stored or shown."""
    return _UNPRINTABLE.sub("\ufffd", text)


def tidy(text: str) -> str:
    """The text with single spaces, single line breaks and without what cannot be stored."""
    text = printable(text.replace("\r\n", "\n").replace("\r", "\n"))
    return _BREAKS.sub("\n", _SPACES.sub(" ", text)).strip()


def tidy_line(text: str) -> str:
    """The same on one line."""
    return " ".join((text if text.isprintable() else printable(text)).split())
