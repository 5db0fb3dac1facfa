"""Files that a command reads as they are, without an index."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from assay.errors import InputError, StorageError

if TYPE_CHECKING:
    from assay.types import Passage
    from assay_documents.model import BadRow, Document

MAX_TEXTS = 10_000
STDIN = "-"


def read_texts(files: Iterable[Path]) -> list[Passage]:
    """The documents of files as one passage each, called by as much of a path as tells them apart.

    A row of a .csv or .jsonl is a document of its own.
    """
    from assay.text.places import names_apart

    passages = [passage for file in files for passage in _texts_of(file)]
    names = names_apart({str(Path(each.source).absolute()) for each in passages})
    return [
        replace(each, name=names.get(str(Path(each.source).absolute()), "")) for each in passages
    ]


def _texts_of(file: Path) -> list[Passage]:
    from assay.types import Passage
    from assay_documents.errors import ReadingError, UnreadableError
    from assay_documents.sandbox.pool import ReaderPool

    if str(file) == STDIN:
        return [Passage("stdin", read_stdin(), source="stdin", document="stdin")]
    try:
        with ReaderPool() as pool:
            return [
                Passage(each.id, each.text, _own_title(each, file), each.source, each.id)
                for each in islice(_documents(pool.read(file)), MAX_TEXTS)
            ]
    except UnreadableError as error:
        raise InputError(f"{file} {error}", hint=error.hint or "name a file with text") from error
    except ReadingError as error:
        raise StorageError(f"{file} cannot be read: {error}", hint=error.hint) from error


def _documents(found: Iterable[Document | BadRow]) -> Iterator[Document]:
    from assay_documents.errors import UnreadableError
    from assay_documents.model import BadRow

    for each in found:
        if isinstance(each, BadRow):
            raise UnreadableError(each.reason)
        yield each


def _own_title(document: Document, file: Path) -> str:
    """The title that stands in the document; the name of its file is none.

    A model that reads a title with the text would otherwise judge the same words by their file.
    """
    from assay_documents.title import name_title

    title, name = document.title, name_title(file)
    named = title == name or title.startswith(f"{name} ")  # the second: a row by its number
    inside = any(" ".join(block.text.split()) == title for block in document.blocks)
    return "" if named and not inside else title


def read_stdin() -> str:
    """Everything on standard input, as text; as much as one document may have."""
    from assay_documents.read_limits import ReadLimits

    most = ReadLimits().document_bytes
    raw = typer.get_binary_stream("stdin").read(most + 1)
    if len(raw) > most:
        raise InputError(
            f"standard input has more than {most >> 20} MiB", hint="give less text at once"
        )
    return raw.decode("utf-8", "replace")
