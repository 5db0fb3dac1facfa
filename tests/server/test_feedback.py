"""What is said of answers: kept as labels, and read by the commands that live on labels."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor

import pytest
from playwright.sync_api import expect

from assay.cli.main import run
from assay_tuning.read_labels import read_labels
from tests.server.browser import open_browser, visiting
from tests.tuning.melting import write_labels

HEIGHT = "How high is the lighthouse of Varn?"
SHOWN = [{"text": "It is 34 metres high.", "cited": True}, {"text": "A kettle.", "cited": False}]


@pytest.fixture(scope="module")
def browser():
    with open_browser() as browser:
        yield browser


def say(server, id="a1", **more):
    body = {"id": id, "question": HEIGHT, "good": True, "passages": SHOWN, **more}
    return server.http.post("/v1/feedback", json=body)


def kept(server):
    file = server.shared.first.feedback.path
    return read_labels([file]).questions if file.exists() and file.stat().st_size else ()


def labels(question):
    return [each.label for each in question.passages]


@pytest.mark.parametrize(
    ("said", "expected", "holds"),
    [
        ({"good": True}, [True, None], True),
        ({"good": False}, [False, None], None),
        ({"good": True, "refused": True}, [False, False], False),
        ({"good": False, "refused": True}, [None, None], None),
    ],
)
def test_a_thumb_is_a_label_of_what_was_cited(faked, said, expected, holds):
    assert say(faked, **said).json() == {"kept": True}
    [question] = kept(faked)
    assert labels(question) == expected
    assert question.holds is holds
    assert question.picked


def test_the_last_word_on_an_answer_counts_and_can_be_taken_back(faked):
    say(faked)
    say(faked, "a2")
    say(faked, good=False)
    assert [labels(each)[0] for each in kept(faked)] == [True, False]
    assert say(faked, good=None).json() == {"kept": False}
    say(faked, "a2", good=None)
    assert kept(faked) == ()


def test_many_at_once_are_all_kept(faked):
    with ThreadPoolExecutor(8) as pool:
        replies = list(pool.map(lambda n: say(faked, f"n{n}").status_code, range(40)))
    assert replies == [200] * 40
    assert len(kept(faked)) == 40


def test_calibrate_reads_them_beside_other_labels(faked, tmp_path, capsys):
    for number in range(20):
        say(faked, f"n{number}", good=number % 2 == 0, refused=number % 3 == 0)
    write_labels(tmp_path / "labels.jsonl", 120)
    files = [str(tmp_path / "labels.jsonl"), str(faked.shared.first.feedback.path)]
    out = tmp_path / "calibrated.toml"
    assert run(["calibrate", *files, "--target", "0.6", "--out", str(out), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["questions"] > 120


WRONG = [{"id": "../x"}, {"id": ""}, {"good": "perhaps"}, {"index": "none"}]


@pytest.mark.parametrize("wrong", WRONG)
def test_what_makes_no_sense_is_refused(faked, wrong):
    assert say(faked, **wrong).status_code in {400, 404}
    assert kept(faked) == ()


def test_thumbs_of_the_page_become_labels(browser, real):
    with visiting(browser, real.url) as visit:
        page = visit.page
        visit.ask(HEIGHT)
        page.get_by_label("A good answer").click()
        expect(visit.last.locator(".actions .done")).to_have_text("Noted.")
        [question] = [each for each in kept(real) if each.question == HEIGHT]
        right = [each.passage.text for each in question.passages if each.label]
        assert len(right) == 1 and "34 metres high" in right[0]
        page.reload()
        page.locator("#history .again").first.click()
        expect(page.get_by_label("A good answer")).to_have_attribute("aria-pressed", "true")
        page.get_by_label("A bad answer").click()
        expect(visit.last.locator(".actions .done")).to_have_text("Noted.")
        [question] = [each for each in kept(real) if each.question == HEIGHT]
        assert question.holds is None and False in labels(question)
        page.get_by_label("A bad answer").click()
        expect(visit.last.locator(".actions .done")).to_have_text("Taken back.")
        assert [each for each in kept(real) if each.question == HEIGHT] == []
        assert visit.errors == []


def test_an_answer_is_copied_with_its_sources(browser, real):
    allowed = {"permissions": ["clipboard-read", "clipboard-write"]}
    with visiting(browser, real.url, **allowed) as visit:
        visit.ask(HEIGHT)
        visit.last.get_by_role("button", name="Copy").click()
        expect(visit.last.locator(".actions .done")).to_have_text("Copied.")
        text = visit.page.evaluate("navigator.clipboard.readText()")
        assert "34" in text.splitlines()[0]
        assert "[1] " in text and "34 metres high" in text.splitlines()[-1]


def test_a_conversation_is_renamed_and_exported(browser, real):
    with visiting(browser, real.url, accept_downloads=True) as visit:
        page = visit.page
        expect(page.locator("#exports")).to_be_hidden()
        visit.ask(HEIGHT)
        page.locator("#history li").hover()
        page.get_by_label("Rename: ").click()
        page.keyboard.type("The tower/of Varn")
        page.keyboard.press("Enter")
        expect(page.locator("#history .again")).to_have_text("The tower/of Varn")
        visit.ask("When was it built?")
        page.reload()
        expect(page.locator("#history .again")).to_have_text("The tower/of Varn")
        page.locator("#history .again").click()
        with page.expect_download() as taken:
            page.get_by_role("button", name="Markdown").click()
        assert taken.value.suggested_filename == "The-tower-of-Varn.md"
        text = taken.value.path().read_text()
        assert text.startswith("# The tower/of Varn\n\n## How high")
        assert "34" in text and "1871" in text and "[1] " in text
        with page.expect_download() as taken:
            page.get_by_role("button", name="JSON").click()
        assert len(json.loads(taken.value.path().read_text())["turns"]) == 2
        assert visit.errors == []
