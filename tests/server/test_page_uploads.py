"""Documents in the page of a real browser: dropped, queued, indexed, removed."""

from __future__ import annotations

import threading

import pytest
from playwright.sync_api import expect

from assay.config import Settings
from assay_server.documents import jobs
from assay_server.work.engines import Engines
from tests.server.browser import open_browser, visiting
from tests.server.conftest import KETTLE
from tests.server.live import live, options


@pytest.fixture(scope="module")
def browser():
    with open_browser() as browser:
        yield browser


def test_documents_are_dropped_in_indexed_and_asked(browser, tmp_path):
    settings = Settings.model_validate({"index": {"dir": tmp_path / "index"}})
    with (
        live(Engines(settings), options(tmp_path)) as server,
        visiting(browser, server.url) as visit,
    ):
        page = visit.page
        expect(page.locator("#welcome-line")).to_contain_text("no documents yet")
        page.evaluate(DROP, {"name": "kettle.md", "text": KETTLE})
        expect(page.locator("#jobs .done")).to_contain_text("indexed")
        expect(page.locator("#document-count")).to_have_text("1")
        page.locator("#files").set_input_files(
            {"name": "bad.pdf", "mimeType": "application/pdf", "buffer": b"%PDF-1.7\n\0\0\0"}
        )
        expect(page.locator("#jobs .failed .why")).to_be_visible()
        visit.ask("How many litres does the K2 kettle hold?")
        expect(visit.last.locator(".answer")).to_contain_text("1.7")
        page.locator("#all-documents").click()
        expect(page.locator("#document-list b")).to_have_text("Brennholt kettle, model K2")
        asked = []
        answers = [lambda d: d.dismiss(), lambda d: d.accept()]
        page.on("dialog", lambda d: (asked.append(d.message), answers[len(asked) - 1](d)))
        page.locator("#document-list .quiet").click()
        expect(page.locator("#document-list b")).to_be_visible()
        page.locator("#document-list .quiet").click()
        expect(page.locator("#document-list .none")).to_be_visible()
        expect(page.locator("#jobs")).to_contain_text("removed")
        assert len(asked) == 2 and "kettle.md" in asked[0]
        assert visit.errors == []


@pytest.mark.slow
def test_three_hundred_files_dropped_at_once_are_all_indexed(browser, tmp_path):
    settings = Settings.model_validate({"index": {"dir": tmp_path / "index"}})
    slow = options(tmp_path, rate=1200)
    with live(Engines(settings), slow) as server, visiting(browser, server.url) as visit:
        page = visit.page
        page.set_default_timeout(300_000)
        looks = []
        page.on("request", lambda request: looks.append(request.url))
        files = [
            {"name": f"n{n}.txt", "mimeType": "text/plain", "buffer": f"Note {n}: hay.".encode()}
            for n in range(300)
        ]
        page.locator("#files").set_input_files(files)
        expect(page.locator("#jobs-summary")).to_contain_text("of 300 files")
        expect(page.locator("#document-count")).to_have_text("300", timeout=300_000)
        expect(page.locator("#jobs .failed")).to_have_count(0)
        assert sum("/v1/jobs" in url for url in looks) < 300
        assert {p.name for p in (tmp_path / "index-uploads").glob("n*")} == {
            each["name"] for each in files
        }


def test_what_is_being_indexed_is_shown_after_a_reload(browser, tmp_path, monkeypatch):
    go = threading.Event()
    follow = jobs.Jobs._follow
    monkeypatch.setattr(jobs.Jobs, "_follow", lambda *given: go.wait(60) and follow(*given))
    settings = Settings.model_validate({"index": {"dir": tmp_path / "index"}})
    with (
        live(Engines(settings), options(tmp_path)) as server,
        visiting(browser, server.url) as visit,
    ):
        page = visit.page
        page.evaluate(DROP, {"name": "kettle.md", "text": KETTLE})
        expect(page.locator("#jobs .state")).to_have_text("waiting")
        page.reload()
        expect(page.locator("#jobs .name")).to_have_text("kettle.md")
        go.set()
        expect(page.locator("#jobs .done")).to_contain_text("indexed")
        expect(page.locator("#document-count")).to_have_text("1")


DROP = """({name, text}) => {
  const data = new DataTransfer();
  data.items.add(new File([text], name));
  for (const kind of ["dragenter", "dragover", "drop"])
    document.body.dispatchEvent(new DragEvent(kind, {dataTransfer: data, bubbles: true}));
}"""
