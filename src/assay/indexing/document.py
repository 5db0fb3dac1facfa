"""What a reader gives back: a text with its name and its origin."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass

# JSON may spell half of a surrogate pair, which no encoding can store.
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Document:
    """A text to be cut into passages; citations point into exactly this text."""

    id: str
    title: str
    text: str
    source: str
    sha256: str


@dataclass(frozen=True, slots=True)
class BadRow:
    """A row of a table or of JSON lines that gives no document, with the reason."""

    reason: str


def make_document(id: str, title: str, text: str, source: str) -> Document:
    """A document that can be stored, with the checksum that tells whether it has changed."""
    id, title, text, source = (
        _LONE_SURROGATE.sub("\ufffd", each) for each in (id, " ".join(title.split()), text, source)
    )
    return Document(id, title, text, source, document_sha256(title, text, source))


def document_sha256(title: str, text: str, source: str) -> str:
    """The checksum of everything that a document shows."""
    return hashlib.sha256("\0".join((title, source, text)).encode()).hexdigest()
