"""Paragraphs of a PDF as blocks: headings, entries, items, rows, code and running text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from assay_documents.outline import Outline
from assay_documents.pdf.headings import Headings, heading_text
from assay_documents.pdf.lines import Line
from assay_documents.pdf.paragraphs import Paragraph, Typography, goes_on, item_mark
from assay_documents.pdf.tables.columns import lay_out
from assay_documents.pdf.tables.plain_tables import find_rows
from assay_documents.places import BlockKind, Place
from assay_documents.tables.column_names import column_names

_SET_IN = 9.0  # points by which the description of a term stands further right
_MAX_TERM = 120
_TERM_ENDS = (".", ",", ";", ":", "…")
_LONG_RUN = 200  # lines with columns that are no table, which are not looked at again
_SAME_COLUMN = 6.0
_ALIGNED = 2.5


@dataclass(frozen=True, slots=True)
class _Entry:
    """An entry whose description is still going on."""

    left: float
    term: str
    group: int


class Layout:
    """Writes the paragraphs of a document, in their order, into its outline."""

    def __init__(self, outline: Outline, usual: Typography, headings: Headings) -> None:
        """Begin with an empty page."""
        self.outline, self.usual, self.headings = outline, usual, headings
        self.entries: list[_Entry] = []
        self.list: tuple[float, int] = (0.0, 0)
        self.margins: Counter[int] = Counter()
        self.no_table = 0  # no table begins before this paragraph

    def write(self, paragraphs: Sequence[Paragraph]) -> None:
        """Add them all."""
        merged = _across_pages(paragraphs)
        self.margins.update(round(each.first.left / 2) for each in merged)
        at, page = 0, 0
        while at < len(merged):
            here = merged[at]
            for passed in range(page, here.first.page):
                for level, title in self.headings.passed(passed):
                    self.outline.enter(level, title)
            page = here.first.page
            at += self._next(merged, at)

    def _next(self, all: Sequence[Paragraph], at: int) -> int:
        """Add the paragraph at that position, and say how many were taken."""
        here = all[at]
        if here.first.table:
            return self._ruled(all, at)
        after = all[at + 1] if at + 1 < len(all) else None
        level = self.headings.level(here, after)
        if level is not None and not (here.first.gaps and self._found(all, at)[0]):
            self.entries.clear()
            self.outline.heading(level, self.usual.mend(heading_text(here)), _place(here))
            return 1
        while self.entries and here.first.left < self.entries[-1].left + _SET_IN / 2:
            self.entries.pop()
        if taken := self._rows(all, at) or self._entry(all, at):
            return taken
        self._plain(here)
        return 1

    def _plain(self, here: Paragraph) -> None:
        if here.mono:
            self._add(BlockKind.CODE, self.usual.mend(_code(here)), here)
            return
        text = self.text(here)
        number, rest = item_mark(text)
        if number is None:
            self._add(BlockKind.PARAGRAPH, text, here)
        elif not self.entries:
            left, group = self.list
            last = self.outline.blocks[-1] if self.outline.blocks else None
            if abs(left - here.first.left) > 1 or last is None or last.group != group:
                group = self.outline.new_group()
            self.list = (here.first.left, group)
            self.outline.item(rest, group, _place(here), number)
        else:
            self._add(BlockKind.ITEM, rest, here)

    def _add(self, kind: BlockKind, text: str, here: Paragraph) -> None:
        if self.entries:
            path = tuple(entry.term for entry in self.entries)
            self.outline.under(path, kind, text, self.entries[-1].group, _place(here))
        elif kind is BlockKind.CODE:
            self.outline.code(text, _place(here))
        else:
            self.outline.paragraph(text, _place(here))

    def _entry(self, all: Sequence[Paragraph], at: int) -> int:
        """A term on lines of its own above its description, or before it on the same line."""
        here = all[at]
        term = self._hanging(here)
        if term:
            self._open(here, term, self.text(here))
            return 1
        after = all[at + 1] if at + 1 < len(all) else None
        if after is None or not self._is_term(here, after):
            return 0
        term = self.usual.mend(" ".join(line.text for line in here.lines))
        parts, taken = [term], 1
        while at + taken < len(all) and self._describes(all[at + taken], here):
            if self._found(all, at + taken)[0]:
                break
            each = all[at + taken]
            parts.append(self.usual.mend(_code(each)) if each.mono else self.text(each))
            taken += 1
            # What repeats the term only tells how to write it; the description is still to come.
            if not each.mono and not parts[-1].startswith(term):
                break
        if taken == 1:
            return 0
        self._open(here, term, "\n".join(parts))
        return taken

    def _open(self, here: Paragraph, term: str, text: str) -> None:
        entry = _Entry(here.first.left, term, self._group())
        path = tuple(each.term for each in self.entries)
        self.outline.entry(term, text, entry.group, _place(here), path)
        self.entries.append(entry)

    def _group(self) -> int:
        """An entry inside another is part of the other's group."""
        return self.entries[-1].group if self.entries else self.outline.new_group()

    def _is_term(self, here: Paragraph, after: Paragraph) -> bool:
        text = self.text(here)
        line = here.lines[-1]
        return (
            all(len(each.gaps) == 0 for each in here.lines)
            and not after.first.table
            and _names(text)
            and item_mark(text)[0] is None
            and self.margins[round(here.first.left / 2)] > 2  # noqa: PLR2004 - no centred line
            and (line.page != after.first.page or 0 < line.bottom - after.first.top < 3 * line.size)
            and after.first.left >= here.first.left + _SET_IN
            and not (after.mono and not here.mono)
        )

    def _describes(self, each: Paragraph, term: Paragraph) -> bool:
        return (
            not each.first.table
            and each.first.left >= term.first.left + _SET_IN
            and self.headings.level(each, None) is None
            and item_mark(self.text(each))[0] is None
        )

    def _hanging(self, here: Paragraph) -> str:
        """The term before the description, which starts where its other lines do."""
        line = here.first
        if len(line.gaps) > 1 or item_mark(line.text)[0] is not None:
            return ""
        starts = [*line.gaps, *line.starts] if len(here.lines) > 1 else line.gaps
        for at, left in starts:
            aligned = len(here.lines) == 1 or abs(here.lines[1].left - left) < _ALIGNED
            term = line.text[:at].strip()
            if aligned and left - line.left >= _SET_IN and _names(term):
                return self.usual.mend(term)
        return ""

    def _ruled(self, all: Sequence[Paragraph], at: int) -> int:
        """A ruled table, and the rest of it on the pages that follow."""
        self.entries.clear()
        rows: list[dict[int, str]] = []
        spans: list[dict[int, int]] = []
        places: list[Place] = []
        named, columns, taken, is_open = None, None, 0, False
        for number in range(at, len(all)):
            each = all[number]
            table = each.first.table
            if table is None or (columns and not _same_columns(columns, table.columns)):
                break
            heads = max(1, column_names(rows, spans, named)[0])
            alike = takewhile(_are_same, zip(table.rows, rows[:heads], strict=False))
            again = sum(1 for _ in alike)
            if is_open and again < len(table.rows) and 0 not in table.rows[again]:
                rows[-1] = self._with_rest(rows[-1], table.rows[again])
                again += 1
            is_open = table.open
            rows += table.rows[again:]
            spans += table.spans[again:]
            places += [_place(each)] * (len(table.rows) - again)
            named, columns = named or (None if taken else table.named), table.columns
            taken += 1
        cells = [{column: self.usual.mend(text) for column, text in row.items()} for row in rows]
        self.outline.table(cells, places, named, spans=spans)
        return taken

    def _with_rest(self, row: dict[int, str], rest: dict[int, str]) -> dict[int, str]:
        """A row that a page ends in, with what its cells hold on the next one."""
        whole = {c: self.usual.join(row[c], text) if c in row else text for c, text in rest.items()}
        return {**row, **whole}

    def _rows(self, paragraphs: Sequence[Paragraph], at: int) -> int:
        """Lines with the same columns, one after the other, are a table."""
        rows, taken = self._found(paragraphs, at)
        if not rows:
            return 0
        found = lay_out(rows)
        cells = [
            {column: self.usual.mend(text) for column, text in row.items()} for row in found.rows
        ]
        named = rows[0].bold and not all(row.bold for row in rows)
        places = [Place(page=row.page) for row in rows]
        self.outline.table(cells, places, named or None, spans=found.spans)
        return taken

    def _found(self, paragraphs: Sequence[Paragraph], at: int) -> tuple[list[Line], int]:
        """The rows of a table that begins here; a long run of lines is looked at once."""
        if at < self.no_table:
            return [], 0
        rows, taken = find_rows(paragraphs, at, self.usual)
        if not rows and taken > _LONG_RUN:
            self.no_table = at + taken
        return rows, taken

    def text(self, here: Paragraph) -> str:
        """The lines as one text."""
        text = here.first.text
        for line in here.lines[1:]:
            text = self.usual.join(text, line.text)
        return self.usual.mend(text)


