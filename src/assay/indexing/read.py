"""Any supported file to documents, by its ending."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from pathlib import Path

from assay.indexing.document import BadRow, Document
from assay.indexing.read_limits import ReadLimits
from assay.indexing.unreadable import UnreadableError

# Module and function for each ending. Imported on first use: the parsers of HTML, PDF and Word
# take longer to load than a folder of text takes to read.
_READERS = {
    ".txt": ("plain_reader", "read_plain"),
    ".md": ("plain_reader", "read_plain"),
    ".rst": ("plain_reader", "read_plain"),
    ".html": ("html_reader", "read_html"),
    ".htm": ("html_reader", "read_html"),
    ".pdf": ("pdf_reader", "read_pdf"),
    ".docx": ("docx_reader", "read_docx"),
    ".csv": ("rows_reader", "read_csv"),
    ".jsonl": ("rows_reader", "read_jsonl"),
}
_PACKED = (".txt", ".md", ".rst", ".html", ".htm", ".csv", ".jsonl")
ENDINGS = (*_READERS, *(f"{ending}.gz" for ending in _PACKED))


def is_supported(path: Path) -> bool:
    """True when the ending of the file is one that assay reads."""
    return path.name.lower().endswith(ENDINGS)


def read_documents(path: Path, limits: ReadLimits | None = None) -> Iterator[Document]:
    """The documents of a file, one after the other; raises UnreadableError with the reason."""
    for each in read_rows(path, limits):
        if isinstance(each, BadRow):
            raise UnreadableError(each.reason)
        yield each


def read_rows(path: Path, limits: ReadLimits | None = None) -> Iterator[Document | BadRow]:
    """The same, with rows that give no document among them instead of an error for the file."""
    if not is_supported(path):
        raise UnreadableError(f"has none of the endings {', '.join(_READERS)}")
    module, function = _READERS[Path(path.name.lower().removesuffix(".gz")).suffix]
    reader = getattr(importlib.import_module(f"assay.indexing.{module}"), function)
    found = False
    try:
        for each in reader(path, limits or ReadLimits()):
            if isinstance(each, BadRow) or each.text.strip():
                found = True
                yield each
    except OSError as error:
        raise UnreadableError(f"cannot be read: {error.strerror or error}") from error
    if not found:
        raise UnreadableError("holds no text")
