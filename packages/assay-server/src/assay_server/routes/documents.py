"""`/v1/documents`, `/v1/text` and `/v1/jobs`: what the index holds, and how to add to it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from starlette.responses import JSONResponse, Response

from assay.errors import IndexMissingError, InputError
from assay.indexing.index_state import IndexState
from assay.indexing.listing import DocumentLine, list_documents
from assay.indexing.open_index import LanceIndex
from assay.indexing.store.addresses import keep_address
from assay.text.places import source_name
from assay_documents.kinds import ENDINGS
from assay_server.bodies import AddressBody
from assay_server.documents.fetch import fetch
from assay_server.documents.store import PLAIN_NAME, UploadStore
from assay_server.endpoint import Call, Endpoint
from assay_server.errors import NotFoundError
from assay_server.guard.keys import Scope
from assay_server.guard.reading import chunks
from assay_server.public_id import find_public, without_folders
from assay_server.shared import Served
from assay_server.work.asking import in_queue

MAX_LISTED = 500
MAX_OFFSET = 10_000_000
MAX_DIGITS = 20  # Python refuses to count some thousand


async def listed(call: Call) -> Response:
    """The documents of the index, some at a time."""
    limit = whole_number(call, "limit", 100, MAX_LISTED)
    offset = whole_number(call, "offset", 0, MAX_OFFSET, least=0)

    served = _served(call)

    def work() -> dict[str, Any]:
        return {**list_view(served, limit, offset), "endings": list(ENDINGS)}

    key = ("documents", served.name, limit, offset, "with endings")
    return JSONResponse(await in_queue(call, call.shared.quick, key, work))


async def opened(call: Call) -> Response:
    """The whole text of one document, which the offsets of citations count in."""
    id = call.request.query_params.get("id", "")

    served = _served(call)
    work = lambda: text_view(served, id)  # noqa: E731
    key = ("document", served.name, id)
    return JSONResponse(await in_queue(call, call.shared.quick, key, work))


def list_view(served: Served, limit: int, offset: int) -> dict[str, Any]:
    """How many documents there are, and some of them."""
    state = index_state(served)
    if state is None:
        return {"total": 0, "documents": []}
    lines = list_documents(state, limit, offset)
    found = [_line(each, served.store, state.names) for each in lines]
    return {"total": state.manifest.documents, "documents": found}


def text_view(served: Served, id: str) -> dict[str, Any]:
    """A document with its text."""
    state, line, text = document_of(served, id)
    return {**_line(line, served.store, state.names), "text": text}


def document_of(served: Served, id: str) -> tuple[IndexState, DocumentLine, str]:
    """The newest state of the index, the document of this id, and its text."""
    state = index_state(served)
    line = find_public(state, id) if state else None
    text = state.document_text(line.id) if state and line else None
    if state is None or line is None or text is None:
        raise NotFoundError("there is no document of this id", hint="the list of them has the ids")
    return state, line, text


async def put(call: Call) -> Response:
    """Store a file; the index follows in the background."""
    name = call.request.path_params["name"]
    limits = call.shared.options
    body = chunks(call.request, limits.max_upload_bytes, limits.silence)
    served = _served(call)
    await served.store.put(name, body)
    return await _followed(served, name)


async def fetched(call: Call) -> Response:
    """Fetch what lies at a web address, and keep it as an upload."""
    body = await call.read(AddressBody)
    served = call.shared.index(body.index)
    limits, search = call.shared.options, served.engines.settings.search
    work = lambda: fetch(  # noqa: E731
        body.address, search, limits.max_upload_bytes, limits.fetch_from
    )
    found = await in_queue(call, call.shared.apart, ("fetch", served.name, body.address), work)
    await served.store.put(found.name, found.chunks())
    return await _followed(served, found.name, found.address)


async def delete(call: Call) -> Response:
    """Take an uploaded file away; the index follows in the background."""
    name = call.request.path_params["name"]
    served = _served(call)
    served.store.remove(name)
    return await _followed(served, name)


async def _followed(served: Served, name: str, address: str | None = None) -> Response:
    """The job in which the index follows a change; a fetched page is called by its address."""
    file = served.store.path(name)
    await asyncio.to_thread(keep_address, served.engines.folder, file, address)
    return JSONResponse(asdict(served.jobs.add(name)), 202)


async def job(call: Call) -> Response:
    """How far the index has followed a change."""
    return JSONResponse(asdict(_served(call).jobs.get(call.request.path_params["id"])))


async def jobs(call: Call) -> Response:
    """Every upload and removal of late, newest first, in one reply."""
    found = await asyncio.to_thread(_served(call).jobs.listed)
    return JSONResponse({"jobs": [asdict(each) for each in found]})


def _served(call: Call) -> Served:
    return call.shared.index(call.request.query_params.get("index"))


def index_state(served: Served) -> IndexState | None:
    """The newest state of the index; None when there is no index yet, or it is not ours."""
    try:
        index = getattr(served.engines.retriever(), "index", None)
    except IndexMissingError:
        return None
    return index.now() if isinstance(index, LanceIndex) else None


def _line(line: DocumentLine, store: UploadStore, names: Mapping[str, str]) -> dict[str, Any]:
    """A document in a list; `upload` is the name to delete it by, if it was uploaded here."""
    name = names.get(line.source) or source_name(line.source)
    upload = store.name_of(Path(line.file))
    told = {"id": line.id, "title": line.title, "name": name, "source": line.source}
    return {**without_folders(told), "upload": upload}


def whole_number(call: Call, name: str, usual: int, most: int, least: int = 1) -> int:
    """The value of a query parameter, within its range."""
    given = call.request.query_params.get(name)
    if given is None:
        return usual
    plain = given.isascii() and given.isdigit() and len(given) <= MAX_DIGITS
    if not (plain and least <= int(given) <= most):
        raise InputError(f"'{name}' is a whole number from {least} to {most:,}")
    return int(given)


def _query(name: str, usual: int, most: int, least: int = 1) -> dict[str, Any]:
    limits = {"type": "integer", "minimum": least, "maximum": most, "default": usual}
    return {"name": name, "in": "query", "required": False, "schema": limits}


def _in_path(name: str, example: str, pattern: str = "") -> dict[str, Any]:
    schema = {"type": "string", "minLength": 1, "example": example}
    if pattern:
        schema["pattern"] = pattern
    return {"name": name, "in": "path", "required": True, "schema": schema}


LINE = {
    "type": "object",
    "required": ["id", "title", "name", "source", "upload"],
    "properties": {
        "name": {"type": "string", "description": "with as much of its path as tells it apart"},
        "upload": {"type": ["string", "null"]},
    },
}
LIST = {
    "type": "object",
    "required": ["total", "documents", "endings"],
    "properties": {
        "total": {"type": "integer"},
        "documents": {"type": "array", "items": LINE},
        "endings": {"type": "array", "items": {"type": "string"}},
    },
}
JOB = {
    "type": "object",
    "required": [
        *("id", "name", "state", "searchable", "files_done", "files_total", "passages", "error")
    ],
    "properties": {
        "state": {"enum": ["waiting", "running", "done", "failed", "replaced"]},
        "searchable": {"type": "boolean"},
    },
}
JOBS = {
    "type": "object",
    "required": ["jobs"],
    "properties": {"jobs": {"type": "array", "items": JOB}},
}
NAME = _in_path("name", "warranty.md", PLAIN_NAME)
INDEX = {
    "name": "index",
    "in": "query",
    "required": False,
    "description": "one that /v1/strategies lists; the first if not given",
    "schema": {"type": "string"},
}

ENDPOINTS = (
    Endpoint(
        "GET",
        "/v1/documents",
        listed,
        "The documents of the index",
        Scope.READ,
        reply=LIST,
        parameters=(_query("limit", 100, MAX_LISTED), _query("offset", 0, MAX_OFFSET, 0), INDEX),
        refusals=(404, 503),
    ),
    Endpoint(
        "GET",
        "/v1/text",
        opened,
        "The text of a document as it was indexed",
        Scope.READ,
        reply={**LINE, "required": [*LINE["required"], "text"]},
        parameters=(
            {**_in_path("id", "5f0c2a9b7e41/warranty.md"), "in": "query", "required": True},
            INDEX,
        ),
        refusals=(404, 503),
    ),
    Endpoint(
        "PUT",
        "/v1/documents/{name:path}",
        put,
        "Upload a file under a name; it is indexed in the background",
        Scope.WRITE,
        reply=JOB,
        status=202,
        parameters=(NAME, INDEX),
        raw_body=True,
        refusals=(404, 409, 507),
    ),
    Endpoint(
        "POST",
        "/v1/addresses",
        fetched,
        "Fetch a page or file from a public web address; kept and indexed as an upload",
        Scope.WRITE,
        AddressBody,
        JOB,
        status=202,
        refusals=(404, 409, 502, 503, 507),
    ),
    Endpoint(
        "DELETE",
        "/v1/documents/{name:path}",
        delete,
        "Remove an uploaded file; the index follows in the background",
        Scope.WRITE,
        reply=JOB,
        status=202,
        parameters=(NAME, INDEX),
        refusals=(404,),
    ),
    Endpoint(
        "GET",
        "/v1/jobs",
        jobs,
        "All uploads and removals of late, newest first",
        Scope.READ,
        reply=JOBS,
        parameters=(INDEX,),
        limited=False,
        refusals=(404,),
    ),
    Endpoint(
        "GET",
        "/v1/jobs/{id}",
        job,
        "How far the index has followed an upload or a removal",
        Scope.READ,
        reply=JOB,
        parameters=(_in_path("id", "0123456789abcdef"), INDEX),
        limited=False,
        refusals=(404,),
    ),
)
