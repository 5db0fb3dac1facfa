"""Documents in: any file to a sequence of blocks, each with its place in the original.

`model` is what readers give back; one file for each format; `readers` chooses among them.
"""

from __future__ import annotations

from assay_documents.errors import ReadingError, UnreadableError
from assay_documents.model import BadRow, Block, Document
from assay_documents.passages.cut import Cut, cut_document
from assay_documents.places import BlockKind, BlockSpan, Place
from assay_documents.read_limits import ReadLimits
from assay_documents.readers import read, read_documents, read_rows

__all__ = [
    "BadRow",
    "Block",
    "BlockKind",
    "BlockSpan",
    "Cut",
    "Document",
    "Place",
    "ReadLimits",
    "ReadingError",
    "UnreadableError",
    "cut_document",
    "read",
    "read_documents",
    "read_rows",
]