def _names(text: str) -> bool:
    """True when a text can be the term of an entry."""
    ends = text.endswith(_TERM_ENDS) and not text.endswith("...")
    return (
        not ends and not text.isdigit() and len(text) <= _MAX_TERM and any(map(str.isalnum, text))
    )


def _across_pages(paragraphs: Sequence[Paragraph]) -> list[Paragraph]:
    merged: list[Paragraph] = []
    for each in paragraphs:
        before = merged[-1] if merged else None
        if (
            before is not None
            and before.lines[-1].page + 1 == each.first.page
            and goes_on(before.lines[-1], each.first)
        ):
            merged[-1] = Paragraph((*before.lines, *each.lines))
        else:
            merged.append(each)
    return merged


def _same_columns(before: Sequence[float], after: Sequence[float]) -> bool:
    return len(before) == len(after) and all(
        abs(one - two) < _SAME_COLUMN for one, two in zip(before, after, strict=True)
    )


def _are_same(rows: tuple[dict[int, str], dict[int, str]]) -> bool:
    return rows[0] == rows[1]


def _code(here: Paragraph) -> str:
    """The lines as they are set, with the indentation that their left edges show."""
    least = min(line.left for line in here.lines)
    return "\n".join(
        " " * min(40, round((line.left - least) / (0.525 * line.size))) + line.text
        for line in here.lines
    )


def _place(here: Paragraph) -> Place:
    return Place(page=here.first.page)
