"""What goes between the program and a process that reads: JSON with its length before it.

The reading process parses hostile files, so nothing that comes from it is trusted: no pickle,
every field is checked, and lengths are bounded before anything is taken in.
"""

from __future__ import annotations

import json
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

from assay_documents.model import BadRow, Block, Document
from assay_documents.places import BlockKind, Place
from assay_documents.read_limits import ReadLimits

LENGTH_BYTES = 8
_KINDS = {kind.value: kind for kind in BlockKind}
_NO_PLACE = Place()
_NUMBERS = ("page", "slide", "line")
_WORDS = ("sheet", "cell", "anchor")


class WireError(Exception):
    """What came is not what a reading process sends."""


def pack(message: dict[str, Any]) -> bytes:
    """A message with its length before it."""
    # A path may hold bytes that are no text, which Python keeps as lone surrogates.
    text = json.dumps(message, separators=(",", ":"), ensure_ascii=False)
    data = text.encode("utf-8", "surrogatepass")
    return len(data).to_bytes(LENGTH_BYTES, "big") + data


def unpack(data: bytes) -> dict[str, Any]:
    """The message of the bytes that follow a length."""
    try:
        message = json.loads(data.decode("utf-8", "surrogatepass"))
    except (ValueError, RecursionError) as error:
        raise WireError("it is no JSON") from error
    if not isinstance(message, dict):
        raise WireError("it is no object")
    return message


def request(path: Path, limits: ReadLimits) -> dict[str, Any]:
    """What asks for a file to be read."""
    return {"path": str(path), "limits": asdict(limits)}


def asked(message: dict[str, Any]) -> tuple[Path, ReadLimits]:
    """The file and the limits of a request."""
    return Path(message["path"]), ReadLimits(**message["limits"])


def written(each: Document | BadRow) -> dict[str, Any]:
    """A document or a bad row as plain values."""
    if isinstance(each, BadRow):
        return {"bad": each.reason}
    blocks = [
        [b.kind.value, b.text, _place(b.place), list(b.headings), b.group, b.number, b.term]
        for b in each.blocks
    ]
    return {
        "document": [each.id, each.title, each.source, blocks, list(each.notes)],
    }


def read_back(message: dict[str, Any], path: Path) -> Document | BadRow:
    """The document or bad row of a message; a document of another file is none."""
    if "bad" in message:
        return BadRow(_text(message["bad"])[:1000])
    id, title, source, blocks, notes = _list(message.get("document"), 5)
    name = str(path)
    if _text(id) != name and not id.startswith(f"{name}#"):
        raise WireError("it names a document of another file")
    return Document(
        id, _text(title), _text(source), tuple(_block(each) for each in _list(blocks)),
        tuple(_text(each) for each in _list(notes)),
    )  # fmt: skip


def _block(value: Any) -> Block:  # noqa: ANN401 - checked here
    kind, text, place, headings, group, number, term = _list(value, 7)
    if not isinstance(kind, str) or kind not in _KINDS:
        raise WireError("it names a kind of block that does not exist")
    path = tuple(_text(each) for each in _list(headings))
    return Block(
        _KINDS[kind], _text(text), _read_place(place), path, _count(group), _text(number),
        _text(term),
    )  # fmt: skip


def _place(place: Place) -> dict[str, Any]:
    if place == _NO_PLACE:
        return {}
    found = {each.name: getattr(place, each.name) for each in fields(Place)}
    return {name: value for name, value in found.items() if value}


def _read_place(value: Any) -> Place:  # noqa: ANN401 - checked here
    if not isinstance(value, dict):
        raise WireError("it has a place that is none")
    if not value:
        return _NO_PLACE
    if value.keys() - {*_NUMBERS, *_WORDS}:
        raise WireError("it has a place of an unknown kind")
    page, slide, line = (_count(value.get(name, 0)) for name in _NUMBERS)
    sheet, cell, anchor = (_text(value.get(name, "")) for name in _WORDS)
    return Place(page, slide, sheet, cell, line, anchor)


def _list(value: Any, length: int | None = None) -> list[Any]:  # noqa: ANN401 - checked here
    if not isinstance(value, list) or (length is not None and len(value) != length):
        raise WireError("it has a list that is none")
    return value


def _text(value: Any) -> str:  # noqa: ANN401 - checked here
    if not isinstance(value, str):
        raise WireError("it has a text that is none")
    return value


def _count(value: Any) -> int:  # noqa: ANN401 - checked here
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise WireError("it has a number that is none")
    return value
