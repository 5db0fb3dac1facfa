"""`/mcp`: the tools over streamable HTTP, behind the same guard as every other route."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager

from mcp.server.transport_security import TransportSecuritySettings
from starlette.requests import Request
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from assay.errors import AssayError
from assay_server.endpoint import refusal
from assay_server.guard.keys import Scope as KeyScope
from assay_server.guard.reading import MAX_JSON_BYTES
from assay_server.mcp_tools import make_mcp
from assay_server.shared import Shared

PATH = "/mcp"
Lifespan = Callable[[], AbstractAsyncContextManager[None]]


def mcp_route(shared: Shared) -> tuple[Route, Lifespan]:
    """The route, and what must run as long as it is served.

    Without sessions: any worker can take any request. The host check happens around all routes.
    """
    server = make_mcp(shared)
    app = server.streamable_http_app(
        streamable_http_path=PATH,
        stateless_http=True,
        json_response=True,
        max_request_body_size=MAX_JSON_BYTES,
        transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),
    )
    return Route(PATH, _Guarded(app, shared)), server.session_manager.run


class _Guarded:
    """An ASGI application that only keys with both scopes reach."""

    def __init__(self, app: Callable[..., object], shared: Shared) -> None:
        self._app, self._shared = app, shared

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            for needed in (KeyScope.ASK, KeyScope.READ):
                client = self._shared.access.client(Request(scope), needed)
            scope["assay.client"] = client.name
            self._shared.rates.take(client.name)
        except AssayError as error:
            await refusal(error, scope)(scope, receive, send)
            return
        await self._app(scope, receive, send)  # type: ignore[misc]
