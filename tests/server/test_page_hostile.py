"""Documents, titles, addresses and answers that try to be more than text."""

from __future__ import annotations

import html
import json
import re

import pytest
from markdown_it import MarkdownIt
from playwright.sync_api import expect

from assay.config import Settings
from assay.indexing.index_paths import index_paths
from assay.testing import FakeGenerator, FakeKnowledgeSearch, FakeRetriever, FakeStripScorer
from assay.types import Draft, Kind, Passage
from assay.wiring import build_embedder
from assay_server.work.engines import Engines
from tests.server.browser import open_browser, visiting
from tests.server.conftest import LIGHTHOUSE
from tests.server.live import fake_engines, live, options

HOSTILE = """\
# <img src=x onerror="window.pwned=1"><script>window.pwned=2</script>

The secret of Orlo is </span><svg onload="window.pwned=3"></svg> seven <b>geese</b>.
<iframe src="javascript:window.top.pwned=4"></iframe> {{constructor.constructor('pwned=5')()}}
"""
QUESTION = '<img src=x onerror="window.pwned=6"> What is the secret of Orlo?'


@pytest.fixture(scope="module")
def browser():
    with open_browser() as browser:
        yield browser


def check_clean(visit):
    assert visit.page.evaluate("window.pwned") is None
    assert visit.page.locator("main img, main iframe, main svg, main script, main b b").count() == 0
    assert visit.errors == []


def test_a_script_in_a_document_stays_text_wherever_it_is_shown(browser, tmp_path):
    (tmp_path / "orlo<script>.md").write_text(HOSTILE)
    index_paths([tmp_path / "orlo<script>.md"], tmp_path / "index", build_embedder(Settings()))
    settings = Settings.model_validate({"index": {"dir": tmp_path / "index"}})
    with (
        live(Engines(settings), options(tmp_path)) as server,
        visiting(browser, server.url) as visit,
    ):
        visit.ask(QUESTION)
        expect(visit.last.locator("h2")).to_have_text(QUESTION)
        visit.last.locator(".passage .name").click()
        visit.last.locator(".source").first.click()
        expect(visit.page.locator("#viewer-text")).to_contain_text("The secret of Orlo")
        check_clean(visit)
        visit.page.keyboard.press("Escape")
        visit.page.locator("#all-documents").click()
        expect(visit.page.locator("#document-list b").first).to_be_visible()
        visit.page.reload()
        visit.page.locator("#history .again").click()
        check_clean(visit)


def test_an_exported_conversation_is_markdown_without_the_markup_of_documents(browser, tmp_path):
    wicked = "The secret of Orlo is ![x](http://a.example/p.png) <img src=x onerror=pwned()> `x_y`."
    (tmp_path / "orlo.txt").write_text(wicked)
    index_paths([tmp_path / "orlo.txt"], tmp_path / "index", build_embedder(Settings()))
    settings = Settings.model_validate({"index": {"dir": tmp_path / "index"}})
    with (
        live(Engines(settings), options(tmp_path)) as server,
        visiting(browser, server.url, accept_downloads=True) as visit,
    ):
        visit.ask(QUESTION)
        expect(visit.last.locator(".source").first).to_be_visible()
        with visit.page.expect_download() as taken:
            visit.page.get_by_role("button", name="Markdown").click()
        text = taken.value.path().read_text()
    shown = MarkdownIt("commonmark").render(text)
    assert not re.search(r"<(?!/?(?:h1|h2|p)>)", shown)
    assert html.escape(wicked) in shown and html.escape(QUESTION) in shown


