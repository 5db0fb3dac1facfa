"""A page to its blocks."""

from __future__ import annotations

from dataclasses import replace

from lxml import html

from assay_documents.builder import BlockBuilder, one_line
from assay_documents.html.navigation import mark_navigation
from assay_documents.html.parse import parse_html
from assay_documents.html.walk import Walk
from assay_documents.model import Contents
from assay_documents.places import BlockKind
from assay_documents.visibility import drop_hidden

MAX_TITLE = 300


def html_blocks(
    page: str | bytes | html.HtmlElement, first_group: int = 1, named: bool = True
) -> Contents:
    """The title and all visible text of a page as blocks; hidden text is left out.

    A tree that is handed in loses its hidden parts. `first_group` is the number of the first
    group, for documents that are made of several pages: of these the pages are not `named`, so
    that a heading with the words of the page's title stays above what follows it.
    """
    tree = parse_html(page) if isinstance(page, str | bytes) else page
    if tree is None:
        return Contents("", ())
    builder = BlockBuilder(_title(tree) if named else "", first_group)
    if not drop_hidden(tree):
        builder.notes.append("its styles are too many to tell what they hide")
    mark_navigation(tree)
    Walk(builder).through(tree)
    contents = builder.contents()
    return contents if contents.title else replace(contents, title=first_heading(contents))


def _title(tree: html.HtmlElement) -> str:
    for title in tree.iterfind(".//head/title"):
        if text := one_line(title.text_content()):
            return text[:MAX_TITLE]
    return ""


def first_heading(contents: Contents) -> str:
    """The title of a page that names none."""
    headings = (b.text for b in contents.blocks if b.kind is BlockKind.HEADING)
    return next(headings, "")[:MAX_TITLE]
