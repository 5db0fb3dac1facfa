"""A real HTTP server on loopback that speaks, or misspeaks, the OpenAI formats."""

from __future__ import annotations

import contextlib
import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Reply = Callable[["Handler"], None]


def event(data: Any) -> bytes:
    return b"data: " + (data if isinstance(data, bytes) else json.dumps(data).encode()) + b"\n\n"


def delta(content: Any, finish: str | None = None, logprobs: Any = None) -> dict[str, Any]:
    choice: dict[str, Any] = {"index": 0, "delta": {"content": content}, "finish_reason": finish}
    if logprobs is not None:
        choice["logprobs"] = {"content": logprobs}
    return {"id": "x", "object": "chat.completion.chunk", "choices": [choice]}


def continuation(text: Any, finish: str | None = None, logprobs: Any = None) -> dict[str, Any]:
    """One chunk of a plain completion, with log-probabilities in the older form, by columns."""
    choice = {"index": 0, "text": text, "finish_reason": finish, "logprobs": logprobs}
    return {"id": "x", "object": "text_completion", "choices": [choice]}


def answer(*pieces: str, usage: int | None = None, finish: str = "stop") -> Reply:
    """A whole, well-formed stream."""
    chunks = [delta(piece) for piece in pieces] + [delta("", finish)]
    if usage is not None:
        chunks.append({"id": "x", "choices": [], "usage": {"total_tokens": usage}})
    return stream(*[event(chunk) for chunk in chunks], event(b"[DONE]"))


def stream(*parts: bytes, pause_s: float = 0.0) -> Reply:
    """Bytes sent as an event stream, then the connection closes."""

    def reply(handler: Handler) -> None:
        handler.start(200, "text/event-stream")
        for part in parts:
            time.sleep(pause_s)
            handler.wfile.write(part)
            handler.wfile.flush()

    return reply


def failure(status: int, message: str = "no", headers: dict[str, str] | None = None) -> Reply:
    """An error in the form that OpenAI uses."""

    def reply(handler: Handler) -> None:
        handler.start(status, "application/json", headers or {})
        handler.wfile.write(json.dumps({"error": {"message": message}}).encode())

    return reply


def hang_up(handler: Handler) -> None:
    """No answer at all."""
    handler.close_connection = True


class Handler(BaseHTTPRequestHandler):
    """Answers each request with the next reply of the script; the last one stays."""

    script: Script
    asked: dict[str, Any]

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        self.asked = json.loads(body)
        self.script.requests.append(self.asked)
        self.script.headers.append({k.lower(): v for k, v in self.headers.items()})
        at = min(len(self.script.requests), len(self.script.replies)) - 1
        with contextlib.suppress(ConnectionError):  # the client may have heard enough
            self.script.replies[at](self)

    def start(self, status: int, kind: str, headers: dict[str, str] | None = None) -> None:
        self.send_response(status)
        for name, value in {"content-type": kind, "connection": "close", **(headers or {})}.items():
            self.send_header(name, value)
        self.end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        """Keep the test output clean."""


@dataclass
class Script:
    """What the server will say, and what it was asked."""

    replies: list[Reply]
    requests: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    url: str = ""


@contextmanager
def serving(*replies: Reply) -> Iterator[Script]:
    """A server that runs for the block."""
    script = Script(list(replies))
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("Scripted", (Handler,), {"script": script}))
    server.daemon_threads = True
    server.block_on_close = False
    script.url = f"http://127.0.0.1:{server.server_address[1]}/v1"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield script
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
