"""Who writes the answer, and with how much effort, chosen for each question."""

from __future__ import annotations

import json
import threading
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import expect

from assay.config import Settings
from assay_server.work.engines import Engines
from assay_server.work.variant import Variant
from tests.server.browser import open_browser, visiting
from tests.server.live import live, options

HEIGHT = "How high is the lighthouse of Varn?"


@pytest.fixture(scope="module")
def browser():
    with open_browser() as browser:
        yield browser


@pytest.fixture
def written(real_index, tmp_path):
    """A server whose language models say their own name and count what they are asked."""
    asked = []

    class Models(BaseHTTPRequestHandler):
        def do_GET(self):
            self.reply({"object": "list", "data": [{"id": "small"}, {"id": "large"}]})

        def do_POST(self):
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            asked.append(body["model"])
            self.send_response(200)
            self.send_header("content-type", "text/event-stream")
            self.end_headers()
            text = f"It is 34 metres high, says {body['model']} [1]."
            choice = {"index": 0, "delta": {"content": text}, "finish_reason": "stop"}
            piece = {"id": "x", "object": "chat.completion.chunk", "choices": [choice]}
            self.wfile.write(f"data: {json.dumps(piece)}\n\ndata: [DONE]\n\n".encode())

        def reply(self, said):
            body = json.dumps(said).encode()
            self.send_response(200)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *args):
            pass

    models = ThreadingHTTPServer(("127.0.0.1", 0), Models)
    thread = threading.Thread(target=models.serve_forever)
    thread.start()
    address = f"http://127.0.0.1:{models.server_port}/v1"
    settings = Settings.model_validate(
        {
            "index": {"dir": real_index},
            "generator": {"name": "chat"},
            "model": {"name": "small", "base_url": address, "effort": "fast"},
        }
    )
    with live(Engines(settings), options(tmp_path, uploads=tmp_path / "uploads")) as server:
        yield server, asked
    models.shutdown()
    models.server_close()
    thread.join()


def test_the_models_of_the_server_are_offered(written, real):
    server, _ = written
    known = server.http.get("/v1/strategies").json()
    assert known["models"] == ["reader", "small", "large"]
    assert (known["model"], known["effort"]) == ("small", "fast")
    assert real.http.get("/v1/strategies").json()["models"] == ["reader"]


@pytest.mark.parametrize(
    ("model", "called"), [({}, "local"), ({"name": "/srv/weights/qwen.gguf"}, "qwen.gguf")]
)
def test_a_model_of_this_machine_has_a_name_and_no_folder(real_index, tmp_path, model, called):
    settings = Settings.model_validate(
        {"index": {"dir": real_index}, "generator": {"name": "local"}, "model": model}
    )
    with live(Engines(settings), options(tmp_path)) as server:
        known = server.http.get("/v1/strategies").json()
        assert (known["models"], known["model"]) == (["reader", called], called)
        assert "34" in server.ask(HEIGHT, model="reader").json()["text"]


def test_a_request_chooses_who_writes(written):
    server, asked = written
    assert "says small" in server.ask(HEIGHT).json()["text"]
    assert "says large" in server.ask(HEIGHT, model="large").json()["text"]
    before = len(asked)
    quoted = server.ask(HEIGHT, model="reader").json()
    assert "34" in quoted["text"] and "says" not in quoted["text"]
    assert len(asked) == before


def test_more_effort_asks_the_model_more_often(written):
    server, asked = written
    server.ask(HEIGHT)
    fast = len(asked)
    thorough = server.ask(HEIGHT, effort="thorough").json()
    assert len(asked) - fast > fast
    assert "expand" in {step["name"] for step in thorough["trace"]}
    balanced = server.ask(HEIGHT, effort="balanced").json()
    assert "expand" not in {step["name"] for step in balanced["trace"]}


def test_a_border_that_is_not_named_is_that_of_who_judges_at_this_effort(real_index):
    settings = Settings.model_validate(
        {
            "index": {"dir": real_index},
            "generator": {"name": "chat"},
            "model": {"name": "small", "base_url": "http://127.0.0.1:9/v1", "effort": "fast"},
        }
    )
    engines = Engines(settings)
    alone, both = Variant(), Variant(effort="balanced")
    assert engines.usual_borders(alone) != engines.usual_borders(both)
    for variant in (alone, both):
        chosen = engines.settled(replace(variant, upper=0.9))
        assert chosen.lower == engines.usual_borders(variant).lower


def test_a_model_that_is_not_offered_is_refused(written):
    server, asked = written
    reply = server.ask(HEIGHT, model="http://elsewhere/model")
    assert reply.status_code == 404
    assert "reader, small, large" in reply.json()["error"]["hint"]
    assert server.ask(HEIGHT, effort="endless").status_code == 400
    assert asked == []


def test_the_page_offers_the_choice(browser, written, real):
    server, asked = written
    with visiting(browser, server.url) as visit:
        page = visit.page
        writer = page.get_by_label("Who writes the answer")
        expect(writer).to_have_value("small")
        writer.select_option("large")
        visit.ask(HEIGHT)
        expect(visit.last.locator(".answer")).to_contain_text("says large")
        writer.select_option("reader")
        expect(page.get_by_label("Effort of the language model")).to_be_hidden()
        visit.ask(HEIGHT)
        expect(visit.last.locator(".answer")).not_to_contain_text("says")
        assert set(asked) == {"large"}
    with visiting(browser, real.url) as visit:
        expect(visit.page.locator("#writers")).to_be_hidden()
