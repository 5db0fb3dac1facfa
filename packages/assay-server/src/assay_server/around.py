"""What happens around every request: a name and a line in the log, headers, the host check."""

from __future__ import annotations

import re
import secrets
import time
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from assay.errors import AssayError
from assay_server.endpoint import refusal
from assay_server.errors import ForbiddenError
from assay_server.observe.logs import log, log_fault
from assay_server.shared import Shared
from assay_server.work.asking import LeftError

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
    )
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
LEFT = 499  # by custom: the client closed the connection before the reply
_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")


class Around:
    """Wraps the whole application, below everything that a route may raise."""

    def __init__(self, app: ASGIApp, shared: Shared) -> None:
        """Serve `app` from inside."""
        self._app, self.shared = app, shared

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, and note how it went."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began, headers = time.monotonic(), Headers(scope=scope)
        given = headers.get("x-request-id", "")
        scope["assay.request_id"] = given if _ID.fullmatch(given) else secrets.token_hex(8)
        status = 0

        async def send_marked(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                marked = MutableHeaders(scope=message)
                marked["x-request-id"] = scope["assay.request_id"]
                for name, value in HEADERS.items():
                    marked.setdefault(name, value)
            await send(message)

        self._note_queue()
        try:
            await self._guarded(scope, receive, send_marked, headers)
        except LeftError:
            status = LEFT
        except Exception:  # noqa: BLE001 - the last place where an error can be told
            log_fault("failed", request_id=scope["assay.request_id"])
            if not status:
                status = AssayError.http_status
                await refusal_of(AssayError("an internal error"), scope, receive, send_marked)
        finally:
            self._note(scope, status, time.monotonic() - began)

    async def _guarded(self, scope: Scope, receive: Receive, send: Send, headers: Headers) -> None:
        try:
            self.shared.hosts.check(
                headers.get("host", ""), headers.get("origin"), headers.get("sec-fetch-site")
            )
        except ForbiddenError as error:
            await refusal(error, scope)(scope, receive, send)
            return
        await self._app(scope, receive, send)

    def _note_queue(self) -> None:
        slow = self.shared.slow
        self.shared.metrics.queue(slow.waiting, len(slow.running))

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        self._note_queue()
        # The route's own path, never the one that was asked for: it may name a document.
        route = getattr(scope.get("route"), "path", None) or scope.get("assay.route", "none")
        self.shared.metrics.requests.labels(route, str(status)).inc()
        self.shared.metrics.seconds.labels(route).observe(seconds)
        log(
            "request",
            request_id=scope["assay.request_id"],
            method=scope["method"],
            route=route,
            status=status,
            ms=round(seconds * 1000, 1),
            client=scope.get("assay.client", ""),
        )


async def refusal_of(error: AssayError, scope: Scope, receive: Receive, send: Send) -> None:
    """Reply with an error, outside of any route."""
    body: Any = refusal(error, scope)
    await body(scope, receive, send)
