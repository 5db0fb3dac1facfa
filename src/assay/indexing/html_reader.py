"""Web pages: the main text, without navigation and advertisements."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import lxml.html
import trafilatura
from lxml.etree import LxmlError

from assay.indexing.decode import decode
from assay.indexing.document import Document, make_document
from assay.indexing.read_limits import ReadLimits
from assay.indexing.title import name_title
from assay.indexing.unpack import read_bytes
from assay.indexing.unreadable import UnreadableError


def read_html(path: Path, limits: ReadLimits) -> Iterator[Document]:
    """One document with the main text of the page, or all its text where none stands out."""
    page = decode(read_bytes(path, limits))
    try:
        tree = lxml.html.document_fromstring(page.encode("utf-8"), parser=_parser())
    except (LxmlError, ValueError) as error:
        raise UnreadableError(f"is not HTML: {error}") from error
    title = tree.findtext(".//title") or ""
    text = trafilatura.extract(tree, include_comments=False, favor_recall=True) or _all_text(tree)
    yield make_document(str(path), title.strip() or name_title(path), text, str(path))


def _parser() -> lxml.html.HTMLParser:
    return lxml.html.HTMLParser(encoding="utf-8", no_network=True, huge_tree=False)


def _all_text(tree: lxml.html.HtmlElement) -> str:
    for element in tree.xpath("//script|//style|//template|//head"):
        element.drop_tree()
    lines = (" ".join(line.split()) for line in tree.text_content().splitlines())
    return "\n".join(line for line in lines if line)
