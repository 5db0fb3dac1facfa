"""`/`: the page and its parts, read from the package and served as they are."""

from __future__ import annotations

import hashlib
from importlib.resources import files

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}


def page_routes() -> list[Route]:
    """One route for each file of the page; the server knows no other file."""
    found = []
    for file in files("assay_server").joinpath("page").iterdir():
        ending = "." + file.name.rpartition(".")[2]
        if ending in TYPES:
            path = "/" if file.name == "index.html" else f"/page/{file.name}"
            found.append(_route(path, file.read_bytes(), TYPES[ending]))
    return found


def _route(path: str, body: bytes, kind: str) -> Route:
    tag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
    headers = {"etag": tag, "cache-control": "no-cache"}

    async def serve(request: Request) -> Response:
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers=headers)
        return Response(body, media_type=kind, headers=headers)

    return Route(path, serve, methods=["GET"])
