"""`/v1/original`: the original of a document, with a part of its text marked."""

from __future__ import annotations

from typing import Any

from starlette.responses import JSONResponse, Response

from assay_server.endpoint import Call, Endpoint
from assay_server.errors import ConflictError
from assay_server.guard.keys import Scope
from assay_server.originals.show import Cited, original_view
from assay_server.routes.documents import INDEX, document_of, whole_number
from assay_server.shared import Served
from assay_server.work.asking import in_queue

MAX_OFFSET = 10**9
MAX_PAGE = 10**6


async def original(call: Call) -> Response:
    """One page of a PDF file as a picture, or a web page or Markdown file as plain elements."""
    id = call.request.query_params.get("id", "")
    start = whole_number(call, "start", 0, MAX_OFFSET, least=0)
    end = whole_number(call, "end", 0, MAX_OFFSET, least=0)
    page = whole_number(call, "page", 0, MAX_PAGE, least=0)
    if start > end:
        raise ConflictError("'start' is behind 'end'")
    served = call.shared.index(call.request.query_params.get("index"))
    cited = Cited(start, end, page or None)
    work = lambda: _view(served, id, cited)  # noqa: E731
    key = ("original", served.name, id, cited)
    return JSONResponse(await in_queue(call, call.shared.apart, key, work))


def _view(served: Served, id: str, cited: Cited) -> dict[str, Any]:
    state, line, text = document_of(served, id)
    return original_view(state, line, text, cited)


def _query(name: str, most: int, meaning: str) -> dict[str, Any]:
    schema = {"type": "integer", "minimum": 0, "maximum": most, "default": 0}
    given = {"name": name, "in": "query", "required": False}
    return {**given, "schema": schema, "description": meaning}


VIEW = {
    "type": "object",
    "required": ["kind", "note"],
    "properties": {
        "kind": {"enum": ["page", "markup", "text"]},
        "note": {"type": "string", "description": "why there is only the text, if that is known"},
        "page": {"type": "integer"},
        "pages": {"type": "integer"},
        "image": {"type": "string", "description": "a PNG in base64"},
        "boxes": {
            "type": "array",
            "description": "left, top, right, bottom of the marked words, as shares of the page",
            "items": {"type": "array", "items": {"type": "number"}},
        },
        "tree": {"type": "array", "description": "texts, and [tag, attributes, ...nodes]"},
        "marked": {"type": "boolean"},
    },
}

ENDPOINTS = (
    Endpoint(
        "GET",
        "/v1/original",
        original,
        "The original of a document as it looks, with a part of its text marked",
        Scope.READ,
        reply=VIEW,
        parameters=(
            {
                "name": "id",
                "in": "query",
                "required": True,
                "schema": {"type": "string", "example": "5f0c2a9b7e41/warranty.pdf"},
            },
            _query("start", MAX_OFFSET, "offset in the text of the first character to be marked"),
            _query("end", MAX_OFFSET, "offset of the character after the last"),
            _query("page", MAX_PAGE, "another page of a PDF file than that of `start`"),
            INDEX,
        ),
        refusals=(404, 409, 503),
    ),
)