LIVE = "<img src=x onerror=pwned()>"
WRITTEN = {
    "element": LIVE,
    "escaped twice": f"\\\\{LIVE}",
    "comment": f"<!-- --> {LIVE} <?php x ?>",
    "picture": "![p](https://a.example/p.png) \\\\![q](https://a.example/q.png)",
    "script": "[x](javascript:pwned()) [y](java&#115;cript:pwned()) [z]( data:text/html,x)",
    "reference": "[x] ![x]\n\n[x]: javascript:pwned()",
    "autolink": "<javascript:pwned()>",
    "span over lines": f"`\n`{LIVE}`",
    "span over a heading": f"# a `\n{LIVE}`",
    "span over cells": f"| ` | b |\n|---|---|\n| {LIVE} | ` |",
    "escaped tick": f"\\`{LIVE}` `",
    "fence in a list": f"- a\n\n  ```\n{LIVE}\n",
    "fence in a quotation": f"> ```\n{LIVE}\n",
    "fence with returns": f"```\r\nx\r\n```\r\n{LIVE}",
    "no fence": f"```a`b\n{LIVE}\n```",
}


@pytest.mark.parametrize("name", WRITTEN)
def test_what_a_language_model_wrote_is_exported_without_markup(browser, tmp_path, name):
    """Twice in one file, so that the first answer may not open what the second one closes."""
    generator = FakeGenerator(Draft(f"Goats. {WRITTEN[name]}\n\n{WRITTEN[name]}"))
    with (
        live(fake_engines(tmp_path, generator), options(tmp_path)) as server,
        visiting(browser, server.url, accept_downloads=True) as visit,
    ):
        for question in ("What do goats eat?", "What do goats drink?"):
            visit.ask(question)
        with visit.page.expect_download() as taken:
            visit.page.get_by_role("button", name="Markdown").click()
        text = taken.value.path().read_text()
        check_clean(visit)
    for dialect in ("commonmark", "gfm-like"):
        shown = MarkdownIt(dialect, {"html": True, "linkify": False}).render(text)
        assert re.findall(r"<(?:img|!--|\?)|(?:href|src)=\"(?!https?:)", shown) == [], shown


def test_code_and_marks_of_a_language_model_are_exported_as_they_are(browser, tmp_path):
    text = "**Run** `feed <name>`, see [it](https://a.example):\n\n```sh\nfeed <name> | x\n```"
    with (
        live(fake_engines(tmp_path, FakeGenerator(Draft(text))), options(tmp_path)) as server,
        visiting(browser, server.url, accept_downloads=True) as visit,
    ):
        visit.ask("What do goats eat?")
        with visit.page.expect_download() as taken:
            visit.page.get_by_role("button", name="Markdown").click()
        assert text in taken.value.path().read_text()


def test_an_outside_address_that_is_a_script_is_no_link(browser, tmp_path):
    wicked = Passage("w", "Geese eat hay.", "W", "javascript:pwned=7", "w", kind=Kind.EXTERNAL)
    decent = Passage("d", "Ducks eat hay.", "D", "https://example.org/d", "d", kind=Kind.EXTERNAL)
    engines = fake_engines(
        tmp_path,
        retriever=FakeRetriever(()),
        scorer=FakeStripScorer({"hay": 0.9}),
        search=FakeKnowledgeSearch((wicked, decent)),
    )
    with live(engines, options(tmp_path)) as server, visiting(browser, server.url) as visit:
        visit.ask("What do birds eat?")
        for button in visit.last.locator(".passage > button[aria-expanded=false]").all():
            button.click()
        links = visit.last.locator("a[href]")
        assert [link.get_attribute("href") for link in links.all()] == ["https://example.org/d"]
        assert links.get_attribute("rel") == "noopener noreferrer nofollow"
        expect(visit.last.locator(".tag").first).to_have_text("outside")
        check_clean(visit)


def test_the_policy_forbids_what_text_alone_would_not(browser, faked):
    with visiting(browser, faked.url) as visit:
        blocked = visit.page.evaluate(
            """() => { try { document.body.innerHTML = "<b>x</b>"; return false; }
                       catch (error) { return error instanceof TypeError; } }"""
        )
        assert blocked
        visit.page.evaluate(
            """() => { const each = document.createElement("script");
                       try { each.textContent = "window.pwned = 8"; document.body.append(each); }
                       catch {} }"""
        )
        assert visit.page.evaluate("window.pwned") is None


