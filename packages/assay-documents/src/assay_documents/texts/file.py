"""A text file in, a document out."""

from __future__ import annotations

from pathlib import Path

from assay_documents.decode import decode
from assay_documents.model import Contents, Document
from assay_documents.read_limits import ReadLimits
from assay_documents.title import name_title
from assay_documents.unpack import read_bytes


def read_text(path: Path, limits: ReadLimits) -> str:
    """The text of a file, packed or not."""
    return decode(read_bytes(path, limits))


def document_of(path: Path, contents: Contents) -> Document:
    """The contents as a document that is named after its title or else after its file."""
    title = contents.title or name_title(path)
    return Document(str(path), title, str(path), contents.blocks, contents.notes)
