"""What clients see of the path that a document was read from: its name, behind a code.

The code stands for the folder and tells files of the same name apart. Whoever guesses a folder
can confirm the guess, and learns nothing else.
"""

from __future__ import annotations

import hashlib
from typing import Any

from assay.indexing.disk_faults import disk_faults
from assay.indexing.index_state import IndexState
from assay.indexing.listing import DocumentLine, find_document
from assay.indexing.schema import DOCUMENTS

CODE = 12  # hexadecimal digits
_FIELDS = frozenset(("id", "source", "sources", "passage", "document", "evidence", "name"))


def public_id(id: str) -> str:
    """An id or source with a code in the place of its folder; what is no path stays."""
    path, mark, part = id.partition("#")
    folder, slash, name = path.rpartition("/")
    if not id.startswith("/") or not slash:
        return id
    code = hashlib.sha256(folder.encode("utf-8", "replace")).hexdigest()[:CODE]
    return f"{code}/{name}{mark}{part}"


def without_folders(view: Any) -> Any:  # noqa: ANN401 - what JSON can hold
    """A reply with the public ids of documents, passages and sources; texts are left alone."""
    return _without(view, covered=False)


def _without(value: Any, covered: bool) -> Any:  # noqa: ANN401
    if isinstance(value, dict):
        return {key: _without(each, key in _FIELDS) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_without(each, covered) for each in value]
    return public_id(value) if covered and isinstance(value, str) else value


def find_public(state: IndexState, id: str) -> DocumentLine | None:
    """The document of a public id, or of its own, or None."""
    return find_document(state, id) or _behind(state, id)


def _behind(state: IndexState, id: str) -> DocumentLine | None:
    """The document whose public id this is."""
    code, slash, name = id.partition("/")
    if not slash or not name or len(code) != CODE:
        return None
    ending = f"/{name}".replace("'", "''")
    with disk_faults(state.folder):
        found = state.tables[DOCUMENTS].read(("id",), f"ends_with(id, '{ending}')")
    known = (str(each) for each in found["id"].to_pylist())
    own = next((each for each in known if public_id(each) == id), None)
    return None if own is None else find_document(state, own)
