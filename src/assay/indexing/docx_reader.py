"""Word files: paragraphs and tables in their order."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from pathlib import Path

import docx
from docx.opc.exceptions import OpcError
from docx.table import Table
from lxml.etree import LxmlError

from assay.indexing.document import Document, make_document
from assay.indexing.read_limits import ReadLimits
from assay.indexing.title import name_title
from assay.indexing.unpack import read_bytes
from assay.indexing.unreadable import UnreadableError

_MAX_PARTS = 10_000


def read_docx(path: Path, limits: ReadLimits) -> Iterator[Document]:
    """One document with the paragraphs and the rows of tables, a blank line between them."""
    data = read_bytes(path, limits)
    try:
        _refuse_bomb(data, limits)
        word = docx.Document(io.BytesIO(data))
        text = "\n\n".join(_blocks(word))
        title = word.core_properties.title or ""
    except UnreadableError:
        raise
    except (zipfile.BadZipFile, OpcError, LxmlError, KeyError, ValueError, OSError) as error:
        raise UnreadableError(f"is not a complete .docx file: {error}") from error
    yield make_document(str(path), title.strip() or name_title(path), text, str(path))


def _refuse_bomb(data: bytes, limits: ReadLimits) -> None:
    """Raise when the archive unfolds beyond the limits, whatever sizes it states."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = archive.infolist()
        if len(parts) > _MAX_PARTS:
            raise UnreadableError(f"holds {len(parts)} parts (a compression bomb?)")
        allowed = min(limits.document_bytes, max(limits.ratio_from_bytes, len(data) * limits.ratio))
        taken = 0
        for part in parts:
            with archive.open(part) as stream:
                while chunk := stream.read(1 << 20):
                    taken += len(chunk)
                    if taken > allowed:
                        raise UnreadableError(
                            "unpacks to an implausible size (a compression bomb?)"
                        )


def _blocks(word: docx.document.Document) -> Iterator[str]:
    for block in word.iter_inner_content():
        if isinstance(block, Table):
            for row in block.rows:
                yield " | ".join(dict.fromkeys(cell.text.strip() for cell in row.cells))
        elif block.text.strip():
            yield block.text
