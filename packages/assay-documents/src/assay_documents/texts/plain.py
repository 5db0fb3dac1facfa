"""Plain text to blocks by its layout: indentation, empty lines, bullets and underlines.

Rendered manual pages are plain text too, and have a layout of their own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from assay_documents.builder import BlockBuilder, Mark
from assay_documents.html.table import Table
from assay_documents.model import Contents, Document
from assay_documents.places import BlockKind, Place
from assay_documents.read_limits import ReadLimits
from assay_documents.texts.aligned import aligned_table
from assay_documents.texts.drawn import drawn_table
from assay_documents.texts.file import document_of, read_text
from assay_documents.texts.layout import Layout, is_item
from assay_documents.texts.lines import (
    Line,
    begins_indented,
    is_preformatted,
    joined,
    manual_name,
    split_lines,
)
from assay_documents.texts.pages import with_hyphen, with_whole_words, without_pages

_MAX_TERMS = 12  # names before one description
_STEP = 2  # columns that a description stands deeper than its term
_CODE_LINES = 400  # of one preformatted block; a longer one is cut
_TABLE = re.compile(r"table\s+[\dA-Z]", re.IGNORECASE)  # "Table 3. Oils"
_OPTION = re.compile(r"--?\w")
_ANNOUNCES = re.compile(r"[^\d=()\[\]{}'\"$#<>/]*:")
_MUCH_DEEPER = 8  # columns that something else stands deeper than the text that announces it
_MAX_REPEATED = 2_000_000  # characters of table headers that may be said more than once


def read_plain(path: Path, limits: ReadLimits) -> Iterator[Document]:
    """One document with the text of the file."""
    yield document_of(path, plain_blocks(read_text(path, limits)))


def plain_blocks(text: str, first_group: int = 1) -> Contents:
    """The title, if there is one, and the blocks of a plain text."""
    lines, running = without_pages(split_lines(text))
    return _Reading(with_whole_words(lines), first_group).contents(running)


@dataclass
class _Open:
    """An entry or item that goes on as long as lines stand deeper than it."""

    indent: int
    mark: Mark
    is_item: bool = False


class _Reading:
    """Goes through the lines once."""

    def __init__(self, lines: list[Line], first_group: int) -> None:
        self.layout = Layout(lines)
        self.line = self.layout.line
        self.at = 0
        self.columns = (0, 0)  # of the last term and of its description on the same line
        self.open: list[_Open] = []
        self.lists: list[_Open] = []
        self.out = BlockBuilder(self.layout.manual.lower(), first_group)

    def contents(self, running: list[Line]) -> Contents:
        """Everything in the lines, and below it what stands around each page."""
        while self.at < len(self.layout.lines):
            if self.line(self.at).is_blank:
                self.at += 1
            else:
                self._block()
        self._close_all()
        for line in running:
            self._furniture(line)
        contents = self.out.contents()
        if contents.title or not contents.blocks:
            return contents
        first = contents.blocks[0]
        title = first.text if first.kind is BlockKind.HEADING else ""
        return Contents(title, contents.blocks, contents.notes)

    def _block(self) -> None:
        line = self.line(self.at)
        self._close(line)
        if manual_name(line) or (self.layout.manual and self.layout.is_foot(self.at)):
            self._furniture(line)
            self.at += 1
        elif level := self._heading_level():
            self._close_all()
            self.columns = (0, 0)
            self.out.heading(level, line.text, Place(line=line.number))
            self.at += 2 if self.layout.has_line_below(self.at) else 1
        elif self._table():
            return
        elif line.is_rule:
            self.at += 1
        elif is_item(line):
            self._item(line)
        elif not self._entry(line):
            self._paragraph(line)

    def _furniture(self, line: Line) -> None:
        mark = self.out.open_furniture()
        self._add(BlockKind.PARAGRAPH, " ".join(line.text.split()), line)
        self.out.leave(mark)

    def _add(self, kind: BlockKind, text: str, line: Line, number: str = "") -> None:
        self.out.add(kind, text, Place(line=line.number), number)

    def _close(self, line: Line) -> None:
        """End the entries and items that this line no longer belongs to."""
        while self.open and self.open[-1].indent >= line.indent:
            self.out.leave(self.open.pop().mark)
        while self.lists and (
            self.lists[-1].indent > line.indent
            or (self.lists[-1].indent == line.indent and not is_item(line))
        ):
            self.out.leave(self.lists.pop().mark)

    def _close_all(self) -> None:
        for each in (*self.open[:1], *self.lists[:1]):
            self.out.leave(each.mark)
        self.open, self.lists = [], []

    def _heading_level(self) -> int:
        in_item = any(each.is_item for each in self.open)
        in_entry = not all(each.is_item for each in self.open)
        return self.layout.heading_level(self.at, in_item, in_entry)

    def _table(self) -> bool:
        """Read a table that is drawn with bars or stands in line, if one begins here."""
        rows, count = drawn_table(self.layout.lines, self.at)
        if not rows and not self.layout.manual:
            rows, count = aligned_table(self.layout.lines, self.at)
        if not rows:
            return False
        self.at += count
        last = self.out.blocks[-1] if self.out.blocks else None
        titled = last is not None and last.kind is BlockKind.HEADING and _TABLE.match(last.text)
        facts = Table(rows).facts(_MAX_REPEATED)
        mark = self.out.open_table(facts)
        for text, place in facts:
            self.out.add(BlockKind.ROW, text, place)
        self.out.leave(mark)
        if titled:  # what comes after the table is no part of it
            self.out.end_section()
        return True

    def _item(self, line: Line) -> None:
        if not self.lists or self.lists[-1].indent < line.indent:
            self.lists.append(_Open(line.indent, self.out.open_group(), True))
        mark = line.mark
        column = line.indent + len(mark)
        first = Line(line.number, column, line.text[len(mark) :])
        lines = [first, *self.layout.rest_of_item(self.at)]
        self.at += len(lines)
        number = mark.strip() if line.number_mark else ""
        if len(lines) > 1 and is_preformatted(lines[1:]) and lines[1].indent > column:
            self._add(BlockKind.ITEM, first.text, line, number)
            self._preformatted(lines[1:])
        else:
            self._add(BlockKind.ITEM, joined(lines, self.layout.width), line, number)
        self.open.append(_Open(line.indent, self.out.open_scope(), True))

    def _entry(self, line: Line) -> bool:
        """Read an entry: terms with a description that stands deeper or behind the last of them."""
        terms: list[str] = []
        at = self.at
        while len(terms) < _MAX_TERMS:
            here = self.line(at)
            if not here.text or here.indent != line.indent or here.is_drawn:
                break
            if (split := self._inline_entry(here, at)) is not None:
                term, rest, column = split
                first = Line(here.number, column, rest)
                return self._add_entry(line, [*terms, term], [first, *self._deeper(here, at)], at)
            if not here.looks_like_term:
                break
            terms.append(here.text)
            at += 1 if self.line(at + 1).text or not self.layout.is_apart(at) else 2
        below = self.line(at)
        if not terms or not below.text or below.indent < line.indent + _STEP:
            return False
        return self._add_entry(line, terms, [], at - 1)

    def _deeper(self, line: Line, at: int) -> list[Line]:
        lines = self.layout.deeper(line.indent, at + 1)
        return lines if not lines or lines[0].indent >= line.indent + _STEP else []

    def _inline_entry(self, line: Line, at: int) -> tuple[str, str, int] | None:
        """The parts of a line like "-a     Show all.", if the lines around it are like it."""
        if tag := self.layout.tag(at, self.columns):
            self.columns = (line.indent, tag[2])
            return tag
        split = line.split_term()
        if split is None or self.layout.is_stretched(at):
            return None
        term, rest, column = split
        below = self.line(at + 1)
        if (below.text and below.indent == column) or self.columns == (line.indent, column):
            self.columns = (line.indent, column)
            return split
        if "   " in rest or column - line.indent - len(term) < 2:  # noqa: PLR2004 - a table, a blank
            return None
        if term.startswith("-"):
            apart = not below.text or below.indent != line.indent or _OPTION.match(below.text)
            return split if apart else self._alike(split, at)
        return self._alike(split, at)

    def _alike(self, split: tuple[str, str, int], at: int) -> tuple[str, str, int] | None:
        """The parts, if a line next to it has its description in the same column."""
        wide = split[2] - self.line(at).indent - len(split[0]) > 2  # noqa: PLR2004 - not two blanks
        for near in (at - 1, at + 1):
            other = self.line(near).split_term()
            if other is not None and other[2] == split[2] and (wide or split[0].startswith("-")):
                return split
        return None

    def _add_entry(self, line: Line, terms: list[str], first: list[Line], last: int) -> bool:
        """Add the entry whose terms end on line `last`; `first` is text behind the last term."""
        self.at = last + max(1, len(first))
        if not first:
            first = self.layout.deeper(line.indent, self.at)
            # A list or code under the term follows as blocks of their own.
            if first and (is_item(first[0]) or self._nests(first) or is_preformatted(first)):
                first = []
            self.at += len(first)
        about = joined(first, self.layout.width) if first else ""
        text = "\n".join([*terms, about] if about else terms)
        mark = self.out.begin_entry(", ".join(terms), text, Place(line=line.number))
        self.open.append(_Open(line.indent, mark))
        return True

    def _nests(self, lines: list[Line]) -> bool:
        """True when a description begins with another term, or with an option and what it does."""
        if _OPTION.match(lines[0].text) and lines[0].split_term():
            return True
        return (
            len(lines) > 1
            and lines[0].looks_like_term
            and lines[1].indent >= lines[0].indent + _STEP
        )

    def _paragraph(self, line: Line) -> None:
        lines, left = [line], line.indent
        if begins_indented(line, second := self.line(self.at + 1), self.layout.width):
            left = second.indent
            self._close(second)  # it stands as deep as its other lines
        while (below := self.line(self.at + len(lines))).text:
            if below.indent < min(left, lines[-1].indent):
                break
            if self.layout.begins_item(self.at + len(lines)):
                break
            if below.is_drawn and not lines[-1].is_drawn and self._ends_above(len(lines)):
                break
            if self.line(self.at + len(lines) + 1).is_underline_of(below):
                break
            if _announces(lines) and below.indent >= left + _MUCH_DEEPER:
                break
            if self.layout.is_manual and (below.indent == 0 or len(lines) >= _CODE_LINES):
                break
            lines.append(below)
        self.at += len(lines)
        if is_preformatted(lines):
            self._preformatted(lines)
        else:
            self._add(BlockKind.PARAGRAPH, joined(lines, self.layout.width), line)

    def _ends_above(self, count: int) -> bool:
        """True for so many lines above what is drawn: one may be its title; more, a text."""
        return count == 1 or bool(drawn_table(self.layout.lines, self.at + count)[0])

    def _preformatted(self, lines: list[Line]) -> None:
        for start in range(0, len(lines), _CODE_LINES):
            part = lines[start : start + _CODE_LINES]
            left = min(each.indent for each in part)
            text = "\n".join(" " * (each.indent - left) + with_hyphen(each) for each in part)
            self._add(BlockKind.CODE, text, part[0])


def _announces(lines: list[Line]) -> bool:
    """True for running text of several lines that ends in a colon; code has colons of its own."""
    prose = len(lines) > 1 and lines[0].text[0].isupper()
    return prose and _ANNOUNCES.fullmatch(lines[-1].text) is not None
