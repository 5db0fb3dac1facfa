"""HTML files."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from assay_documents.html.page import html_blocks
from assay_documents.html.parse import decode_html
from assay_documents.markdown.front_matter import split_front_matter, without_templates
from assay_documents.model import Block, Contents, Document
from assay_documents.places import BlockKind, Place
from assay_documents.quoted.help_text import with_help_texts
from assay_documents.read_limits import ReadLimits
from assay_documents.texts.file import document_of
from assay_documents.unpack import read_bytes

_FIELDS = (b"---\n", b"---\r\n", b"\xef\xbb\xbf---")


def read_html(path: Path, limits: ReadLimits) -> Iterator[Document]:
    """One document with all visible text of the page."""
    page = read_bytes(path, limits)
    contents = _filled_in(page) if page.startswith(_FIELDS) else html_blocks(page)
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
