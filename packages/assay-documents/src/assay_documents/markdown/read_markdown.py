"""Markdown to blocks, with the line of each."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.admon import admon_plugin
from mdit_py_plugins.container import container_plugin
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.front_matter import front_matter_plugin
from mdit_py_plugins.myst_role import myst_role_plugin

from assay_documents.builder import BlockBuilder, Mark
from assay_documents.html.flow import Flow
from assay_documents.html.sinks import Admonition, Entry, Item, Pieces
from assay_documents.html.table import Cell, Row, Table
from assay_documents.markdown.front_matter import (
    FrontMatter,
    front_matter,
    split_toml,
    without_linked_templates,
)
from assay_documents.markdown.html_parts import joined_html, write_html
from assay_documents.markdown.inline import inline_text
from assay_documents.markdown.tabs import tab_plugin, without_attributes
from assay_documents.model import Contents, Document
from assay_documents.places import BlockKind, Place
from assay_documents.quoted.help_text import with_help_texts
from assay_documents.read_limits import ReadLimits
from assay_documents.texts.file import document_of, read_text

_MAX_REPEATED = 2_000_000  # characters of table headers that may be said more than once
_TAB_LEVEL = 7  # below all headings
# "(how-to)=" above a heading or a paragraph is what MyST calls a target: an address, no text.
_TARGET = re.compile(r"\A\([\w./:-]+\)=(?:\s+|\Z)")
# ":::{warning} Mind", ":::note" and "::: tip": what MyST and makers of web sites write.
_ASIDE = re.compile(r"\s*\{?([\w-]{1,40})\}?\s*(.*)")
_NOTES = "note warning tip important caution attention danger error hint seealso info admonition"
_ASIDES = frozenset(_NOTES.split())
# Where a list of contents is put in: of kramdown, Python-Markdown, GitLab and VuePress.
_CONTENTS = re.compile(r"\[TOC\]|\[\[(?:toc|_TOC_)\]\]|[^\n]{0,80}\n\{:[ ]?toc[^{}\n]{0,80}\}")
# A line of a program, of which MDX has some beside its text that no reader sees.
_PROGRAM = re.compile(
    r"import [^\n'\"]{0,300}['\"][^\n'\"]{1,300}['\"];?[ ]?"
    r"|export (?:const|default|let) [^\n]{0,999}"
)
_ALERT = re.compile(r"\[!(\w+)\]\s*")


def read_markdown(path: Path, limits: ReadLimits) -> Iterator[Document]:
    """One document with the text of a Markdown file."""
    yield document_of(path, with_help_texts(markdown_blocks(read_text(path, limits))))


def markdown_blocks(text: str, first_group: int = 1) -> Contents:
    """The title and the blocks of a Markdown text."""
    parser = MarkdownIt("js-default", {"html": True})
    for plugin in (front_matter_plugin, deflist_plugin, footnote_plugin, admon_plugin, tab_plugin):
        parser.use(plugin)
    parser.use(myst_role_plugin)
    parser.use(container_plugin, "aside", validate=lambda info, _: bool(info.strip()))
    fields, text = split_toml(text)
    tokens = joined_html(parser.parse(without_linked_templates(text)))
    title = fields.title if fields else next((t for t in map(_title, tokens) if t), "")
    walk = _Walk(BlockBuilder(title or _first_heading(tokens), first_group))
    if fields:
        walk.fields(fields, Place(line=2))
    for token in tokens:
        walk.step(token)
    return walk.out.contents()


class _Walk:
    """Goes through the tokens once."""

    def __init__(self, out: BlockBuilder) -> None:
        self.out = out
        self.flow = Flow(out)
        self.marks: list[Mark] = []
        self.numbers: list[int] = []  # of the next item of each open ordered list
        self.asides: list[bool] = []
        self.entries: list[Entry] = []
        self.tables: list[Table] = []
        self.line = 0
        self.heading = 0
        self.repeated = _MAX_REPEATED
        self.steps: dict[str, Callable[[Token], None]] = {
            "heading_open": self._heading,
            "inline": self._inline,
            "bullet_list_open": self._open_list,
            "ordered_list_open": self._open_list,
            "bullet_list_close": self._close_list,
            "ordered_list_close": self._close_list,
            "list_item_open": self._item,
            "list_item_close": self._close,
            "fence": self._code,
            "code_block": self._code,
            "html_block": self._html,
            "front_matter": self._front_matter,
            "dl_open": self._open_entries,
            "dl_close": self._close_entries,
            "dt_open": self._open_pieces,
            "dt_close": self._term,
            "admonition_open": self._admonition,
            "admonition_close": self._close,
            "container_aside_open": self._open_aside,
            "container_aside_close": self._close_aside,
            "tab_open": self._open_tab,
            "tab_close": self._close_tab,
            "table_open": self._open_table,
            "table_close": self._close_table,
            "tr_open": self._row,
            "th_open": self._cell,
            "td_open": self._cell,
            "th_close": self._close_cell,
            "td_close": self._close_cell,
        }

    def step(self, token: Token) -> None:
        """One token; unknown ones only move the line."""
        if token.map:
            self.line = token.map[0] + 1
        if (step := self.steps.get(token.type)) is not None:
            step(token)

    @property
    def place(self) -> Place:
        return Place(line=self.line)

    def _heading(self, token: Token) -> None:
        self.heading = int(token.tag[1:])

    def _inline(self, token: Token) -> None:
        text = inline_text(token)
        if self.heading:
            self.flow.settle(inner=True)
            self.out.heading(self.heading, without_attributes(text), self.place)
            self.heading = 0
            return
        if _CONTENTS.fullmatch(token.content) or all(
            _PROGRAM.fullmatch(line) for line in token.content.split("\n")
        ):
            return
        text = _TARGET.sub("", text)
        text = _ALERT.sub(lambda match: f"{match[1].capitalize()}: ", text, count=1)
        if text.strip():
            self.flow.give(text, self.place)

    def _open_list(self, token: Token) -> None:
        self.marks.append(self.out.open_group())
        start = token.attrGet("start")
        self.numbers.append(int(start) if start is not None else 1)

    def _close_list(self, token: Token) -> None:
        self.numbers.pop()
        self._leave(token)

    def _leave(self, token: Token) -> None:
        self.out.leave(self.marks.pop())

    def _item(self, token: Token) -> None:
        number = f"{self.numbers[-1]}{token.markup}" if token.info else ""
        self.numbers[-1] += 1  # as a browser counts: "1." before each item is common
        self.flow.open(Item(self.out, number, asks=True))

    def _close(self, token: Token) -> None:
        self.flow.close()

    def _code(self, token: Token) -> None:
        # The content of a fence begins on the line after it.
        place = Place(line=self.line + (token.type == "fence"))
        self.flow.give(token.content, place, BlockKind.CODE)

    def _html(self, token: Token) -> None:
        write_html(token.content, self.flow, self.out, self.line)

    def _front_matter(self, token: Token) -> None:
        self.fields(front_matter(token.content), Place(line=self.line + 1))

    def fields(self, found: FrontMatter, place: Place) -> None:
        """The description of the document, and what else its front matter says of it."""
        if found.description:
            self.flow.give(found.description, place)
        if found.facts:
            mark = self.out.open_group()
            self.flow.give(found.facts, place, BlockKind.ROW)
            self.out.leave(mark)

    def _open_entries(self, token: Token) -> None:
        self.entries.append(Entry(self.out))
        self.flow.open(self.entries[-1])

    def _close_entries(self, token: Token) -> None:
        self.flow.settle()
        self.flow.close()
        self.entries.pop().end()

    def _open_pieces(self, token: Token) -> None:
        if self.entries[-1].begun:
            self.entries[-1].end()
        self.flow.open(Pieces())

    def _term(self, token: Token) -> None:
        pieces = self.flow.sinks.pop()
        if isinstance(pieces, Pieces):
            self.entries[-1].term(pieces.text, self.place, 0)

    def _admonition(self, token: Token) -> None:
        self.flow.open(Admonition(self.flow.top))

    def _open_aside(self, token: Token) -> None:
        """A note or warning with its label; any other holds text and says nothing itself."""
        found = _ASIDE.match(token.info)
        name = found[1].lower() if found else ""
        self.asides.append(name in _ASIDES)
        if found and self.asides[-1]:
            self.flow.open(Admonition(self.flow.top))
            self.flow.give(found[2].strip() or name.capitalize(), self.place)

    def _close_aside(self, token: Token) -> None:
        if self.asides.pop():
            self._close(token)

    def _open_tab(self, token: Token) -> None:
        self.flow.settle(inner=True)
        self.marks.append(self.out.open_scope())
        self.out.heading(_TAB_LEVEL, token.content, self.place)

    def _close_tab(self, token: Token) -> None:
        self.flow.settle(inner=True)
        self._leave(token)

    def _open_table(self, token: Token) -> None:
        self.tables.append(Table())

    def _row(self, token: Token) -> None:
        self.tables[-1].rows.append(Row(self.place))

    def _cell(self, token: Token) -> None:
        self.tables[-1].rows[-1].cells.append(Cell("", token.type == "th_open"))
        self.flow.open(Pieces())

    def _close_cell(self, token: Token) -> None:
        pieces = self.flow.sinks.pop()
        if isinstance(pieces, Pieces):
            self.tables[-1].rows[-1].cells[-1].text = pieces.text

    def _close_table(self, token: Token) -> None:
        facts = self.tables.pop().facts(self.repeated)
        inside = bool(self.entries) or len(self.flow.sinks) > 1
        mark = self.out.open_group() if inside else self.out.open_table(facts, own=True)
        for text, place in facts:
            self.repeated = max(0, self.repeated - len(text))
            self.flow.give(text, place, BlockKind.ROW)
        self.out.leave(mark)


def _title(token: Token) -> str:
    if token.type != "front_matter":
        return ""
    return front_matter(token.content).title


def _first_heading(tokens: list[Token]) -> str:
    """The first heading of the first level, or of any."""
    found = [
        (heading.tag, without_attributes(inline_text(inline)))
        for heading, inline in pairwise(tokens)
        if heading.type == "heading_open"
    ]
    return next((text for tag, text in found if tag == "h1"), found[0][1] if found else "")
