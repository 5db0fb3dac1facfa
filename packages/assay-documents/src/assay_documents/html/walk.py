"""One walk over the tree of a page that turns its tags into blocks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from lxml import html

from assay_documents.builder import BlockBuilder, Mark
from assay_documents.html.inline import Inline
from assay_documents.html.lists import NumberedList
from assay_documents.html.sinks import Admonition, Body, Entry, Item, Pieces, Sink
from assay_documents.html.table import Cell, Row, Table, span
from assay_documents.html.tags import BLOCKS, HEADINGS, SCOPES, SPACED, Traits, is_mark, is_skipped
from assay_documents.places import BlockKind, Place

_REPEATED = 2_000_000  # characters of table headers that may be said more than once in a page

Element: TypeAlias = html.HtmlElement
Ending: TypeAlias = Callable[[], None]


class Walk:
    """The state of the walk: where text goes, and what must be done when a tag ends."""

    def __init__(self, out: BlockBuilder, first_line: int = 0) -> None:
        """`out` collects the blocks; places are lines where the first line is known, else ids."""
        self.out = out
        self.first_line = self.line = first_line
        self.inline = Inline()
        self.sinks: list[Sink] = [Body(out)]
        self.holding: list[Sink] = []  # sinks that may hold something back
        self.entries: list[Entry] = []
        self.lists: list[NumberedList] = []
        self.tables: list[Table | None] = []  # none for a table that only lays the page out
        self.ids: list[tuple[int, str]] = []  # order and id of the open elements that have one
        self.flat = 0  # above zero inside headings, terms and cells, where blocks are plain text
        self.order = 0
        self.repeated = _REPEATED

    def through(self, root: Element) -> None:
        """Walk over all elements below `root` without recursion."""
        open_ones: list[tuple[Iterator[Element], list[Ending], str]] = [(iter([root]), [], "")]
        while open_ones:
            children, endings, tail = open_ones[-1]
            child = next(children, None)
            if child is None:
                open_ones.pop()
                for ending in reversed(endings):
                    ending()
                self.inline.add(tail)
            elif not isinstance(child.tag, str) or is_skipped(child, self.inline.preformatted > 0):
                self.inline.add(child.tail)
            else:
                endings = self.start(child)
                self.inline.add("" if is_mark(child) else child.text)
                open_ones.append((iter(child), endings, child.tail or ""))
        self.flush()

    def start(self, element: Element) -> list[Ending]:
        """Begin an element; what is returned is to be done at its end, last first."""
        self.order += 1
        tag = element.tag.rpartition("}")[2].lower()
        traits = Traits.of(element, tag)
        endings: list[Ending] = []
        if self.inline.preformatted or tag not in BLOCKS:
            self._note_anchor(traits.id)
            self._inline(element, tag, endings)
            return endings
        self.flush()
        endings.append(self.flush)
        if self.first_line:
            self.line = self.first_line + (element.sourceline or 1) - 1
        if traits.id:
            self.ids.append((self.order, traits.id))
            endings.insert(0, self._drop_id)
        if traits.notes and not self.flat:
            self._until_end(self.out.open_notes(), endings)
        if tag == "pre" and not self.flat:
            self._pre(endings)
        elif tag in ("td", "th", "tr", "thead", "tbody", "tfoot", "caption", "table"):
            self._table_part(element, tag, endings)
        elif not self.flat:
            self._structure(element, tag, traits, endings)
        return endings

    def flush(self) -> None:
        """Hand the text so far to whoever takes it."""
        if self.inline.is_blank:
            self.inline.take()
            return
        place, text = self.place(self.anchor()), self.inline.take()
        self.inline.anchor = ""
        self.give(text, place)

    def give(self, text: str, place: Place, kind: BlockKind = BlockKind.PARAGRAPH) -> None:
        """A finished piece of text, after whatever was held back before it."""
        top = self.sinks[-1]
        if not self.flat:
            for sink in self.holding:
                if sink is not top:
                    sink.settle()
        top.take(text, place, kind)

    def anchor(self) -> str:
        """The id nearest to the text: in it, around it, or that of the heading above it."""
        if self.inline.anchor:
            return self.inline.anchor
        above = self.out.innermost
        order, nearest = self.ids[-1] if self.ids else (0, "")
        return nearest if nearest and (order > above.order or not above.anchor) else above.anchor

    def place(self, anchor: str) -> Place:
        """Where the text stands that comes now."""
        return Place(line=self.line) if self.first_line else Place(anchor=anchor)

    def _drop_id(self) -> None:
        self.ids.pop()

    def _note_anchor(self, anchor: str) -> None:
        self.inline.anchor = self.inline.anchor or anchor

    def _inline(self, element: Element, tag: str, endings: list[Ending]) -> None:
        if tag == "br":
            self.inline.line_break()
        elif tag == "img" or (tag == "input" and element.get("type") == "image"):
            self.inline.add(f" {element.get('alt', '')} ")
        elif tag == "input" and element.get("type", "").lower() in ("submit", "button", "reset"):
            self.inline.add(f" {element.get('value', '')} ")
        elif tag == "q":
            self.inline.add('"')
            endings.append(lambda: self.inline.add('"'))
        elif tag == "sup" and element.find(".//a") is None:
            self.inline.raise_next()
        elif tag in SPACED or "-" in tag:
            self.inline.add(" ")
            endings.append(lambda: self.inline.add(" "))

    def _pre(self, endings: list[Ending]) -> None:
        place = self.place(self.anchor())
        self.inline.preformatted += 1

        def end() -> None:
            text = self.inline.take()
            self.inline.preformatted -= 1
            self.inline.anchor = ""
            self.give(text, place, BlockKind.CODE)

        endings.append(end)

    def _structure(self, element: Element, tag: str, traits: Traits, endings: list[Ending]) -> None:
        if traits.furniture:
            self.push(Body(self.out), endings)
            self._until_end(self.out.open_furniture(), endings)
        elif traits.admonition:
            self.push(Admonition(self.sinks[-1]), endings)
        if tag in SCOPES:
            self._until_end(self.out.open_scope(), endings)
        if tag in HEADINGS:
            self._heading(HEADINGS[tag], endings)
        elif tag in ("ul", "ol", "menu", "dir"):
            self._settle_entry()
            self.lists.append(NumberedList.of(element, tag))
            self._until_end(self.out.open_group(), endings)
            endings.append(self._end_list)
        elif tag == "li":
            number = self.lists[-1].next(element) if self.lists else ""
            item = Item(self.out, number, asks=True)
            endings.append(item.end)
            self.push(item, endings)
        elif tag in ("dl", "details"):
            self._entries(endings)
        elif tag in ("dt", "summary") and self.entries:
            self._term(self.entries[-1], endings)

    def _until_end(self, mark: Mark, endings: list[Ending]) -> None:
        def end() -> None:
            self.flush()
            self.out.leave(mark)

        endings.append(end)

    def _settle_entry(self) -> None:
        """Begin the entry whose description is a list or a table, so that it holds all of it."""
        if self.entries:
            self.entries[-1].settle()

    def _end_list(self) -> None:
        self.lists.pop()

    def push(self, sink: Sink, endings: list[Ending]) -> None:
        """Let text go to `sink` until the element ends."""
        self.sinks.append(sink)
        self.holding.append(sink)

        def end() -> None:
            self.flush()
            sink.settle()
            self.sinks.pop()
            self.holding.pop()

        endings.append(end)

    def _heading(self, level: int, endings: list[Ending]) -> None:
        pieces, order = Pieces(), self.order
        self._gather(pieces, endings, lambda place: self._end_heading(level, pieces, place, order))

    def _end_heading(self, level: int, pieces: Pieces, place: Place, order: int) -> None:
        for sink in self.holding:
            sink.settle()
        self.out.heading(level, pieces.text, place, order)

    def _entries(self, endings: list[Ending]) -> None:
        entry = Entry(self.out)
        self.entries.append(entry)
        self.push(entry, endings)

        def end() -> None:
            self.flush()
            entry.end()
            self.entries.pop()

        endings.append(end)

    def _term(self, entry: Entry, endings: list[Ending]) -> None:
        pieces, order = Pieces(), self.order
        for sink in self.holding:
            if sink is not entry:
                sink.settle()
        if entry.begun:
            entry.end()
        self._gather(pieces, endings, lambda place: entry.term(pieces.text, place, order))

    def _gather(self, pieces: Pieces, endings: list[Ending], use: Callable[[Place], None]) -> None:
        """Collect the text of an element in `pieces` and use it at its end."""
        self.sinks.append(pieces)
        self.flat += 1
        anchors: list[str] = []
        around = self.anchor()

        def end() -> None:
            anchors.append(self.inline.anchor)
            self.flush()
            self.inline.anchor = ""
            self.sinks.pop()
            self.flat -= 1
            use(self.place(next((a for a in anchors if a), around)))

        endings.append(end)

    def _table_part(self, element: Element, tag: str, endings: list[Ending]) -> None:
        if tag == "table" and not self.flat:
            self._table(element, endings)
        elif not self.tables or self.tables[-1] is None:
            if tag in SCOPES and not self.flat:
                self._until_end(self.out.open_scope(), endings)
        elif tag in ("td", "th"):
            self._cell(self.tables[-1], element, tag, endings)
        elif tag == "tr":
            place = self.place(self.anchor())
            self.tables[-1].rows.append(Row(place, self.tables[-1].heads))
        elif tag == "caption":
            pieces, order = Pieces(), self.order
            self._gather(pieces, endings, lambda place: self._end_heading(7, pieces, place, order))
        elif tag == "thead":
            table = self.tables[-1]
            table.heads = True
            endings.append(lambda: setattr(table, "heads", False))

    def _table(self, element: Element, endings: list[Ending]) -> None:
        table = None if Traits.lays_out(element) else Table()
        self.tables.append(table)
        if table is not None:
            self._settle_entry()
        mark = self.out.open_scope()

        def end() -> None:
            self.flush()
            if table is not None and table.rows:
                facts = table.facts(self.repeated)
                if len(self.sinks) > 1 or self.entries:
                    self.out.open_group(own=not self.entries or not self.entries[-1].begun)
                else:
                    self.out.open_table(facts, own=True)
                for text, place in facts:
                    self.repeated = max(0, self.repeated - len(text))
                    self.give(text, place, BlockKind.ROW)
            self.tables.pop()
            self.out.leave(mark)

        endings.append(end)

    def _cell(self, table: Table, element: Element, tag: str, endings: list[Ending]) -> None:
        pieces = Pieces()
        cell = Cell("", tag == "th", span(element.get("colspan")), span(element.get("rowspan")))
        if not table.rows:
            table.rows.append(Row(Place(), table.heads))
        table.rows[-1].cells.append(cell)
        self._gather(pieces, endings, lambda place: setattr(cell, "text", pieces.text))
