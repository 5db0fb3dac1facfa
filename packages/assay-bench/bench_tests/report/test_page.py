from __future__ import annotations

import base64
import hashlib
import re
import sys

import pytest
from lxml import html

from assay.cli.main import run
from assay.errors import InputError, StorageError
from assay_bench.report.page import page
from assay_bench.report.write import run_charts, write_report
from bench_tests.report.small_run import HOSTILE, cases, records, write_run

RUN = {"task": "custom", "seed": 0}
ATTRIBUTES = {"class", "id", "role", "aria-label", "tabindex", "scope", "lang", "value", "type"}
ATTRIBUTES |= {"data-outcomes", "data-verdicts", "data-differ", "name", "content", "http-equiv"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = write_run(tmp_path_factory.mktemp("run"))
    write_report(folder)
    return folder


@pytest.fixture(scope="module")
def tree(folder):
    return html.fromstring((folder / "report.html").read_text("utf-8"))


def test_hostile_text_stays_text(tree):
    (script,) = tree.iter("script")
    policy = tree.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")[0]
    digest = base64.b64encode(hashlib.sha256(script.text.encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in policy
    assert "default-src 'none'" in policy
    assert list(tree.iter("img", "iframe", "link", "object", "base", "form")) == []
    outside_charts = [e for e in tree.iter() if not e.xpath("ancestor-or-self::svg")]
    seen = {name for element in outside_charts for name in element.attrib}
    assert seen - ATTRIBUTES - {"charset", "href"} == set()
    assert not [n for e in tree.iter() for n in e.attrib if n.startswith("on")]
    shown = HOSTILE.replace("\u202e", "\ufffd").replace("\x00", "\ufffd")
    assert shown in tree.xpath("string(//details[@id='q1']/summary)")
    assert shown in tree.xpath("string(//details[@id='q1']//section[1]/p)")
    assert shown in tree.xpath("string(//details[@id='q3']//section[2])")


def test_nothing_is_fetched_and_every_link_leads_inside_the_page(folder, tree):
    text = (folder / "report.html").read_text("utf-8")
    addresses = set(re.findall(r"(?:https?:)?//[\w.-]+\.\w+[^\s\"'<]*", text))
    assert addresses <= {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}
    assert "@import" not in text
    ids = tree.xpath("//@id")
    assert len(ids) == len(set(ids))
    links = tree.xpath("//a/@href")
    assert links
    assert {link.removeprefix("#") for link in links} <= set(ids)


def test_the_tables_hold_the_figures_with_intervals(tree):
    systems, differences, verdicts = tree.iter("table")
    rows = [[" ".join(c.text_content().split()) for c in row] for row in systems.iter("tr")]
    by_head = [dict(zip(rows[0], row, strict=True)) for row in rows[1:]]
    assert [row["system"] for row in by_head] == ["rag", "crag <b>"]
    assert by_head[0]["accuracy, %"] == "33.3 0.0 to 100.0"
    assert by_head[1]["accuracy, %"] == "100.0 100.0 to 100.0"
    assert [row["answered, %"] for row in by_head] == ["100.0", "66.7"]
    assert by_head[0]["tokens"] == "10"
    (difference,) = [[c.text_content() for c in row] for row in list(differences.iter("tr"))[1:]]
    assert difference[:4] == ["crag <b>", "rag", "3", "+66.7"]
    assert "3, 33 % right" in verdicts.text_content()


def test_a_question_shows_answers_side_by_side_with_citations_and_evidence(tree):
    question = tree.get_element_by_id("q1")
    sections = question.findall(".//section")
    assert [s.find("h3").text.strip() for s in sections] == ["rag", "crag <b>"]
    second = sections[1]
    assert second.xpath("string(.//span[@class='cited'])") == "Ada"
    assert second.xpath("string(.//span[@class='unsupported'])") == "wrote it."
    (link,) = second.xpath(".//sup/a/@href")
    strip = tree.get_element_by_id(link[1:])
    assert strip.xpath("string(.//span[@class='quote'])") == "Ada"
    assert "does not hold" in second.text_content()
    assert "declined" in tree.get_element_by_id("q3").findall(".//section")[1].text_content()


def test_questions_say_how_they_ended_so_that_they_can_be_filtered(tree):
    found = {q.attrib["id"]: dict(q.attrib) for q in tree.iter("details")}
    assert found["q1"]["data-differ"] == "no"
    assert found["q2"]["data-differ"] == "yes"
    assert found["q2"]["data-outcomes"] == "wrong right"
    assert found["q3"]["data-verdicts"] == "correct"


def test_plots_stand_in_the_page_and_beside_it(folder, tree):
    captions = [figure.xpath("string(figcaption)") for figure in tree.iter("figure")]
    assert captions == [
        "Accuracy",
        "Accuracy among the answered, surest first",
        "Accuracy against time",
    ]
    assert {path.name for path in (folder / "plots").iterdir()} == {
        f"{stem}.{form}"
        for stem in ("accuracy", "accuracy-time", "risk-coverage")
        for form in ("png", "svg")
    }


def test_the_same_run_gives_the_same_page(folder):
    before = (folder / "report.html").read_bytes()
    write_report(folder)
    assert (folder / "report.html").read_bytes() == before


def test_a_long_run_is_cut_where_there_is_least_to_see_and_says_so():
    known = {case.id: case for case in cases()}
    two = page(RUN, known, records(), {}, max_questions=2)
    assert re.findall(r'<details[^>]* id="(q\d)"', two) == ["q2", "q3"]  # the systems agree on q1
    assert "2 of 3 questions are shown" in two
    short = page(RUN, known, records(), {}, max_characters=10)
    assert "<details" not in short
    assert "0 of 3 questions are shown" in short
    assert len(short) < 40_000


def test_one_system_without_right_answers_needs_no_comparison_and_no_accuracy():
    known = {case.id: case for case in cases()}
    alone = [r for r in records() if r.strategy == "rag"]
    unjudged = [type(r)(r.strategy, r.case, r.question, r.answer, None) for r in alone]
    assert run_charts("custom", known, unjudged) == {}
    text = page(RUN, known, unjudged, {})
    assert "Differences" not in text
    assert "rag: not judged" in text


def test_without_matplotlib_the_page_has_no_plots_and_says_why(tmp_path, monkeypatch):
    folder = write_run(tmp_path / "run")
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    text = write_report(folder).read_text("utf-8")
    assert "assay-rag-bench[plots]" in text
    assert "<svg" not in text


def test_the_command_prints_where_the_page_is(tmp_path, capsys):
    folder = write_run(tmp_path / "run")
    assert run(["bench", "report", str(folder), "--questions", "1"]) == 0
    assert capsys.readouterr().out.strip() == str(folder / "report.html")
    assert "1 of 3 questions are shown" in (folder / "report.html").read_text("utf-8")
    assert run(["bench", "report", str(tmp_path)]) == InputError.exit_code
    assert "not the folder of a run" in capsys.readouterr().err


def test_a_run_without_records_and_a_folder_that_refuses_are_clear_errors(tmp_path):
    folder = write_run(tmp_path / "run")
    (folder / "plots").write_text("a file where a folder should be")
    with pytest.raises(StorageError, match="cannot write"):
        write_report(folder)
    (folder / "records.jsonl").write_text("")
    with pytest.raises(InputError, match="no records"):
        write_report(folder)
