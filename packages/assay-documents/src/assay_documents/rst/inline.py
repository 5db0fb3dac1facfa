"""The text inside a node of reStructuredText, and the cells of its tables."""

from __future__ import annotations

import re
from typing import Any

from docutils import nodes

from assay_documents.html.table import MAX_SPAN, Cell

_STANDS_FOR = re.compile(r"\|([^|\n]{1,200})\|_{0,2}")


def inline_text(node: Any) -> str:  # noqa: ANN401 - a node of any class
    """The text of a node as a reader sees it, with the alternative texts of pictures."""
    return "".join(map(_shown, node.findall(lambda n: isinstance(n, nodes.Text | nodes.image))))


def _shown(node: Any) -> str:  # noqa: ANN401
    if isinstance(node, nodes.image):
        return str(node.get("alt", ""))
    # "|lamp(1)|_" stands for a text that another file defines; its name says more than its bars.
    unknown = isinstance(node.parent, nodes.problematic) and _STANDS_FOR.fullmatch(node.astext())
    return unknown[1] if unknown else node.astext()


def cell_of(entry: Any) -> Cell:  # noqa: ANN401
    """The cell of a table that an entry of it makes."""
    text = " ".join(inline_text(child) for child in entry.children)
    columns = min(int(entry.get("morecols", 0)) + 1, MAX_SPAN)
    rows = min(int(entry.get("morerows", 0)) + 1, MAX_SPAN)
    return Cell(" ".join(text.split()), columns=columns, rows=rows)
