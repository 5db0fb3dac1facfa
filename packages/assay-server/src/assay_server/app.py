"""The application: every route over what they share, and the guard around them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from importlib.util import find_spec

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute
from starlette.types import ASGIApp

from assay.errors import AssayError
from assay_server.around import Around
from assay_server.endpoint import Call, Endpoint, error_view, make_routes
from assay_server.openapi import describe
from assay_server.options import ServeOptions
from assay_server.routes import (
    ask,
    chat,
    conversations,
    documents,
    evidence,
    feedback,
    originals,
    status,
)
from assay_server.routes.page import page_routes
from assay_server.shared import share
from assay_server.work.engines import Engines

ENDPOINTS: tuple[Endpoint, ...] = (
    *ask.ENDPOINTS,
    *evidence.ENDPOINTS,
    *documents.ENDPOINTS,
    *originals.ENDPOINTS,
    *chat.ENDPOINTS,
    *feedback.ENDPOINTS,
    *conversations.ENDPOINTS,
    *status.ENDPOINTS,
)


def make_app(indexes: Sequence[Engines], options: ServeOptions) -> ASGIApp:
    """A server over these indexes, as an ASGI application."""
    shared = share(indexes, options)
    served = status.ENDPOINTS if options.tools_only else (*ENDPOINTS, _openapi())
    routes: list[BaseRoute] = [*make_routes(served, shared)]
    if options.page:
        routes += page_routes()
    lifespans = []
    if find_spec("mcp") is not None:
        from assay_server.mcp_route import mcp_route  # noqa: PLC0415 - an extra

        route, lifespan = mcp_route(shared)
        routes.append(route)
        lifespans.append(lifespan)

    @asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            stack.push_async_callback(shared.close)
            for each in lifespans:
                await stack.enter_async_context(each())
            for served in shared.indexes.values():
                await asyncio.to_thread(served.engines.warm_up)
                if not options.tools_only:
                    served.jobs.take_up()
            yield

    inner = Starlette(
        routes=routes, lifespan=life, exception_handlers={HTTPException: _no_such_route}
    )
    return Around(inner, shared)


def _openapi() -> Endpoint:
    described = describe(ENDPOINTS)

    async def handle(call: Call) -> Response:
        return JSONResponse(described)

    return Endpoint("GET", "/openapi.json", handle, "This description", limited=False)


async def _no_such_route(request: Request, error: Exception) -> Response:
    """An unknown path or method, in the form of every other error."""
    assert isinstance(error, HTTPException)
    view = error_view(AssayError(error.detail, "GET /openapi.json"), request.scope)
    view["error"] |= {"code": error.status_code, "type": "HTTPError"}
    return JSONResponse(view, error.status_code, error.headers)
