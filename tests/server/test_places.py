"""A place is said in the same words wherever an answer is shown."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from assay.cli.main import run
from assay.config import Settings
from assay.indexing.index_paths import index_paths
from assay.wiring import build_embedder
from assay_server.work.engines import Engines
from tests.server.browser import open_browser, visiting
from tests.server.live import live, options

HANDBOOK = """\
Staff handbook

The office opens at seven.
Visitors sign in at the desk.

Badges are worn at all times.



Every employee has a break of 45 minutes at noon.
"""
MINUTES = "# Minutes\n\n## Budget\n\nThe council spent {} pounds on the {}.\n"
BREAK = "How long is the break at noon?"
BREAK_PLACE = "break.txt, line 10, § Staff handbook"
ROOF = "How much did the council spend on the library roof?"
ROOF_PLACE = "2020/minutes.md, line 5, § Budget"
PLACES = {BREAK: BREAK_PLACE, ROOF: ROOF_PLACE}


@pytest.fixture(scope="module")
def browser():
    with open_browser() as browser:
        yield browser


@pytest.fixture(scope="module")
def index(tmp_path_factory):
    folder = tmp_path_factory.mktemp("places")
    documents = folder / "documents"
    for year, spent, thing in (
        ("2019", "41,000", "harbour wall"),
        ("2020", "52,500", "library roof"),
    ):
        (documents / year).mkdir(parents=True)
        (documents / year / "minutes.md").write_text(MINUTES.format(spent, thing))
    (documents / "break.txt").write_text(HANDBOOK)
    index_paths([documents], folder / "index", build_embedder(Settings()))
    return folder / "index"


@pytest.fixture
def server(index, tmp_path):
    settings = Settings.model_validate({"index": {"dir": index}})
    with live(Engines(settings), options(tmp_path)) as server:
        yield server


@pytest.mark.parametrize("question", PLACES)
def test_terminal_json_and_openai_name_the_place_of_the_quoted_sentence(
    index, server, capsys, question
):
    assert run(["ask", question, "--index", str(index)]) == 0
    assert PLACES[question] in capsys.readouterr().out
    [cited] = server.ask(question).json()["citations"]
    assert f"{cited['name']}, {cited['location']}" == PLACES[question]
    asked = {"model": "assay/crag", "messages": [{"role": "user", "content": question}]}
    said = server.http.post("/v1/chat/completions", json=asked).json()
    assert f"[1] {PLACES[question]}: " in said["choices"][0]["message"]["content"]


def test_the_page_and_its_export_name_it_so_too(browser, server):
    with visiting(browser, server.url, accept_downloads=True) as visit:
        places = {BREAK: "break.txt, line 10", ROOF: ROOF_PLACE}  # its title stands above
        for question, place in places.items():
            visit.ask(question)
            expect(visit.last.locator(".source .where")).to_have_text(place)
            visit.last.locator(".source").click()
            expect(visit.page.locator("#viewer-place")).to_have_text(place)
        with visit.page.expect_download() as download:
            visit.page.locator("#export-markdown").click()
        written = download.value.path().read_text("utf-8")
        assert all(place in written for place in PLACES.values())
        assert visit.errors == []


def test_a_refusal_places_the_sentence_that_it_shows(index, tmp_path, browser, capsys):
    assert run(["ask", BREAK, "--index", str(index), "--max-risk", "0.01"]) == 3
    said = capsys.readouterr().out
    assert f"{BREAK_PLACE}\n    Every employee has a break" in said, "not the line of the passage"
    chosen = {"index": {"dir": index}, "generator": {"max_risk": 0.01}}
    with (
        live(Engines(Settings.model_validate(chosen)), options(tmp_path)) as server,
        visiting(browser, server.url) as visit,
    ):
        visit.ask(BREAK)
        entry = visit.last.locator(".entries .source").first
        expect(entry.locator(".where")).to_have_text("break.txt, line 10")
        expect(entry.locator("q")).to_have_text("Every employee has a break of 45 minutes at noon.")
        entry.click()
        expect(visit.page.locator("#viewer mark")).to_have_text(entry.locator("q").inner_text())


def test_documents_of_one_title_are_told_apart_where_they_are_weighed(browser, server):
    with visiting(browser, server.url) as visit:
        visit.ask(ROOF)
        weighed = visit.last.locator(".passage").filter(has_text="Minutes")
        expect(weighed).to_have_count(2)
        expect(weighed.first.locator(".name")).to_have_text("Minutes § Budget, 2020/minutes.md")
        expect(weighed.last.locator(".name")).to_have_text("Minutes § Budget, 2019/minutes.md")
        handbook = visit.last.locator(".passage").filter(has_text="Staff handbook")
        expect(handbook.locator(".name")).to_have_text("Staff handbook")


def test_what_an_answer_quotes_whole_is_not_quoted_again_below_it(browser, server):
    with visiting(browser, server.url) as visit:
        visit.ask("What does the handbook say about visitors?")
        expect(visit.last.locator(".answer")).to_contain_text("Visitors sign in at the desk.")
        expect(visit.last.locator(".source .where")).to_be_visible()
        expect(visit.last.locator(".source q")).to_have_count(0)
        visit.ask(BREAK)
        expect(visit.last.locator(".source q")).to_contain_text("a break of 45 minutes")


def test_documents_of_one_title_are_told_apart_in_small_talk(server):
    text = server.ask("What documents do you have?").json()["text"]
    assert "- Minutes (2019/minutes.md)" in text and "- Minutes (2020/minutes.md)" in text
    assert "- Staff handbook" in text.splitlines()
