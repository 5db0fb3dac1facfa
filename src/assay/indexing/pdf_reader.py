"""PDF files: the text of their pages."""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator
from pathlib import Path

from pypdf import PdfReader
from pypdf.errors import PyPdfError

from assay.indexing.document import Document, make_document
from assay.indexing.read_limits import ReadLimits
from assay.indexing.title import name_title
from assay.indexing.unpack import read_bytes
from assay.indexing.unreadable import UnreadableError

# pypdf reports every oddity of a file here; what matters comes back as an error.
logging.getLogger("pypdf").setLevel(logging.CRITICAL)


def read_pdf(path: Path, limits: ReadLimits) -> Iterator[Document]:
    """One document with the text of all pages, a blank line between them."""
    try:
        reader = PdfReader(io.BytesIO(read_bytes(path, limits)))
        if reader.is_encrypted and not reader.decrypt(""):
            raise UnreadableError("is a PDF protected by a password")
        text = _pages(reader, limits)
        title = str((reader.metadata and reader.metadata.title) or "")
    except UnreadableError:
        raise
    except (PyPdfError, *_PARSER_FAULTS) as error:
        raise UnreadableError(f"is a damaged PDF: {type(error).__name__}: {error}") from error
    if not text.strip():
        raise UnreadableError("is a PDF without text (scanned pages need OCR first)")
    yield make_document(str(path), title.strip() or name_title(path), text, str(path))


# What a hostile or damaged file makes the parser raise besides its own errors.
_PARSER_FAULTS = (
    ValueError,
    TypeError,
    KeyError,
    IndexError,
    AttributeError,
    RecursionError,
    AssertionError,
    ArithmeticError,
    NotImplementedError,
    MemoryError,
)


def _pages(reader: PdfReader, limits: ReadLimits) -> str:
    pages, size = [], 0
    for page in reader.pages:
        text = page.extract_text().strip()
        size += len(text)
        if size > limits.document_bytes:
            raise UnreadableError(
                f"holds more text than the limit of {limits.document_bytes} bytes"
            )
        if text:
            pages.append(text)
    return "\n\n".join(pages)
