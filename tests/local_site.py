"""A real web server on loopback whose pages a test writes down as functions."""

from __future__ import annotations

import json
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit


@dataclass(frozen=True)
class Asked:
    """One request that reached the server."""

    method: str
    path: str
    query: dict[str, str]
    headers: dict[str, str]
    body: bytes

    @property
    def json(self):
        return json.loads(self.body)


@dataclass(frozen=True)
class Reply:
    body: bytes = b""
    status: int = 200
    type: str = "text/html; charset=utf-8"
    headers: dict[str, str] = field(default_factory=dict)
    delay: float = 0.0


def page(html: str, **more) -> Reply:
    return Reply(html.encode(), **more)


def as_json(value: object, **more) -> Reply:
    return Reply(json.dumps(value).encode(), type="application/json", **more)


@dataclass
class Site:
    """The routes of a server and the requests it has seen."""

    url: str
    routes: dict[str, Reply | Callable[[Asked], Reply]] = field(default_factory=dict)
    asked: list[Asked] = field(default_factory=list)

    def paths(self) -> list[str]:
        return [asked.path for asked in self.asked]


@contextmanager
def local_site() -> Iterator[Site]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def _answer(self) -> None:
            parts = urlsplit(self.path)
            query = {k: v[0] for k, v in parse_qs(parts.query).items()}
            body = self.rfile.read(int(self.headers.get("content-length") or 0))
            asked = Asked(
                self.command,
                parts.path,
                query,
                {k.lower(): v for k, v in self.headers.items()},
                body,
            )
            site.asked.append(asked)
            route = site.routes.get(parts.path, Reply(b"nothing here", 404))
            reply = route(asked) if callable(route) else route
            time.sleep(reply.delay)
            try:
                self.send_response(reply.status)
                self.send_header("content-type", reply.type)
                self.send_header("content-length", str(len(reply.body)))
                for name, value in reply.headers.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(reply.body)
            except OSError:
                pass  # the client has left, as it may

        do_GET = do_POST = _answer

        def log_message(self, *args: object) -> None:
            pass

    class Server(ThreadingHTTPServer):
        def handle_error(self, request: object, client_address: object) -> None:
            if not isinstance(sys.exception(), OSError):  # a client that leaves early is no fault
                super().handle_error(request, client_address)

    server = Server(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    site = Site(f"http://127.0.0.1:{server.server_port}")
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield site
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
