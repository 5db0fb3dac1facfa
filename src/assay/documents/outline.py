"""Collects the blocks of a document while it is read, each under the headings above it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import count
from pathlib import Path

from assay.documents.model import Block, Document
from assay.documents.read_limits import ReadLimits
from assay.documents.tables import MAX_NAME, names_columns, write_facts
from assay.documents.title import name_title
from assay.documents.unreadable import UnreadableError
from assay.types.places import BlockKind, Place

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

    def code(self, text: str, place: Place = Place(), group: int = 0) -> None:
        """Add text whose spaces and line breaks matter."""
        text = printable(text.replace("\r\n", "\n")).strip("\n")
        if text.strip():
            self._add(Block(BlockKind.CODE, text, place, self.headings, group))

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
    ) -> None:
        """Add the rows of a table, cells by column.

        `header` says whether the first names the columns, None that its look decides.
        """
        kept = [
            ({column: line for column, text in row.items() if (line := tidy_line(text))}, place)
            for row, place in zip(rows, places, strict=True)
        ]
        kept = [(row, place) for row, place in kept if row]
        if not kept:
            return
        if header is None:
            header = names_columns([row for row, _ in kept], likely)
        names = kept[0][0] if header and len(kept) > 1 else {}
        group = self.new_group()
        if names:
            (first, place), *kept = kept
            names = {column: name[:MAX_NAME] for column, name in names.items()}
            used = {column for row, _ in kept for column in row}
            if names != first or names.keys() - used:  # a name that no row repeats is not lost
                self.row(write_facts(first, {}), group, place)
        for row, place in kept:
            self.row(write_facts(row, names), group, place)

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
