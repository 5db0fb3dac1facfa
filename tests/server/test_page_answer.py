"""How the page shows an answer: one state of it, its blocks, and what is made of it on a phone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from assay.config import Settings
from assay.indexing.index_paths import index_paths
from assay.wiring import build_embedder
from assay_server.work.engines import Engines
from tests.server.browser import open_browser, visiting
from tests.server.live import live, options

HEIGHT = "How high is the lighthouse of Varn?"
NOBODY = "Who won the chess tournament in Reykjavik?"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
RAILCARD = """\
# Railcards

To get your railcard refunded you need to do all of these:

- purchase a railcard
- add it to your travel account
- share the receipt with the office

## Filing a claim

The command that files a railcard claim is run in a terminal:

```sh
claim new \\
    --railcard "yearly"
```
"""


@pytest.fixture(scope="module")
def browser():
    with open_browser() as browser:
        yield browser


@pytest.fixture(scope="module")
def railcards(tmp_path_factory):
    folder = tmp_path_factory.mktemp("railcards")
    (folder / "railcards.md").write_text(RAILCARD)
    index_paths([folder / "railcards.md"], folder / "index", build_embedder(Settings()))
    settings = Settings.model_validate({"index": {"dir": folder / "index"}})
    with live(Engines(settings), options(folder)) as server:
        yield server


def test_entries_of_files_of_one_name_say_which_file(browser, tmp_path):
    for year, colour in (("2019", "blue"), ("2020", "green")):
        (tmp_path / year).mkdir()
        text = f"# Minutes\n\nThe hall of the club is painted {colour} in {year}.\n"
        (tmp_path / year / "minutes.md").write_text(text)
    folders = [tmp_path / "2019", tmp_path / "2020"]
    index_paths(folders, tmp_path / "index", build_embedder(Settings()))
    settings = Settings.model_validate({"index": {"dir": tmp_path / "index"}})
    with live(Engines(settings), options(tmp_path)) as server, visiting(browser, server.url) as see:
        see.ask("Which colour was the hall painted in 2020?")
        names = see.last.locator(".passage .name").all_inner_texts()
        assert sorted(names) == ["Minutes, 2019/minutes.md", "Minutes, 2020/minutes.md"]


def test_an_answer_has_one_state_and_the_verdict_stands_by_the_evidence(browser, real):
    with visiting(browser, real.url) as visit:
        visit.ask(HEIGHT)
        expect(visit.last.locator(".state .pill")).to_have_text(re.compile(r"^\d+ % sure$"))
        expect(visit.last.locator(".scale .verdict .pill")).to_contain_text("evidence")
        expect(visit.last.locator(".verdict")).not_to_contain_text("outside")
        visit.ask(NOBODY)
        expect(visit.last.locator(".state .pill")).to_have_text(["Refused"])
        assert visit.errors == []


def test_a_refusal_is_not_shown_as_a_check_that_failed(browser, real):
    with visiting(browser, real.url) as visit:
        visit.page.locator("#verify").check()
        visit.ask(NOBODY)
        expect(visit.last.locator(".state")).to_have_text("Refused")
        expect(visit.last.locator(".meter")).to_have_count(0)
        expect(visit.last.locator(".asked")).to_have_count(0)


def test_items_and_code_of_a_document_are_shown_as_such(browser, railcards):
    with visiting(browser, railcards.url) as visit:
        visit.ask("How do I get a railcard refunded?")
        answer = visit.last.locator(".answer")
        expect(answer.locator("li")).to_have_count(3)
        expect(answer.locator("li").first).to_have_text("purchase a railcard")
        visit.ask("Which command files a railcard claim?")
        code = visit.last.locator(".answer pre code")
        expect(code).to_contain_text('claim new \\\n    --railcard "yearly"')
        assert visit.errors == []


def test_sources_that_disagree_are_shown_and_opened(browser, tmp_path):
    (tmp_path / "a.txt").write_text("The Mura lighthouse was built in 1871 by Marta Ollins.")
    (tmp_path / "b.txt").write_text("The Mura lighthouse was built in 1902 by the harbour board.")
    files = [tmp_path / "a.txt", tmp_path / "b.txt"]
    index_paths(files, tmp_path / "index", build_embedder(Settings()))
    settings = Settings.model_validate({"index": {"dir": tmp_path / "index"}})
    with (
        live(Engines(settings), options(tmp_path)) as server,
        visiting(browser, server.url) as visit,
    ):
        visit.ask("When was the Mura lighthouse built?")
        rival = visit.last.locator(".rivals .source")
        expect(rival).to_have_count(1)
        year = "1871" if "1871" in rival.locator("b").inner_text() else "1902"
        expect(rival).to_contain_text(f"{'a' if year == '1871' else 'b'}.txt, line 1")
        expect(visit.last.locator(".notes")).to_have_count(0)
        rival.click()
        expect(visit.page.locator("#viewer mark")).to_contain_text(f"built in {year}")
        assert visit.errors == []


def test_small_talk_leaves_no_hole_under_the_question(browser, real):
    with visiting(browser, real.url) as visit:
        visit.ask("What can you do?")
        head, answer = (visit.last.locator(each).bounding_box() for each in ("h2", ".answer"))
        assert answer["y"] - head["y"] - head["height"] < 40


def test_a_name_in_the_history_has_the_whole_line(browser, real):
    with visiting(browser, real.url) as visit:
        visit.ask("What does the warranty of the K2 cover?")
        visit.page.mouse.move(800, 300)
        line = visit.page.locator("#history li").bounding_box()
        assert visit.page.locator("#history .again").bounding_box()["width"] == line["width"]
        visit.page.locator("#history li").hover()
        name, pen = (
            visit.page.locator(f"#history {each}").bounding_box()
            for each in (".again span:last-child", ".rename-it")
        )
        assert name["x"] + name["width"] <= pen["x"]


def test_the_place_of_a_document_has_the_width_of_a_phone(browser, real):
    with visiting(browser, real.url, **PHONE) as visit:
        visit.ask(HEIGHT)
        visit.last.locator(".source").first.click()
        visit.page.locator("#viewer mark").wait_for()
        place = visit.page.locator("#viewer-place").bounding_box()
        top = visit.page.locator("#viewer .top").bounding_box()
        assert place["width"] > 0.8 * top["width"]
        assert visit.errors == []
