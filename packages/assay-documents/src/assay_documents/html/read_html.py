"""HTML files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from lxml import html

from assay_documents.html.page import html_blocks
from assay_documents.html.parse import decode_html, parse_html
from assay_documents.markdown.front_matter import split_front_matter, without_templates
from assay_documents.model import Block, Contents, Document
from assay_documents.places import BlockKind, Place
from assay_documents.quoted.help_text import with_help_texts
from assay_documents.read_limits import ReadLimits
from assay_documents.texts.file import document_of
from assay_documents.unpack import read_bytes

_FIELDS = (b"---\n", b"---\r\n", b"+++\n", b"+++\r\n", b"\xef\xbb\xbf---", b"\xef\xbb\xbf+++")
# What a text may hold when it is read and may not when it is put into a tree.
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

# What engines of templates know and no page shows; "{{ x }}" alone may be a formula.
_STATEMENT = re.compile(
    r"\{%-?\s{0,9}(?:block|extends|for|if|import|include|layout|load|macro|render|set)\b|<%[=@-]?\s"
)
_QUOTING = frozenset(("code", "kbd", "pre", "samp", "textarea", "tt"))


def read_html(path: Path, limits: ReadLimits) -> Iterator[Document]:
    """One document with all visible text of the page."""
    page = read_bytes(path, limits)
    if page.startswith(_FIELDS):
        contents = _filled_in(page)
    elif (b"{%" in page or b"<%" in page) and (tree := parse_html(page)) is not None:
        contents = html_blocks(_without_marks(tree))
    else:
        contents = html_blocks(page)
    yield document_of(path, with_help_texts(contents))


def _filled_in(page: bytes) -> Contents:
    """A page that a maker of web sites fills in: its fields, its text without the templates."""
    fields, text = split_front_matter(decode_html(page).removeprefix("\ufeff"))
    if fields is None:
        return html_blocks(page)
    contents = html_blocks(without_templates(text))
    last = max((each.group for each in contents.blocks), default=0)
    said = (
        (BlockKind.PARAGRAPH, fields.description, 0),
        (BlockKind.ROW, fields.facts, last + 1),
    )
    blocks = [Block(kind, text, Place(line=1), group=n) for kind, text, n in said if text]
    title = fields.title or contents.title
    return replace(contents, title=title, blocks=(*blocks, *contents.blocks))


def _without_marks(tree: html.HtmlElement) -> html.HtmlElement:
    """A template without its marks; a page that shows them as code is as it was."""
    texts = [
        (element, name, text)
        for element in _outside_code(tree)
        for name in ("text", "tail")
        if (text := getattr(element, name))
        if name == "tail" or (element.tag not in _QUOTING and isinstance(element.tag, str))
    ]
    if any(_STATEMENT.search(text) for _, _, text in texts):
        for element, name, text in texts:
            setattr(element, name, _NO_XML.sub("", without_templates(text)))
    return tree


def _outside_code(tree: html.HtmlElement) -> Iterator[html.HtmlElement]:
    """The elements of a page that stand in no code, and the outermost of each code."""
    waiting = [tree]
    while waiting:
        element = waiting.pop()
        yield element
        if element.tag not in _QUOTING:
            waiting += element
