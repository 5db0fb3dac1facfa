"""axe-core looks at every state of the page, and has nothing to find."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest
from playwright.sync_api import expect

from assay.config import Settings
from assay.indexing.index_paths import index_paths
from assay.testing import FakeGenerator
from assay.types import Draft
from assay.wiring import build_embedder
from assay_server.work.engines import Engines
from tests.server.browser import open_browser, visiting
from tests.server.live import fake_engines, live, options
from tests.server.test_originals import KETTLE, REPORT
from tests.server.test_page_markdown import WRITTEN
from tests.server.test_page_originals import SEEN, WARRANTY

HEIGHT = "How high is the lighthouse of Varn?"
WIDTHS = {"wide": {"width": 1280, "height": 860}, "phone": {"width": 390, "height": 844}}
LOOK = """async () => (await axe.run()).violations.flatMap(
    (each) => each.nodes.map((node) => `${each.id}: ${node.html.slice(0, 120)}`))"""


@pytest.fixture(scope="module")
def axe():
    spec = find_spec("axe_playwright_python")
    if spec is None or spec.origin is None:
        pytest.skip("axe-core is not here: install axe-playwright-python of the dev lock")
    return Path(spec.origin).with_name("axe.min.js").read_text("utf-8")


@pytest.fixture(scope="module")
def browser():
    with open_browser() as browser:
        yield browser


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_on_the_page_shuts_anybody_out(browser, real, axe, width, scheme):
    with visiting(browser, real.url, viewport=WIDTHS[width], color_scheme=scheme) as visit:
        page = visit.page
        page.evaluate(axe)
        assert page.evaluate(LOOK) == []
        page.locator("#verify").check()
        visit.ask(HEIGHT)
        visit.ask("What documents do you have?")
        visit.ask("Who won the chess tournament in Reykjavik?")
        assert page.evaluate(LOOK) == []
        page.locator("#compare-button").click()
        page.locator("#thresholds-button").click()
        assert page.evaluate(LOOK) == []
        page.locator(".cite").first.click()
        expect(page.locator("#viewer mark")).to_be_visible()
        assert page.evaluate(LOOK) == []
        page.keyboard.press("Escape")
        if width == "phone":
            page.locator("#open-side").click()
        page.locator("#history .again").hover()
        page.get_by_label("Rename: ").click()
        assert page.evaluate(LOOK) == []
        page.locator("#all-documents").click()
        expect(page.locator("#document-list b").first).to_be_visible()
        assert page.evaluate(LOOK) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_neither_does_markdown(browser, tmp_path, axe, scheme):
    engines = fake_engines(tmp_path, FakeGenerator(Draft(WRITTEN)))
    with (
        live(engines, options(tmp_path)) as server,
        visiting(browser, server.url, color_scheme=scheme) as visit,
    ):
        visit.ask("What do goats eat?")
        visit.page.evaluate(axe)
        assert visit.page.evaluate(LOOK) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", WIDTHS)
def test_neither_does_an_original(browser, tmp_path, axe, width, scheme):
    (tmp_path / "report.pdf").write_bytes(REPORT)
    (tmp_path / "kettle.html").write_text(KETTLE)
    files = [tmp_path / "report.pdf", tmp_path / "kettle.html"]
    index_paths(files, tmp_path / "index", build_embedder(Settings()))
    settings = Settings.model_validate({"index": {"dir": tmp_path / "index"}})
    seen = {"viewport": WIDTHS[width], "color_scheme": scheme}
    with (
        live(Engines(settings), options(tmp_path)) as server,
        visiting(browser, server.url, **seen) as visit,
    ):
        visit.page.evaluate(axe)
        for question in (SEEN, WARRANTY):
            visit.ask(question)
            visit.last.locator(".source").first.click()
            expect(visit.page.locator("#viewer mark").first).to_be_visible()
            assert visit.page.evaluate(LOOK) == []
            visit.page.keyboard.press("Escape")
