"""reStructuredText to blocks, with the line of each."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from docutils import ApplicationError, nodes
from docutils.core import publish_doctree
from docutils.parsers.rst import Parser

from assay_documents.builder import BlockBuilder
from assay_documents.errors import UnreadableError
from assay_documents.html.flow import Flow
from assay_documents.html.lists import format_number
from assay_documents.html.sinks import Admonition, Entry, Item
from assay_documents.html.table import Row, Table
from assay_documents.model import Contents, Document
from assay_documents.places import BlockKind, Place
from assay_documents.quoted.help_text import with_help_texts
from assay_documents.read_limits import ReadLimits
from assay_documents.rst.code_lines import line_of
from assay_documents.rst.extensions import accept_unknown, without_labels
from assay_documents.rst.inline import cell_of, inline_text
from assay_documents.rst.inline_ends import OneLookInliner
from assay_documents.rst.references import show_titles, title_of
from assay_documents.texts.file import document_of, read_text
from assay_documents.texts.plain import plain_blocks

_SETTINGS = {
    "file_insertion_enabled": False,  # a document must not read other files
    "raw_enabled": False,
    "_disable_config": True,
    "report_level": 5,
    "halt_level": 5,
    "warning_stream": False,
    "doctitle_xform": False,
    "docinfo_xform": False,
    "smart_quotes": False,
    "line_length_limit": 1_000_000,
}
_MAX_REPEATED = 2_000_000  # characters of table headers that may be said more than once
_SKIPPED = (nodes.comment, nodes.system_message, nodes.target, nodes.substitution_definition)
_NUMBERS = {"loweralpha": "a", "upperalpha": "A", "lowerroman": "i", "upperroman": "I"}
_BLANKS = re.compile(r"\s+")
_REMARK = re.compile(r"\s*\([^()]{1,30}\)")
_INCLUDE = re.compile(r"^[ \t]*\.\. +(?:literal)?include::", re.MULTILINE)


def read_rst(path: Path, limits: ReadLimits) -> Iterator[Document]:
    """One document with the text of a reStructuredText file.

    What it includes is left out: a part is read as a file of its own, with its own lines to cite,
    and when it changes, its passages do. Nothing tells when a page changes through its parts.
    """
    text = read_text(path, limits)
    contents = rst_blocks(text)
    if not contents.blocks and _INCLUDE.search(text):
        reason = "holds no text of its own: the files that it includes are read by themselves"
        raise UnreadableError(reason)
    yield document_of(path, with_help_texts(contents))


def rst_blocks(text: str) -> Contents:
    """The title and the blocks; as plain text where the parser gives up."""
    accept_unknown(text)
    try:
        parser = Parser(inliner=OneLookInliner())
        tree = publish_doctree(without_labels(text), parser=parser, settings_overrides=_SETTINGS)
        show_titles(tree)
        walk = _Walk(BlockBuilder(title_of(tree)), text)
        walk.below(tree)
    except (
        ApplicationError,
        RecursionError,
        ValueError,
        LookupError,
        TypeError,
        AttributeError,
        AssertionError,
        NotImplementedError,
    ):  # fmt: skip - docutils raises all of these on some broken texts
        return plain_blocks(text)
    return walk.out.contents()


def _is_term(node: Any) -> bool:  # noqa: ANN401 - a node of any class
    """True for a paragraph that is nothing but code or strong: "``startsecs``" above its text.

    A remark in brackets may follow: "``STOPPED`` (0)".
    """
    if not isinstance(node, nodes.paragraph) or not node.children:
        return False
    rest = "".join(child.astext() for child in node.children[1:])
    named = isinstance(node.children[0], nodes.literal | nodes.strong)
    return named and (not rest or _REMARK.fullmatch(rest) is not None)


class _Walk:
    """Goes through the tree once."""

    def __init__(self, out: BlockBuilder, source: str) -> None:
        self.out = out
        self.source = source.splitlines()
        self.flow = Flow(out)
        self.line = 0
        self.depth = 0
        self.repeated = _MAX_REPEATED
        self.steps: list[tuple[Any, Callable[[Any], None]]] = [
            (_SKIPPED, lambda node: None),
            (nodes.section, self._section),
            ((nodes.title, nodes.subtitle, nodes.rubric), self._title),
            (nodes.bullet_list, lambda node: self._list(node, lambda index: "")),
            (nodes.enumerated_list, self._enumerated),
            (nodes.definition_list, self._definitions),
            (nodes.option_list, self._options),
            (nodes.field_list, self._fields),
            ((nodes.literal_block, nodes.doctest_block, nodes.math_block), self._code),
            (nodes.line_block, self._lines),
            (nodes.table, self._table),
            (nodes.image, lambda node: self._text(node.get("alt", ""))),
            ((nodes.footnote, nodes.citation), self._footnote),
            (nodes.Admonition, self._admonition),
            (nodes.TextElement, lambda node: self._text(inline_text(node))),
        ]

    def below(self, node: Any) -> None:  # noqa: ANN401 - a node of any class
        """The children of a node; a bare term with a quoted text after it is an entry."""
        term = None
        for child in node.children:
            if term is not None and isinstance(child, nodes.block_quote):
                self._entry(term, [inline_text(term)], [child])
                term = None
                continue
            if term is not None:
                self.step(term)
            term = child if _is_term(child) else None
            if term is None:
                self.step(child)
        if term is not None:
            self.step(term)

    def step(self, node: Any) -> None:  # noqa: ANN401
        """One node with all below it."""
        before, self.line = self.line, getattr(node, "line", None) or self.line
        if isinstance(node, nodes.literal_block):
            self.line = line_of(node.astext(), self.source, before) or self.line
        if isinstance(node, nodes.Text):
            self._text(node.astext())
            return
        if isinstance(node, nodes.topic) and "contents" in node.get("classes", ()):
            return  # docutils makes it of the headings, which say no less
        for kinds, step in self.steps:
            if isinstance(node, kinds):
                step(node)
                return
        self.below(node)

    @property
    def place(self) -> Place:
        return Place(line=self.line)

    def _text(self, text: str) -> None:
        if text.strip():
            self.flow.give(_BLANKS.sub(" ", text), self.place)

    def _section(self, node: nodes.section) -> None:
        mark = self.out.open_scope()
        self.depth += 1
        self.below(node)
        self.depth -= 1
        self.out.leave(mark)

    def _title(self, node: nodes.TextElement) -> None:
        self.flow.settle(inner=True)
        if isinstance(node.parent, nodes.Admonition | nodes.topic | nodes.sidebar):
            self._text(inline_text(node))
        else:
            level = self.depth + (1 if isinstance(node, nodes.rubric) else 0)
            self.out.heading(level, inline_text(node), self.place)

    def _enumerated(self, node: nodes.enumerated_list) -> None:
        start = int(node.get("start", 1))
        style = _NUMBERS.get(node.get("enumtype", ""), "1")
        before, after = node.get("prefix", ""), node.get("suffix", ".")
        self._list(node, lambda index: f"{before}{format_number(start + index, style)}{after}")

    def _list(self, node: nodes.Element, number: Callable[[int], str]) -> None:
        mark = self.out.open_group()
        for index, item in enumerate(node.children):
            self.line = getattr(item, "line", None) or self.line
            self.flow.open(Item(self.out, number(index), asks=True))
            self.below(item)
            self.flow.close()
        self.out.leave(mark)

    def _definitions(self, node: nodes.definition_list) -> None:
        item: Any
        for item in node.children:
            terms = [inline_text(each) for each in item.children if isinstance(each, nodes.term)]
            kinds = [
                inline_text(each) for each in item.children if isinstance(each, nodes.classifier)
            ]
            if kinds and terms:
                terms[-1] = " : ".join([terms[-1], *kinds])
            about = [each for each in item.children if isinstance(each, nodes.definition)]
            self._entry(item, terms, about)

    def _options(self, node: nodes.option_list) -> None:
        item: Any
        for item in node.children:
            terms = [", ".join(option.astext() for option in item.children[0].children)]
            self._entry(item, terms, item.children[1:])

    def _entry(self, item: Any, terms: list[str], about: Sequence[Any]) -> None:  # noqa: ANN401
        self.line = getattr(item, "line", None) or self.line
        self.flow.settle(inner=True)
        entry = Entry(self.out)
        for term in terms:
            entry.term(term, self.place, 0)
        self.flow.open(entry)
        for each in about:
            self.below(each)
        self.flow.sinks.pop()
        entry.end()

    def _fields(self, node: nodes.field_list) -> None:
        mark = self.out.open_group()
        field: Any
        for field in node.children:
            name = inline_text(field.children[0])
            self.line = getattr(field, "line", None) or self.line
            self.flow.open(Item(self.out))
            body = field.children[1].children if len(field.children) > 1 else []
            first = body[0] if body and isinstance(body[0], nodes.paragraph) else None
            self._text(f"{name}: {inline_text(first) if first is not None else ''}")
            for each in body[1:] if first is not None else body:
                self.step(each)
            self.flow.close()
        self.out.leave(mark)

    def _code(self, node: nodes.FixedTextElement) -> None:
        self.flow.give(node.astext(), self.place, BlockKind.CODE)

    def _lines(self, node: nodes.line_block) -> None:
        lines = [inline_text(line) for line in node.findall(nodes.line)]
        if any(line.strip() for line in lines):
            self.flow.give("\n".join(lines), self.place)

    def _footnote(self, node: nodes.Element) -> None:
        labels = [each.astext() for each in node.children if isinstance(each, nodes.label)]
        rest = [each for each in node.children if not isinstance(each, nodes.label)]
        text = " ".join(each.astext() for each in rest)
        self._text(f"[{labels[0]}] {text}" if labels else text)

    def _admonition(self, node: nodes.Element) -> None:
        self.flow.open(Admonition(self.flow.top))
        if not isinstance(node, nodes.admonition):
            self._text(node.tagname.capitalize())
        self.below(node)
        self.flow.close()

    def _table(self, node: nodes.table) -> None:
        mark = self.out.open_scope()
        for title in node.findall(nodes.title):
            self.out.heading(99, inline_text(title), self.place)
        table = Table()
        for row in node.findall(nodes.row):
            self.line = getattr(row, "line", None) or self.line
            heads = isinstance(row.parent, nodes.thead)
            table.rows.append(Row(self.place, heads, [cell_of(each) for each in row.children]))
        facts = table.facts(self.repeated)
        if len(self.flow.sinks) > 1:
            self.out.open_group(own=True)
        else:
            self.out.open_table(facts, own=True)
        for text, place in facts:
            self.repeated = max(0, self.repeated - len(text))
            self.flow.give(text, place, BlockKind.ROW)
        self.out.leave(mark)
