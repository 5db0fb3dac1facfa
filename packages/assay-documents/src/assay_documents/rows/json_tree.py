"""JSON files: objects as facts, under the keys that lead to them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from assay_documents.decode import decode
from assay_documents.errors import UnreadableError
from assay_documents.model import BadRow, Document
from assay_documents.outline import Outline, tidy_line
from assay_documents.places import Place
from assay_documents.read_limits import ReadLimits
from assay_documents.rows.row_documents import RowDocuments, text_of
from assay_documents.unpack import read_bytes

_MAX_DEPTH = 100
_MAX_FACT = 2000  # characters of a value beyond which it is a text and no fact


def read_json(path: Path, limits: ReadLimits) -> Iterator[Document | BadRow]:
    """A document for each object of a list that has a text, or else one document of facts."""
    value = load_json(decode(read_bytes(path, limits)))
    if isinstance(value, list) and any(isinstance(row, dict) and text_of(row) for row in value):
        rows = RowDocuments(path)
        for number, row in enumerate(value, start=1):
            text = text_of(row) if isinstance(row, dict) else None
            if text is None:
                yield BadRow(f"element {number} has no text")
            else:
                yield rows.document(row, text, number, Place(anchor=f"/{number - 1}"))
        return
    outline = Outline(limits, _title(value))
    add_value(outline, value, Place(), outline.new_group())
    yield outline.document(path)


def load_json(text: str) -> Any:  # noqa: ANN401 - whatever the file holds
    """The value of a JSON text; numbers stay as they are written."""
    try:
        return json.loads(text, parse_int=str, parse_float=str, parse_constant=str)
    except (ValueError, RecursionError) as error:
        raise UnreadableError(f"is not JSON: {error}") from error


def add_value(outline: Outline, value: Any, place: Place, group: int, depth: int = 1) -> None:  # noqa: ANN401
    """Add a value: the plain fields of an object are a row, the others sections below their key."""
    if depth > _MAX_DEPTH:
        raise UnreadableError("is nested too deeply")
    match value:
        case dict():
            plain = {key: each for key, each in value.items() if _is_plain(each)}
            facts = (f"{key}: {_written(each)}" for key, each in plain.items() if _written(each))
            outline.row("; ".join(facts), group, place)
            for key, each in value.items():
                if key not in plain:
                    _section(outline, key, each, place, depth)
        case list():
            inner = outline.new_group()
            for index, each in enumerate(value):
                here = place if place.line else _below(place, str(index))
                if isinstance(each, dict | list):
                    add_value(outline, each, here, inner, depth + 1)
                    outline.leave(depth + 1)
                else:
                    outline.item(_written(each), inner, here)
        case _:
            outline.paragraph(_written(value), place)


def _section(outline: Outline, key: str, value: Any, place: Place, depth: int) -> None:  # noqa: ANN401
    here = place if place.line else _below(place, key)
    outline.heading(depth, key, here)
    add_value(outline, value, here, outline.new_group(), depth + 1)
    outline.leave(depth)


def _is_plain(value: Any) -> bool:  # noqa: ANN401 - whatever the file holds
    """True for what can be said in one fact: a short value, or a list of such."""
    if isinstance(value, list):
        return (
            all(not isinstance(each, dict | list) for each in value)
            and sum(len(_written(each)) for each in value) <= _MAX_FACT
        )
    return not isinstance(value, dict) and len(_written(value)) <= _MAX_FACT


def _written(value: Any) -> str:  # noqa: ANN401 - whatever the file holds
    match value:
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case list():
            return ", ".join(text for each in value if (text := _written(each)))
        case str():
            return value
    return str(value)


def _below(place: Place, key: str) -> Place:
    """The place of what a key leads to, as a JSON pointer."""
    step = tidy_line(key)[:200].replace("~", "~0").replace("/", "~1")
    return replace(place, anchor=f"{place.anchor}/{step}"[:1000])


def _title(value: Any) -> str:  # noqa: ANN401 - whatever the file holds
    title = value.get("title") if isinstance(value, dict) else None
    return title if isinstance(title, str) else ""
