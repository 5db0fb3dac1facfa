"""What is open while the source of a manual page is read: paragraphs, entries, lists."""

from __future__ import annotations

import re
from dataclasses import dataclass

from assay_documents.builder import BlockBuilder, Mark
from assay_documents.html.sinks import Entry, Item
from assay_documents.places import BlockKind, Place
from assay_documents.texts.roff import RoffLine

_BULLET = re.compile(r"[\u2022\u25cb\u00b7*+o\u2013\u2014-]")
_NUMBER = re.compile(r"\(?(?:\d{1,3}|[a-zA-Z])[.)]|\[\d{1,3}\]|\d{1,3}")
# DocBook writes the marks of items as text.
_MARKED = re.compile(r"\s*(?:(?P<bullet>\u2022)|(?P<number>\d{1,3}\.))(?=\s*\S)")
LINE_BREAK = "\x00"


@dataclass
class Level:
    """An indented part: what is open in it, and whether it is a list of mdoc."""

    open: Entry | Item | None = None
    mark: Mark | None = None
    style: str = ""
    number: int = 0


class ManFlow:
    """Collects words into paragraphs, and puts them where they belong."""

    def __init__(self) -> None:
        """Begin with nothing open."""
        self.out = BlockBuilder()
        self.levels = [Level()]
        self.words: list[str] = []
        self.place = Place()
        self.code = 0  # above zero where line breaks count
        self.tags: list[str] = []

    def add(self, text: str, line: RoffLine) -> None:
        """More words of the paragraph."""
        if not self.words:
            self.place = Place(line=line.number)
        self.words.append(text)

    def flush(self) -> None:
        """End the paragraph."""
        words, self.words = self.words, []
        if self.code:
            text, kind = "\n".join(words), BlockKind.CODE
        else:
            lines = " ".join(words).split(LINE_BREAK)
            text = "\n".join(filter(None, (" ".join(line.split()) for line in lines)))
            kind = BlockKind.PARAGRAPH
        if not text.strip():
            return
        number = ""
        if kind is BlockKind.PARAGRAPH and (marked := _MARKED.match(text)) is not None:
            kind, number = BlockKind.ITEM, marked["number"] or ""
            text = text[marked.end() :].lstrip()
        top = next((level.open for level in reversed(self.levels) if level.open), None)
        for level in self.levels:
            if isinstance(level.open, Entry) and level.open is not top:
                level.open.settle()
        if top is None or kind is BlockKind.ITEM:
            if isinstance(top, Entry):
                top.settle()
            self.out.add(kind, text, self.place, number)
        else:
            top.take(text, self.place, kind)

    def begin_entry(self, line: RoffLine) -> None:
        """Open an entry for the last tag, or add the tag to the entry that waits for its text."""
        level = self.levels[-1]
        if isinstance(level.open, Entry) and not level.open.begun:
            level.open.term(self.tags[-1], Place(line=line.number), 0)
            return
        self.close_open()
        tag = self.tags[-1].strip()
        if is_bullet(tag) or (is_number(tag) and tag.endswith((".", ")"))):
            self.begin_item("" if is_bullet(tag) else tag)
            return
        for each in self.levels:
            if isinstance(each.open, Entry):
                each.open.settle()
        level.open = Entry(self.out)
        for tag in self.tags[-1:]:
            level.open.term(tag, Place(line=line.number), 0)

    def begin_item(self, number: str) -> None:
        """Open an item in the list of this level."""
        level = self.levels[-1]
        if level.mark is None:
            for each in self.levels:
                if isinstance(each.open, Entry):
                    each.open.settle()
            level.mark = self.out.open_group()
        level.open = Item(self.out, number)

    def open_level(self, style: str) -> None:
        """Begin an indented part or a list."""
        self.flush()
        self.levels.append(Level(style=style))

    def close_level(self) -> None:
        """End the innermost indented part or list."""
        self.flush()
        self.close_open()
        if len(self.levels) > 1:
            self.levels.pop()

    def close_open(self) -> None:
        """End the entry or list that is open on this level."""
        level = self.levels[-1]
        if isinstance(level.open, Entry):
            level.open.end()
        level.open = None
        if level.mark is not None:
            self.out.leave(level.mark)
            level.mark = None


def is_bullet(tag: str) -> bool:
    """True for the mark of an item."""
    return _BULLET.fullmatch(tag) is not None


def is_number(tag: str) -> bool:
    """True for the number of an item."""
    return _NUMBER.fullmatch(tag) is not None
