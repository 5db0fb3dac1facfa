"""The original beside the answer, in a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from assay.config import Settings
from assay.indexing.index_paths import index_paths
from assay.wiring import build_embedder
from assay_server.work.engines import Engines
from tests.server.browser import open_browser, visiting
from tests.server.live import live, options
from tests.server.test_originals import KETTLE, REPORT

SEEN = "From how many miles away is the light of the lighthouse of Varn seen?"
WARRANTY = "How long does the warranty of the kettle last?"

DRAWN = """(canvas) => canvas.getContext("2d")
    .getImageData(0, 0, canvas.width, canvas.height).data.some((value) => value < 90)"""


@pytest.fixture(scope="module")
def browser():
    with open_browser() as browser:
        yield browser


@pytest.fixture(scope="module")
def index(tmp_path_factory):
    folder = tmp_path_factory.mktemp("originals")
    documents = folder / "documents"
    documents.mkdir()
    (documents / "report.pdf").write_bytes(REPORT)
    (documents / "kettle.html").write_text(KETTLE)
    index_paths([documents], folder / "index", build_embedder(Settings()))
    return folder / "index"


@pytest.fixture
def server(index, tmp_path):
    settings = Settings.model_validate({"index": {"dir": index}})
    with live(Engines(settings), options(tmp_path)) as server:
        yield server


OPEN = """async (name) => {
    const { openDocument } = await import("/page/viewer.js");
    const { documents } = await (await fetch("/v1/documents")).json();
    openDocument(documents.find((each) => each.id.endsWith(name)).id, name);
}"""


def cite(visit, question):
    visit.ask(question)
    visit.last.locator(".source").first.click()
    expect(visit.page.locator("#viewer mark").first).to_be_in_viewport()


def test_a_citation_opens_its_page_of_the_pdf_beside_the_answer(browser, server):
    with visiting(browser, server.url, viewport={"width": 1280, "height": 860}) as visit:
        page = visit.page
        cite(visit, SEEN)
        sheet = page.get_by_role("img", name="Page 1 of the original")
        expect(sheet).to_be_visible()
        assert sheet.evaluate(DRAWN), "there are words on the page"
        edge = "e => getComputedStyle(e).borderWidth + getComputedStyle(e).boxShadow"
        assert page.locator("#viewer mark").first.evaluate(edge) == "0pxnone", "words stay legible"
        answer = page.locator(".turn .answer").bounding_box()
        viewer = page.locator("#viewer").bounding_box()
        assert answer["x"] + answer["width"] <= viewer["x"], "the answer is not covered"
        page.get_by_role("button", name="Next").click()  # where the quotation goes on
        expect(page.get_by_role("img", name="Page 2 of the original")).to_be_visible()
        expect(page.locator("#viewer mark")).to_have_count(2)
        page.locator("#viewer-switch").click()
        expect(page.locator("#viewer mark")).to_contain_text("two miles away")
        page.locator("#viewer-switch").click()
        expect(sheet).to_be_visible()
        page.locator("#question").fill(WARRANTY)  # the page can still be used
        page.keyboard.press("Escape")
        expect(page.locator("#viewer")).to_be_hidden()
        assert visit.errors == []


def test_an_answer_stays_where_it_is_when_its_document_opens_beside_it(browser, server):
    with visiting(browser, server.url, viewport={"width": 1280, "height": 860}) as visit:
        for question in (SEEN, WARRANTY, SEEN):
            visit.ask(question)
        marker = visit.last.locator(".cite").first
        before = marker.bounding_box()["y"]
        marker.click()
        expect(visit.page.locator("#viewer mark").first).to_be_visible()
        assert abs(marker.bounding_box()["y"] - before) < 40


@pytest.mark.parametrize("width", [390, 1280])
def test_a_web_page_is_shown_without_anything_that_acts(browser, server, width):
    with visiting(browser, server.url, viewport={"width": width, "height": 844}) as visit:
        cite(visit, WARRANTY)
        viewer = visit.page.locator("#viewer")
        expect(viewer.get_by_role("table")).to_be_visible()
        expect(viewer.get_by_role("heading", name="The kettle")).to_be_visible()
        assert viewer.locator("script, a, img, iframe, [onclick], [style*=url]").count() == 0
        assert visit.page.evaluate("window.pwned") is None
        assert visit.errors == []


def test_a_document_opened_from_the_list_misses_no_quotation(browser, server):
    with visiting(browser, server.url) as visit:
        visit.page.locator("#all-documents").click()
        visit.page.locator("#document-list .open", has_text="kettle.html").click()
        viewer = visit.page.locator("#viewer")
        expect(viewer.get_by_role("heading", name="The kettle")).to_be_visible()
        expect(viewer).not_to_contain_text("not found in the original")


def test_a_slow_document_is_not_drawn_over_the_next_one(browser, server):
    with visiting(browser, server.url, viewport={"width": 1280, "height": 860}) as visit:
        held = []

        def hold(route):
            held.append(route)

        as_text = {"kind": "text", "note": ""}
        visit.page.route(
            "**/v1/original?id=*report.pdf*", lambda route: route.fulfill(json=as_text)
        )
        visit.page.route("**/v1/text?id=*report.pdf*", hold)
        with visit.page.expect_request("**/v1/text?id=*report.pdf*"):
            visit.page.evaluate(OPEN, "report.pdf")
        visit.page.evaluate(OPEN, "kettle.html")
        heading = visit.page.locator("#viewer").get_by_role("heading", name="The kettle")
        expect(heading).to_be_visible()
        with visit.page.expect_response("**/v1/text?id=*report.pdf*"):
            held[0].fulfill(json={"id": "", "title": "Report", "text": "words of the report"})
        visit.page.wait_for_timeout(200)  # time in which it could be drawn
        expect(heading).to_be_visible()


def test_a_tree_that_names_other_elements_makes_none_of_them(browser, server):
    tree = [
        ["script", {}, "window.pwned=1"],
        ["iframe", {"src": "/"}],
        ["td", {"onclick": "x", "colspan": "9"}, "cell"],
    ]
    body = {"kind": "markup", "note": "", "marked": True, "tree": tree}
    with visiting(browser, server.url) as visit:
        visit.page.route("**/v1/original*", lambda route: route.fulfill(json=body))
        visit.ask(WARRANTY)
        visit.last.locator(".source").first.click()
        expect(visit.page.locator("#viewer td")).to_have_attribute("colspan", "9")
        assert visit.page.locator("#viewer :is(script, iframe, [onclick], [src])").count() == 0
        assert visit.page.evaluate("window.pwned") is None
