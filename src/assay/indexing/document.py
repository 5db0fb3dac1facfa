"""The checksum that tells whether a document has changed."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from assay_documents.model import Document


def content_sha256(document: Document) -> str:
    """The checksum of everything that a document shows."""
    return document_sha256(document.title, document.text, document.source)


def document_sha256(title: str, text: str, source: str) -> str:
    """The same from the columns of the index."""
    return hashlib.sha256("\0".join((title, source, text)).encode()).hexdigest()
