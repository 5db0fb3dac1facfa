"""The part of a web page that a reader would see, without its controls."""

from __future__ import annotations

from lxml import html

from assay_documents.html import parse_html
from assay_documents.visibility import drop_hidden

# Seen, but no part of what a page says.
_CONTROLS = ("svg", "select", "button", "input", "textarea", "dialog")


def visible_tree(page: str) -> html.HtmlElement | None:
    """The page without hidden elements and controls; None if empty or its CSS is too complex."""
    tree = parse_html(page, deep=False)  # deeper ones take the extraction seconds
    if tree is None or not drop_hidden(tree):
        return None
    for control in list(tree.iter(*_CONTROLS)):
        control.clear(keep_tail=True)
    return tree
