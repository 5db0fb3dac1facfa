"""Documents in: any file to a sequence of blocks, each with its place in the original.

`model` is what readers give back; one file for each format; `readers` chooses among them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from assay_documents.errors import ReadingError, UnreadableError
    from assay_documents.model import BadRow, Block, Document
    from assay_documents.passages.cut import Cut, cut_document
    from assay_documents.places import BlockKind, BlockSpan, Place
    from assay_documents.read_limits import ReadLimits
    from assay_documents.readers import read, read_documents, read_rows

_NAMES = {
    "errors": ("ReadingError", "UnreadableError"),
    "model": ("BadRow", "Block", "Document"),
    "passages.cut": ("Cut", "cut_document"),
    "places": ("BlockKind", "BlockSpan", "Place"),
    "read_limits": ("ReadLimits",),
    "readers": ("read", "read_documents", "read_rows"),
}
_HOME = {name: module for module, names in _NAMES.items() for name in names}
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


def __getattr__(name: str) -> Any:  # noqa: ANN401 - any of the names above
    if name not in _HOME:
        raise AttributeError(f"module 'assay_documents' has no attribute '{name}'")
    value = getattr(import_module(f"assay_documents.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
