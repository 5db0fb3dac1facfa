"""What a cross reference of reStructuredText shows: the title that it points to.

Sphinx knows the labels of all pages; here those of the document itself are known.
"""

from __future__ import annotations

import re
from typing import Any

from docutils import nodes

from assay_documents.builder import MAX_TITLE
from assay_documents.title import is_general

_TO_LABELS = frozenset(("ref", "std:ref", "numref", "std:numref", "doc", "std:doc"))
_ATTRIBUTE = "label"
_UPWARDS = re.compile(r"^[./]+(?=\w)")  # of a page: "../usage/general", "/usage/general"
_TITLED = (nodes.section, nodes.table, nodes.figure, nodes.topic, nodes.sidebar)
_INTRODUCED = 8  # words above a title from which on it is not that of the whole; badges have fewer


def reference(role: str, label: str) -> nodes.inline:
    """What stands for a role that has no text of its own; a label as far as it is known yet."""
    if role not in _TO_LABELS:
        return nodes.inline("", label)
    words = _UPWARDS.sub("", label.replace("_", " ").strip())
    node = nodes.inline("", words or label)
    node[_ATTRIBUTE] = label
    return node


def show_titles(tree: nodes.document) -> None:
    """Let references to the labels of this document show the titles below the labels."""
    titles: dict[str, str] = {}  # many references to one long title would take long to follow
    for node in list(tree.findall(nodes.inline)):
        label = node.attributes.get(_ATTRIBUTE)
        if not isinstance(label, str):
            continue
        if label not in titles:
            titles[label] = _title(tree, label)
        if titles[label]:
            node.clear()
            node.append(nodes.Text(titles[label]))


def _title(tree: nodes.document, label: str) -> str:
    """The title that a label stands above, if it is not too long to be said more than once."""
    name = tree.nameids.get(nodes.fully_normalize_name(label))
    target: Any = tree.ids.get(name) if name else None
    if not isinstance(target, _TITLED):
        return ""
    heads = (each for each in target.children if isinstance(each, nodes.title | nodes.caption))
    head = next(heads, None)
    text = head.astext() if head is not None else ""
    return text if len(text) <= MAX_TITLE else ""


def title_of(tree: nodes.document) -> str:
    """The first title, unless it is that of the first of several sections.

    A help text begins with what it is about, or with "Synopsis": then its file has the name.
    """
    sections = [each for each in tree.children if isinstance(each, nodes.section)]
    found: Any = next(iter(tree.findall(nodes.title)), None)
    title = found.astext() if found is not None else ""
    if len(sections) < 2 or not title:  # noqa: PLR2004 - one is the whole
        return title
    above = tree.children[: tree.index(sections[0])]
    texts = [each.astext() for each in above if isinstance(each, nodes.paragraph)]
    introduced = len(" ".join(texts).split()) >= _INTRODUCED
    return "" if introduced or is_general(title) else title
