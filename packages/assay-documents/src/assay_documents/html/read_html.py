"""HTML files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from assay_documents.html.page import html_blocks
from assay_documents.model import Document
from assay_documents.quoted.help_text import with_help_texts
from assay_documents.read_limits import ReadLimits
from assay_documents.texts.file import document_of
from assay_documents.unpack import read_bytes


def read_html(path: Path, limits: ReadLimits) -> Iterator[Document]:
    """One document with all visible text of the page."""
    yield document_of(path, with_help_texts(html_blocks(read_bytes(path, limits))))
