"""Servers on this machine that misbehave on purpose: a search engine, its pages, a model."""

from __future__ import annotations

import json
import random
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

FAILING = 0.2  # share of the searches that fail
SLOW_SECONDS = 2.0  # a page takes up to this long
UP_SECONDS, DOWN_SECONDS = 20.0, 5.0  # the model server restarts


class _Quiet(BaseHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Nothing: nobody reads the log of a benchmark."""

    def answer(self, status: int, body: str, kind: str = "application/json") -> None:
        data = body.encode()
        self.send_response(status)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


class _Site(_Quiet):
    """A SearXNG that fails now and then, and pages that are slow."""

    def do_GET(self) -> None:
        chance = random.random()
        if self.path.startswith("/search"):
            if chance < FAILING:
                self.answer(500, "{}")
                return
            here = f"http://{self.headers['host']}"
            pages = [
                {"url": f"{here}/page/{number}", "title": f"Page {number}", "content": ""}
                for number in range(3)
            ]
            self.answer(200, json.dumps({"results": pages}))
            return
        time.sleep(chance * SLOW_SECONDS)
        text = f"<html><body><main><p>Page {self.path} says little.</p></main></body></html>"
        self.answer(200, text, "text/html")


class _Model(_Quiet):
    """An OpenAI-compatible server that always quotes the first passage."""

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers.get("content-length") or 0))
        said = {"role": "assistant", "content": "The first passage says so [1]."}
        choice = {"index": 0, "message": said, "finish_reason": "stop"}
        usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
        whole = {"id": "x", "object": "chat.completion", "created": 0, "model": "soak"}
        self.answer(200, json.dumps({**whole, "choices": [choice], "usage": usage}))


@contextmanager
def faulty_site() -> Iterator[str]:
    """The address of a search engine of which a fifth of the searches fail."""
    with _listening(_Site, 0) as server:
        yield f"http://127.0.0.1:{server.server_port}"


@contextmanager
def restarting_model() -> Iterator[str]:
    """The address of a model server that goes away for five seconds every twenty."""
    with _listening(_Model, 0) as first:
        port = first.server_port
    done = threading.Event()

    def run() -> None:
        while not done.is_set():
            with _listening(_Model, port):
                done.wait(UP_SECONDS)
            done.wait(DOWN_SECONDS)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{port}/v1"
    finally:
        done.set()
        thread.join()


class _Server(ThreadingHTTPServer):
    allow_reuse_address = True
    daemon_threads = True


@contextmanager
def _listening(handler: type[BaseHTTPRequestHandler], port: int) -> Iterator[_Server]:
    server = _Server(("127.0.0.1", port), handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
