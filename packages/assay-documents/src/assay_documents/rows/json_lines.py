"""JSON lines: each object with a text is a document, all others are the facts of one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from assay_documents.decode import decode
from assay_documents.errors import UnreadableError
from assay_documents.model import BadRow, Document
from assay_documents.outline import Outline
from assay_documents.places import Place
from assay_documents.read_limits import ReadLimits
from assay_documents.rows.json_tree import add_value
from assay_documents.rows.row_documents import TEXT_FIELDS, RowDocuments, text_of
from assay_documents.unpack import open_bytes


def read_jsonl(path: Path, limits: ReadLimits) -> Iterator[Document | BadRow]:
    """One document for each line that is an object with a text; the others are bad rows.

    Where no line has a text, the lines together are one document of facts.
    """
    rows = RowDocuments(path)
    outline = Outline(limits)
    group = outline.new_group()
    bare: list[int] = []
    with open_bytes(path, limits) as stream:
        for number, line in _lines(stream, limits):
            row = _parse(line)
            if isinstance(row, str):
                yield BadRow(f"line {number} {row}")
            elif isinstance(row, dict) and (text := text_of(row)) is not None:
                yield rows.document(row, text, number, Place(line=number))
            elif rows.seen:
                yield _without_text(number)
            else:
                bare.append(number)
                add_value(outline, row, Place(line=number), group)
    if rows.seen:
        yield from map(_without_text, bare)
    elif outline.blocks:
        yield outline.document(path)


def _without_text(number: int) -> BadRow:
    return BadRow(f"line {number} has none of {', '.join(TEXT_FIELDS)}")


def _lines(stream: BinaryIO, limits: ReadLimits) -> Iterator[tuple[int, bytes]]:
    number = 0
    while line := stream.readline(limits.document_bytes + 1):
        number += 1
        if len(line) > limits.document_bytes:
            raise UnreadableError(
                f"line {number} is longer than the limit of {limits.document_bytes} bytes"
            )
        if line.strip():
            yield number, line


def _parse(line: bytes) -> dict[str, Any] | list[Any] | str:
    """The value of a line, or what is wrong with it."""
    try:
        row = json.loads(decode(line), parse_int=str, parse_float=str)
    except UnreadableError as error:
        return str(error)
    except (ValueError, RecursionError) as error:
        return f"is not JSON: {error}"
    return row if isinstance(row, dict | list) else "is not a JSON object"
