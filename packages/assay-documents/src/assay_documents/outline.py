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
from assay_documents.tables.captions import is_numbered, move_captions, take_captions
from assay_documents.tables.column_names import column_names
from assay_documents.tables.facts import TableRow, is_long, write_table
from assay_documents.title import name_title

# JSON may spell half of a surrogate pair, which no encoding can store; controls show nothing.
_UNPRINTABLE = re.compile("[\ud800-\udfff\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff]")
_SPACES = re.compile(r"[^\S\n]+")
_BREAKS = re.compile(r" ?\n[ \n]*")

_EMPTY = frozenset(("blank cell", "empty cell", "(blank)", "[blank]"))
_BELOW = 0.8  # share of the cells of a table that stand below names further up


class Outline:
    """The blocks so far and the path of headings that the next block stands under."""

    def __init__(self, limits: ReadLimits, title: str = "") -> None:
        """Know the title of the document, which is no part of any path."""
        self.blocks: list[Block] = []
        self.title = tidy_line(title)
        self._path: list[tuple[int, str]] = []
        self._groups = count(1)
        self._names: dict[int, str] = {}  # of the columns of the last table
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
        *,
        above: Mapping[int, str] | None = None,
    ) -> Mapping[int, str]:
        """Add the rows of a table, cells by column.

        `spans` tells for each row over how many columns its cells go, where it is more than one;
        `header` whether the first row names the columns, None that its look decides. `above` are
        names that hold where the table has none; those that hold are given back.
        """
        kept = []
        for index, (row, place) in enumerate(zip(rows, places, strict=True)):
            cells = {column: line for column, text in row.items() if (line := _cell_text(text))}
            if cells:
                kept.append(TableRow(cells, place, spans[index] if spans else {}))
        if not kept:
            return {}
        while len(kept) > 1 and _is_caption(kept[0], kept[1]):
            self.paragraph(next(iter(kept[0].cells.values())), kept[0].place)
            del kept[0]
        count, names = column_names(
            [row.cells for row in kept], [row.spans for row in kept], header, likely
        )
        if above and not count and _are_below(kept, above):
            names = dict(above)
        facts = write_table(kept, count, names)
        last = self.blocks[-1] if self.blocks else None
        if last is not None and last.kind is BlockKind.ROW and names and names == self._names:
            path, group, own = last.headings, last.group, False  # it goes on, upon another page
        else:
            captions = take_captions(self.blocks, self.headings, is_long(facts))
            path, group = (*self.headings, *captions), self.new_group()
            own = self._is_captioned(len(captions))
        for text, place in facts:
            self._add(Block(BlockKind.ROW, text, place, path, group))
        self._names = names
        if own:  # what comes after the table is no part of it
            self._path.pop()
        return names

    def _is_captioned(self, below: int) -> bool:
        """True when the innermost heading is the caption of a table, so many lines above it."""
        last = self.blocks[-1 - below] if len(self.blocks) > below else None
        if last is None or last.kind is not BlockKind.HEADING or not self._path:
            return False
        return last.text == self._path[-1][1] and is_numbered(last.text)

    def furniture(self, text: str, place: Place = Place()) -> None:
        """Add what stands around the text, such as a running header."""
        if text := tidy(text):
            self._add(Block(BlockKind.FURNITURE, text, place))

    def document(self, path: Path, notes: Sequence[str] = ()) -> Document:
        """The whole, named after its title or else after its file."""
        title = self.title or name_title(path)
        blocks = tuple(move_captions(self.blocks))
        return Document(str(path), title, str(path), blocks, tuple(notes))

    def _add(self, block: Block) -> None:
        self._left -= len(block.text)
        if self._left < 0:
            raise UnreadableError("holds more text than the limit")
        self.blocks.append(block)


def _cell_text(text: str) -> str:
    """The text of a cell; forms say of an empty one that it is, for who cannot see it."""
    line = tidy_line(text)
    return "" if line.casefold() in _EMPTY else line


def _are_below(rows: Sequence[TableRow], names: Mapping[int, str]) -> bool:
    """True when nearly all cells behind those that name the rows stand below a name."""
    left = min(column for row in rows for column in row.cells)
    columns = [column for row in rows for column in row.cells if column != left]
    return sum(column in names for column in columns) >= _BELOW * len(columns) > 0


def _is_caption(row: TableRow, below: TableRow) -> bool:
    """True for a lone cell over the first columns and more, which says what the table is about."""
    column = min(row.cells)
    return len(row.cells) == 1 and row.spans.get(column, 1) > 1 and column <= min(below.cells)


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