def test_offsets_count_characters_beyond_the_basic_plane(browser, tmp_path):
    text = f"🐐🐐 Hello.\n\n{LIGHTHOUSE}"
    (tmp_path / "goats.md").write_text(text, encoding="utf-8")
    index_paths([tmp_path / "goats.md"], tmp_path / "index", build_embedder(Settings()))
    settings = Settings.model_validate({"index": {"dir": tmp_path / "index"}})
    with live(Engines(settings), options(tmp_path)) as server:
        answer = server.ask("How high is the lighthouse of Varn?", strategy="rag").json()
        with visiting(browser, server.url) as visit:
            visit.page.locator("#strategy").select_option("rag")
            visit.ask("How high is the lighthouse of Varn?")
            assert answer["citations"], answer["reason"]
            visit.last.locator(".cite").first.click()
            quote = answer["citations"][0]["quote"]
            assert visit.page.locator("#viewer mark").inner_text().strip() == quote.strip()


FORMS = {
    "steps": ("1. Fill the kettle.\n2. Heat it.\n3. Wait.", {}, "ol li", 3),
    "list": ("Included are:\n- a lid\n- a switch", {}, "ul li", 2),
    "yes-no": ("Yes. Dogs may enter.", {}, ".yesno.yes", 1),
    "comparison": (
        "Both differ.",
        {
            "columns": ["", "A", "B"],
            "rows": [["height", "34 m", "12 m"], ["built", "1871", "1902"]],
        },
        "tbody tr",
        2,
    ),
    "fact": (
        "The plans are:\n\nplan: free; users: 3\nplan: team; users: 20: or more\n\nnote: none",
        {},
        "tbody td",
        4,
    ),
    "passage": ("First part.\n\nSecond part.", {}, "p", 2),
}


@pytest.mark.parametrize("form", FORMS)
def test_an_answer_is_laid_out_in_its_form(browser, faked, form):
    """The server's reply is replaced on its way, so that every form can be seen."""
    text, structure, selector, number = FORMS[form]
    answer = faked.ask().json()
    answer |= {"text": text, "form": form, "structure": structure, "citations": []}
    place = {"page": 3, "slide": 0, "sheet": "", "cell": "", "line": 0, "anchor": ""}
    answer["passages"][0] |= {"headings": ["sshd_config", "PermitRootLogin"], "place": place}
    body = f"event: answer\ndata: {json.dumps(answer)}\n\n"
    with visiting(browser, faked.url) as visit:
        visit.page.route(
            "**/v1/ask", lambda route: route.fulfill(body=body, content_type="text/event-stream")
        )
        visit.ask("What?")
        drawn = visit.last.locator(f".answer[data-form={form}]")
        expect(drawn.locator(selector)).to_have_count(number)
        expect(visit.last.locator(".crumbs")).to_have_text(
            f"§ sshd_config {chr(0x203A)} PermitRootLogin"
        )
        assert visit.errors == []


def test_a_refusal_lists_the_entries_that_the_answer_names(browser, faked):
    closest = [{"title": "Hay", "text": "Hay is dried grass."}]
    closest[0] |= {"name": "farm.html", "location": "§ Hay"}
    answer = faked.ask().json()
    answer |= {"text": None, "abstained": True, "reason": "nothing fits", "form": "refusal"}
    answer |= {"closest": closest, "citations": []}
    body = f"event: answer\ndata: {json.dumps(answer)}\n\n"
    with visiting(browser, faked.url) as visit:
        visit.page.route(
            "**/v1/ask", lambda route: route.fulfill(body=body, content_type="text/event-stream")
        )
        visit.ask("What?")
        expect(visit.last.locator(".entries .where")).to_have_text("farm.html")
        expect(visit.last.locator(".entries q")).to_have_text("Hay is dried grass.")
