"""One endpoint as data: its path, its handler, the scope it needs, and its description."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from assay.errors import AssayError
from assay_server.errors import BusyError, KeyMissingError
from assay_server.guard.access import Client
from assay_server.guard.keys import Scope
from assay_server.guard.reading import Body, read_json
from assay_server.observe.logs import log_fault
from assay_server.shared import Shared

SERVER_FAULT = 500
# "/srv/index/manifest.json", but neither "http://host/v1" nor "GET /v1/documents".
_PATH = re.compile(r"(?<![\w/:.])/(?!v1/)[^\s'\",;:]*/([^\s'\",;:/]+)")


@dataclass(frozen=True, slots=True)
class Call:
    """An admitted request with its client and the state that all requests share."""

    request: Request
    shared: Shared
    client: Client

    @property
    def request_id(self) -> str:
        """The name of this request in the log."""
        return str(self.request.scope.get("assay.request_id", ""))

    async def read(self, form: type[Body]) -> Body:
        """The JSON body of the request in the form that an endpoint wants."""
        return await read_json(self.request, form, self.shared.options.silence)


Handler = Callable[[Call], Awaitable[Response]]


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A path with one method; `reply` is a JSON schema, as are `others` by status."""

    method: str
    path: str
    handle: Handler
    summary: str
    scope: Scope | None = None
    body: type[BaseModel] | None = None
    reply: Mapping[str, Any] = field(default_factory=lambda: {"type": "object"})
    status: int = 200
    content: tuple[str, ...] = ("application/json",)
    example: Any = None
    parameters: tuple[Mapping[str, Any], ...] = ()
    raw_body: bool = False
    limited: bool = True
    refusals: tuple[int, ...] = ()
    others: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)

    async def let_in(self, request: Request, shared: Shared) -> Response:
        """The reply to a request, or why it is refused."""
        try:
            client = shared.access.client(request, self.scope)
            request.scope["assay.client"] = client.name
            if self.limited:
                shared.rates.take(client.name)
            return await self.handle(Call(request, shared, client))
        except AssayError as error:
            return refusal(error, request.scope)


def make_routes(endpoints: Iterable[Endpoint], shared: Shared) -> list[Route]:
    """One route for each path, so that a wrong method is told all the right ones."""
    paths: dict[str, dict[str, Endpoint]] = {}
    for each in endpoints:
        paths.setdefault(each.path, {})[each.method] = each
    return [_route(path, methods, shared) for path, methods in paths.items()]


def _route(path: str, methods: Mapping[str, Endpoint], shared: Shared) -> Route:
    async def handle(request: Request) -> Response:
        method = "GET" if request.method == "HEAD" else request.method
        return await methods[method].let_in(request, shared)

    return Route(path, handle, methods=list(methods))


def refusal(error: AssayError, scope: Mapping[str, Any]) -> JSONResponse:
    """An error as a reply; what is wrong inside the server stays in its log."""
    headers: dict[str, str] = {}
    if isinstance(error, BusyError):
        headers["retry-after"] = f"{error.retry_after:.0f}"
    if isinstance(error, KeyMissingError):
        headers["www-authenticate"] = "Bearer"
    if error.http_status == SERVER_FAULT:
        log_fault("failed", request_id=scope.get("assay.request_id", ""))
    return JSONResponse(error_view(error, scope), error.http_status, headers)


def without_paths(text: str) -> str:
    """The text with files and folders of the server by their names alone; addresses stay."""
    return _PATH.sub(lambda found: found[1], text)


def error_view(error: AssayError, scope: Mapping[str, Any]) -> dict[str, Any]:
    """An error in the form that OpenAI's clients read, with a hint."""
    return {
        "error": {
            "message": without_paths(str(error)),
            "hint": without_paths(error.hint),
            "type": type(error).__name__,
            "code": error.http_status,
            "request_id": str(scope.get("assay.request_id", "")),
        }
    }
