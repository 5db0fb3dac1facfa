"""Text files as they are: .txt, .md, .rst."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from assay.indexing.decode import decode
from assay.indexing.document import Document, make_document
from assay.indexing.read_limits import ReadLimits
from assay.indexing.title import find_title
from assay.indexing.unpack import read_bytes


def read_plain(path: Path, limits: ReadLimits) -> Iterator[Document]:
    """One document whose text is the decoded file itself, so that offsets hold in the file."""
    text = decode(read_bytes(path, limits))
    yield make_document(str(path), find_title(text, path), text, str(path))
