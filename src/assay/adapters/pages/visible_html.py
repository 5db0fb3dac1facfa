"""The part of a page from the web that a reader would see and that is no control."""

from __future__ import annotations

from lxml import html

from assay_documents.html import parse_html
from assay_documents.visibility import drop_hidden

# Seen, but no part of what a page says.
_CONTROLS = ("svg", "select", "button", "input", "textarea", "dialog")


def visible_tree(page: str) -> html.HtmlElement | None:
    """The parsed page without hidden elements and controls; None if it cannot be evaluated."""
    tree = parse_html(page, deep=False)  # deeper ones take the extraction seconds
    if tree is None or not drop_hidden(tree):
        return None
    for control in list(tree.iter(*_CONTROLS)):
        control.clear(keep_tail=True)
    return tree
