"""`/v1/conversations`: what was asked with a key and answered, kept by the server."""

from __future__ import annotations

import asyncio
import re

from starlette.responses import JSONResponse, Response

from assay_server.bodies import ConversationBody
from assay_server.endpoint import Call, Endpoint
from assay_server.errors import ForbiddenError, NotFoundError
from assay_server.guard.keys import Scope

_ID = re.compile(r"[A-Za-z0-9-]{1,64}")


async def listed(call: Call) -> Response:
    """Every conversation of the key, newest first."""
    found = await asyncio.to_thread(call.shared.conversations.listed, _owner(call))
    return JSONResponse({"conversations": found})


async def put(call: Call) -> Response:
    """Keep a conversation as it is now."""
    owner, id = _owner(call), _id(call)
    body = await call.read(ConversationBody)
    whole = {**body.model_dump(), "id": id}
    await asyncio.to_thread(call.shared.conversations.keep, owner, id, whole)
    return JSONResponse({"kept": True})


async def delete(call: Call) -> Response:
    """Forget a conversation."""
    await asyncio.to_thread(call.shared.conversations.forget, _owner(call), _id(call))
    return JSONResponse({"kept": False})


def _owner(call: Call) -> str:
    """The name of the key; an address is nobody's for long."""
    if not call.shared.access.needs_key:
        raise ForbiddenError(
            "conversations are kept for keys alone", hint="`assay keys add NAME` makes one"
        )
    return call.client.name


def _id(call: Call) -> str:
    id = str(call.request.path_params["id"])
    if not _ID.fullmatch(id):
        raise NotFoundError("this cannot be the name of a conversation")
    return id


KEPT = {"type": "object", "required": ["kept"], "properties": {"kept": {"type": "boolean"}}}
LIST = {
    "type": "object",
    "required": ["conversations"],
    "properties": {"conversations": {"type": "array", "items": {"type": "object"}}},
}
ID = {
    "name": "id",
    "in": "path",
    "required": True,
    "schema": {"type": "string", "minLength": 1, "example": "0123-4567"},
}

ENDPOINTS = (
    Endpoint(
        "GET",
        "/v1/conversations",
        listed,
        "The conversations that are kept for the key",
        Scope.ASK,
        reply=LIST,
    ),
    Endpoint(
        "PUT",
        "/v1/conversations/{id}",
        put,
        "Keep a conversation for the key",
        Scope.ASK,
        ConversationBody,
        KEPT,
        parameters=(ID,),
        refusals=(404, 507),
    ),
    Endpoint(
        "DELETE",
        "/v1/conversations/{id}",
        delete,
        "Forget a conversation of the key",
        Scope.ASK,
        reply=KEPT,
        parameters=(ID,),
        refusals=(404,),
    ),
)
