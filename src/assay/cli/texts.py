"""Files that a command reads as they are, without an index."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from assay.errors import InputError

if TYPE_CHECKING:
    from assay.types import Passage

MOST_TEXTS = 10_000
STDIN = "-"


def read_texts(file: Path) -> list[Passage]:
    """Each document of a file as one passage; a row of a .csv or .jsonl is one of its own."""
    from assay.indexing.read import read_documents
    from assay.indexing.unreadable import UnreadableError
    from assay.types import Passage

    if str(file) == STDIN:
        return [Passage("stdin", read_stdin(), source="stdin", document="stdin")]
    try:
        return [
            Passage(each.id, each.text, each.title, each.source, each.id)
            for each in islice(read_documents(file), MOST_TEXTS)
        ]
    except UnreadableError as error:
        raise InputError(f"{file} {error}", hint=error.hint or "name a file with text") from error


def read_stdin() -> str:
    """Everything on standard input, as text."""
    return typer.get_binary_stream("stdin").read().decode("utf-8", "replace")
