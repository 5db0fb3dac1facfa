"""Plain text to blocks by its layout: indentation, empty lines, bullets and underlines.

Rendered manual pages are plain text too, and have a layout of their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from assay.documents.builder import BlockBuilder, Mark
from assay.documents.model import Contents, Document
from assay.documents.read_limits import ReadLimits
from assay.documents.texts.file import document_of, read_text
from assay.documents.texts.lines import (
    Line,
    begins_indented,
    is_preformatted,
    joined,
    manual_name,
    split_lines,
)
from assay.types.places import BlockKind, Place

_MAX_WIDTH = 110
_MAX_TERMS = 12  # names before one description
_STEP = 2  # columns that a description stands deeper than its term
_SECTIONS = frozenset(("NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "SEE ALSO", "EXAMPLES"))
_UNDERLINES = {"=": 1, "#": 1, "*": 1, "-": 2, "~": 3, "^": 3}
_CODE_LINES = 400  # of one preformatted block; a longer one is cut


def read_plain(path: Path, limits: ReadLimits) -> Iterator[Document]:
    """One document with the text of the file."""
    yield document_of(path, plain_blocks(read_text(path, limits)))


def plain_blocks(text: str, first_group: int = 1) -> Contents:
    """The title, if there is one, and the blocks of a plain text."""
    return _Reading(split_lines(text), first_group).contents()


@dataclass
class _Open:
    """An entry or item that goes on as long as lines stand deeper than it."""

    indent: int
    mark: Mark
    is_item: bool = False


class _Reading:
    """Goes through the lines once."""

    def __init__(self, lines: list[Line], first_group: int) -> None:
        self.lines = lines
        self.at = 0
        self.columns = (0, 0)  # of the last term and of its description on the same line
        self.open: list[_Open] = []
        self.lists: list[_Open] = []
        lengths = sorted(line.indent + len(line.text) for line in lines if line.text)
        self.width = min(_MAX_WIDTH, lengths[len(lengths) * 9 // 10]) if lengths else 0
        first = next((line for line in lines if line.text), None)
        self.manual = manual_name(first) if first else ""
        heads = {line.text for line in lines if not line.indent}
        self.is_manual = bool(self.manual) or len(heads & _SECTIONS) > 1
        self.out = BlockBuilder(self.manual.lower(), first_group)

    def contents(self) -> Contents:
        while self.at < len(self.lines):
            if self.lines[self.at].is_blank:
                self.at += 1
            else:
                self._block()
        contents = self.out.contents()
        if contents.title or not contents.blocks:
            return contents
        first = contents.blocks[0]
        title = first.text if first.kind is BlockKind.HEADING else ""
        return Contents(title, contents.blocks, contents.notes)

    def _block(self) -> None:
        line = self.lines[self.at]
        self._close(line)
        if manual_name(line) or (self.manual and self._is_foot(line)):
            mark = self.out.open_furniture()
            self._add(BlockKind.PARAGRAPH, " ".join(line.text.split()), line)
            self.out.leave(mark)
            self.at += 1
        elif level := self._heading_level(line):
            self._close_all()
            self.columns = (0, 0)
            self.out.heading(level, line.text, Place(line=line.number))
            self.at += 2 if self._underlined(line) else 1
        elif line.is_rule:
            self.at += 1
        elif self._is_item(line):
            self._item(line)
        elif not self._entry(line):
            self._paragraph(line)

    def _line(self, at: int) -> Line:
        return self.lines[at] if 0 <= at < len(self.lines) else Line(0, 0, "")

    def _add(self, kind: BlockKind, text: str, line: Line, number: str = "") -> None:
        self.out.add(kind, text, Place(line=line.number), number)

    def _close(self, line: Line) -> None:
        """End the entries and items that this line no longer belongs to."""
        while self.open and self.open[-1].indent >= line.indent:
            self.out.leave(self.open.pop().mark)
        while self.lists and (
            self.lists[-1].indent > line.indent
            or (self.lists[-1].indent == line.indent and not self._is_item(line))
        ):
            self.out.leave(self.lists.pop().mark)

    def _close_all(self) -> None:
        for each in (*self.open[:1], *self.lists[:1]):
            self.out.leave(each.mark)
        self.open, self.lists = [], []

    def _underlined(self, line: Line) -> bool:
        return self._line(self.at + 1).is_underline_of(line)

    def _heading_level(self, line: Line) -> int:
        """The level of the heading that this line is, or 0."""
        after = self._line(self.at + 1)
        if self.is_manual:
            return self._manual_level(line, after)
        if self._underlined(line) and not self._line(self.at - 1).text:
            return _UNDERLINES.get(after.text[0], 4)
        if self._line(self.at - 1).text or after.text or line.is_rule:
            return 0
        if self.open and line.indent:
            return 0
        return 2 if line.is_capitals else self._title_level(line)

    def _manual_level(self, line: Line, after: Line) -> int:
        """Sections of a manual page stand at the margin, subsections a little deeper."""
        if line.mark or not (after.indent > line.indent or after.is_blank):
            return 0
        if line.indent == 0:
            return 0 if self._is_foot(line) else 1
        return 2 if line.indent in (2, 3) and line.looks_like_title else 0

    def _title_level(self, line: Line) -> int:
        """The level of a short line that stands alone above a text."""
        following = self._line(self.at + 2)
        if not line.looks_like_title or not following.text or following.indent < line.indent:
            return 0
        if following.looks_like_title and not self._line(self.at + 3).text:
            return 0
        if number := line.number_mark:
            return 2 + number.strip().count(".") if len(line.text.split()) > 1 else 0
        return 5 if line.indent == 0 or following.indent > line.indent else 0

    def _is_foot(self, line: Line) -> bool:
        """True for the last line of a manual page, with its date and name."""
        return (
            line.indent == 0
            and not any(each.text for each in self.lines[self.at + 1 : self.at + 6])
            and "  " in line.text
            and self.at + 6 > len(self.lines)
        )

    def _is_item(self, line: Line) -> bool:
        """True for a bullet, and for a number that is one of several or begins a list."""
        if line.bullet:
            return True
        mark = line.number_mark
        return bool(mark) and (mark[:1] in "([" or not mark[0].isalpha() or len(mark.strip()) > 1)

    def _item(self, line: Line) -> None:
        if not self.lists or self.lists[-1].indent < line.indent:
            self.lists.append(_Open(line.indent, self.out.open_group(), True))
        mark = line.mark
        column = line.indent + len(mark)
        first = Line(line.number, column, line.text[len(mark) :])
        lines = [first, *self._more(line.indent, self.at + 1)]
        self.at += len(lines)
        number = mark.strip() if line.number_mark else ""
        if len(lines) > 1 and is_preformatted(lines[1:]) and lines[1].indent > column:
            self._add(BlockKind.ITEM, first.text, line, number)
            self._preformatted(lines[1:])
        else:
            self._add(BlockKind.ITEM, joined(lines, self.width), line, number)
        self.open.append(_Open(line.indent, self.out.open_scope(), True))

    def _more(self, indent: int, at: int) -> list[Line]:
        """The lines from `at` that stand deeper than `indent`, up to an empty one or an item."""
        lines: list[Line] = []
        while (line := self._line(at)).text and line.indent > indent and not self._is_item(line):
            lines.append(line)
            at += 1
        return lines

    def _entry(self, line: Line) -> bool:
        """Read an entry: terms with a description that stands deeper or behind the last of them."""
        terms: list[str] = []
        at = self.at
        while len(terms) < _MAX_TERMS:
            here = self._line(at)
            if not here.text or here.indent != line.indent:
                break
            if (split := self._inline_entry(here, at)) is not None:
                term, rest, column = split
                first = Line(here.number, column, rest)
                return self._add_entry(line, [*terms, term], [first, *self._deeper(here, at)], at)
            if not here.looks_like_term:
                break
            terms.append(here.text)
            at += 1
        below = self._line(at)
        if not terms or not below.text or below.indent < line.indent + _STEP:
            return False
        return self._add_entry(line, terms, [], at - 1)

    def _deeper(self, line: Line, at: int) -> list[Line]:
        lines = self._more(line.indent, at + 1)
        return lines if not lines or lines[0].indent >= line.indent + _STEP else []

    def _inline_entry(self, line: Line, at: int) -> tuple[str, str, int] | None:
        """The parts of a line like "-a     Show all.", if the lines around it are like it."""
        split = line.split_term()
        if split is None:
            return None
        term, rest, column = split
        below = self._line(at + 1)
        if (below.text and below.indent == column) or self.columns == (line.indent, column):
            self.columns = (line.indent, column)
            return split
        if "   " in rest or column - line.indent - len(term) < 2:  # noqa: PLR2004 - a table, a blank
            return None
        if term.startswith("-"):
            return (
                split if not below.text or below.indent != line.indent else self._alike(split, at)
            )
        return self._alike(split, at)

    def _alike(self, split: tuple[str, str, int], at: int) -> tuple[str, str, int] | None:
        """The parts, if a line next to it has its description in the same column."""
        wide = split[2] - self._line(at).indent - len(split[0]) > 2  # noqa: PLR2004 - not two blanks
        for near in (at - 1, at + 1):
            other = self._line(near).split_term()
            if other is not None and other[2] == split[2] and (wide or split[0].startswith("-")):
                return split
        return None

    def _add_entry(self, line: Line, terms: list[str], first: list[Line], last: int) -> bool:
        """Add the entry whose terms end on line `last`; `first` is text behind the last term."""
        self.at = last + max(1, len(first))
        if not first:
            first = self._more(line.indent, self.at)
            # A list or code under the term follows as blocks of their own.
            if first and (self._is_item(first[0]) or self._nests(first) or is_preformatted(first)):
                first = []
            self.at += len(first)
        about = joined(first, self.width) if first else ""
        text = "\n".join([*terms, about] if about else terms)
        mark = self.out.begin_entry(", ".join(terms), text, Place(line=line.number))
        self.open.append(_Open(line.indent, mark))
        return True

    def _nests(self, lines: list[Line]) -> bool:
        """True when a description begins with another term."""
        return (
            len(lines) > 1
            and lines[0].looks_like_term
            and lines[1].indent >= lines[0].indent + _STEP
        )

    def _paragraph(self, line: Line) -> None:
        lines, left = [line], line.indent
        if begins_indented(line, second := self._line(self.at + 1), self.width):
            left = second.indent
            self._close(second)  # it stands as deep as its other lines
        while (below := self._line(self.at + len(lines))).text:
            if self._is_item(below) or below.indent < min(left, lines[-1].indent):
                break
            if self._line(self.at + len(lines) + 1).is_underline_of(below):
                break
            if self.is_manual and (below.indent == 0 or len(lines) >= _CODE_LINES):
                break
            lines.append(below)
        self.at += len(lines)
        if is_preformatted(lines):
            self._preformatted(lines)
        else:
            self._add(BlockKind.PARAGRAPH, joined(lines, self.width), line)

    def _preformatted(self, lines: list[Line]) -> None:
        for start in range(0, len(lines), _CODE_LINES):
            part = lines[start : start + _CODE_LINES]
            left = min(each.indent for each in part)
            text = "\n".join(" " * (each.indent - left) + each.text for each in part)
            self._add(BlockKind.CODE, text, part[0])
