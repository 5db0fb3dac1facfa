"""A real server on loopback, in a thread, over real or fake parts."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import httpx2
import uvicorn

from assay.config import Settings
from assay.testing import FakeGenerator, FakeRetriever, FakeStripScorer, make_passage
from assay.tracing import step
from assay.types import Draft, Evidence, Thresholds
from assay.wiring import Overrides
from assay_server.app import make_app
from assay_server.options import ServeOptions
from assay_server.shared import Shared
from assay_server.work.engines import Engines

HAY = make_passage("Goats eat hay. They give milk.", id="goats")
SHIP = make_passage("A ship has a keel.", id="ships")


@dataclass
class Live:
    """A running server: its address, a client, and what its requests share."""

    url: str
    http: httpx2.Client
    shared: Shared

    def ask(self, question: str = "What do goats eat?", **more) -> httpx2.Response:
        return self.http.post("/v1/ask", json={"question": question, **more})

    def events(self, question: str, **more) -> list[tuple[str, dict]]:
        body = {"question": question, "stream": True, **more}
        with self.http.stream("POST", "/v1/ask", json=body) as reply:
            assert reply.status_code == 200
            return list(parsed(reply.iter_lines()))


def parsed(lines) -> Iterator[tuple[str, dict]]:
    """Named events out of the lines of a stream."""
    name = ""
    for line in lines:
        if line.startswith("event: "):
            name = line.removeprefix("event: ")
        elif line.startswith("data: "):
            yield name, json.loads(line.removeprefix("data: "))


@contextmanager
def live(engines: Engines | list[Engines], options: ServeOptions) -> Iterator[Live]:
    app = make_app(engines if isinstance(engines, list) else [engines], options)
    config = uvicorn.Config(
        app, port=0, log_config=None, lifespan="on", ws="none", timeout_graceful_shutdown=5
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        wait_until(lambda: server.started or not thread.is_alive())
        port = server.servers[0].sockets[0].getsockname()[1]
        url = f"http://127.0.0.1:{port}"
        with httpx2.Client(base_url=url, timeout=60) as client:
            yield Live(url, client, app.shared)
    finally:
        server.should_exit = True
        thread.join()


def wait_until(holds, seconds: float = 30.0) -> None:
    """Wait for something another thread does; a test that waits in vain fails here."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.01)


@dataclass
class Gate:
    """A generator that waits until it is let go, and tells how often it was asked."""

    open: threading.Event = field(default_factory=threading.Event)
    begun: list[str] = field(default_factory=list)
    ended: list[str] = field(default_factory=list)

    def generate(self, question: str, evidence: Evidence) -> Draft:
        self.begun.append(question)
        self._wait()
        self.ended.append(question)
        return FakeGenerator().generate(question, evidence)

    @step("wait")
    def _wait(self) -> None:
        assert self.open.wait(30)


def fake_engines(tmp_path, generator=None, **given) -> Engines:
    """Engines over fakes: no model is loaded, no index is needed."""
    parts = {
        "retriever": FakeRetriever((HAY, SHIP)),
        "scorer": FakeStripScorer({"hay": 0.9, "milk": 0.1}),
        "generator": generator or FakeGenerator(),
        "thresholds": Thresholds(0.5, -0.5),
    }
    chosen = {"index": {"dir": tmp_path / "index"}, "search": {"web": False}}
    settings = Settings.model_validate(chosen)
    return Engines(settings, Overrides(**{**parts, **given}))


def options(tmp_path, **more) -> ServeOptions:
    return ServeOptions(**{"keys": tmp_path / "keys.json", "rate": 0, **more})
