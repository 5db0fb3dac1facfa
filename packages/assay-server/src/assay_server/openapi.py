"""The OpenAPI description of a server, made from the same table that routes its requests."""

from __future__ import annotations

import re
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

from pydantic.json_schema import models_json_schema

from assay import __version__
from assay_server.endpoint import Endpoint

_REF = "#/components/schemas/{model}"
ERROR = {
    "type": "object",
    "required": ["error"],
    "properties": {
        "error": {
            "type": "object",
            "required": ["message", "hint", "type", "code", "request_id"],
            "properties": {
                "message": {"type": "string"},
                "hint": {"type": "string", "description": "what to do about it"},
                "type": {"type": "string"},
                "code": {"type": "integer"},
                "request_id": {"type": "string"},
            },
        }
    },
}


def describe(endpoints: Sequence[Endpoint]) -> dict[str, Any]:
    """The whole description, ready for `json.dumps`."""
    forms = [(each.body, "validation") for each in endpoints if each.body is not None]
    _, schemas = models_json_schema(forms, ref_template=_REF)  # type: ignore[arg-type]
    paths: dict[str, Any] = {}
    for each in endpoints:
        paths.setdefault(each.path.replace(":path}", "}"), {})[each.method.lower()] = _operation(
            each
        )
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "assay",
            "version": __version__,
            "description": "Answers from your documents that test their evidence first.",
        },
        "paths": paths,
        "components": {
            "schemas": {**schemas.get("$defs", {}), "Error": ERROR},
            "securitySchemes": {"key": {"type": "http", "scheme": "bearer"}},
        },
    }


def _operation(endpoint: Endpoint) -> dict[str, Any]:
    name = re.sub(r"\W+", "_", f"{endpoint.method} {endpoint.path}".lower()).strip("_")
    found: dict[str, Any] = {
        "operationId": name,
        "summary": endpoint.summary,
        "responses": _responses(endpoint),
    }
    if endpoint.scope is not None:
        found["security"] = [{}, {"key": []}]
        found["description"] = f"A key needs the scope `{endpoint.scope.value}`."
    if endpoint.parameters:
        found["parameters"] = list(endpoint.parameters)
    if endpoint.body is not None:
        form = {"$ref": _REF.format(model=endpoint.body.__name__)}
        found["requestBody"] = {"required": True, "content": {"application/json": {"schema": form}}}
    if endpoint.raw_body:
        file = {"schema": {"type": "string", "format": "binary", "minLength": 1}}
        found["requestBody"] = {"required": True, "content": {"application/octet-stream": file}}
    return found


def _responses(endpoint: Endpoint) -> dict[str, Any]:
    content: dict[str, Any] = {}
    for kind in endpoint.content:
        content[kind] = {"schema": endpoint.reply if kind != "text/event-stream" else {}}
        if endpoint.example is not None and kind == "application/json":
            content[kind]["example"] = endpoint.example
    found = {str(endpoint.status): {"description": "Success", "content": content}}
    for status, schema in endpoint.others.items():
        found[str(status)] = _response(status, dict(schema))
    refusals = set(endpoint.refusals) | {403}
    if endpoint.scope is not None:
        refusals |= {401}
    if endpoint.limited:
        refusals |= {429}
    if endpoint.parameters or endpoint.body is not None or endpoint.raw_body:
        refusals |= {400}
    if endpoint.body is not None or endpoint.raw_body:
        refusals |= {408, 413, 415}
    for status in sorted(refusals):
        found[str(status)] = _response(status, {"$ref": _REF.format(model="Error")})
    return found


def _response(status: int, schema: dict[str, Any]) -> dict[str, Any]:
    return {
        "description": HTTPStatus(status).phrase,
        "content": {"application/json": {"schema": schema}},
    }
