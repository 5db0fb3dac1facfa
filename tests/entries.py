"""Passages that are entries of documents, written as a person would write them."""

from __future__ import annotations

from pathlib import Path

from assay.types import Passage
from assay_documents.passages.cut import cut_document
from assay_documents.readers import read_documents


def entries_of(folder: Path, name: str, text: str) -> list[Passage]:
    """The passages of one file, read and cut as an index does it."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return [
        Passage(
            id=f"{document.id}:{number}",
            text=document.text[cut.start : cut.end],
            title=document.title,
            source=name,
            document=document.id,
            start=cut.start,
            headings=cut.headings,
            place=cut.place,
            blocks=cut.blocks,
        )
        for document in read_documents(path)
        for number, cut in enumerate(cut_document(document))
    ]
