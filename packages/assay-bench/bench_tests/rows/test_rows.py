"""Rows of results: made by the bench, as old as what they were measured with."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from assay.cli.main import run
from assay.config import Settings
from assay.errors import InputError
from assay_bench.experiments.crag import table5
from assay_bench.rows.age import listed, outdated
from assay_bench.rows.made import PARTS, Made, code_checksum, parts_now
from assay_bench.rows.page import filled, unfounded
from assay_bench.rows.row import ROWS, Row, read_rows, replaced, write_rows
from bench_tests.experiments import varholm

NOW = {part: f"{part}1-weights1" for part in PARTS}
MADE = Made("abcd1234", "2026-11-19", NOW)
RAG = Row("table1", "paper", "popqa", "accuracy", "RAG", "reader", 200, 0.46, 0.395, 0.53)
CRAG = replace(
    RAG,
    system="CRAG",
    value=0.48,
    against="RAG",
    gap=(0.02, 0.005, 0.04, 200),
    paper={"LLaMA2-hf-7b": "54.9"},
    uses=("scorer", "reader"),
    made=MADE,
)


@pytest.fixture(scope="module")
def out(tmp_path_factory):
    """A small experiment, run for real."""
    folder = tmp_path_factory.mktemp("table5")
    data = varholm.write(folder / "popqa.jsonl", varholm.rows()[:2])
    table5.run(varholm.request(data, folder / "out"))
    return folder / "out"


def test_the_bench_writes_a_row_for_each_figure_with_what_it_was_made_with(out):
    rows = {row.system: row for row in read_rows(out / ROWS) if row.measure == "accuracy"}
    crag, rag = rows["CRAG"], rows["RAG"]
    assert (crag.experiment, crag.profile, crag.generator) == ("table5", "paper", "reader")
    assert crag.paper["SelfRAG-LLaMA2-7b"] == "59.8"
    assert crag.made.parts == parts_now(Settings())
    assert crag.made.date >= "2026"
    assert (crag.uses, rag.uses) == (("scorer", "reader"), ("reader",))
    told = json.loads((out / "popqa" / "run.json").read_text())["made"]
    assert told["commit"] == crag.made.commit


def test_a_run_that_is_carried_on_stays_as_old_as_its_first_answer(out):
    place = out / "popqa" / "run.json"
    told = json.loads(place.read_text())
    told["made"] = {"commit": "0ld", "date": "2020-01-01", "parts": {"scorer": "x-y"}}
    place.write_text(json.dumps(told))
    table5.run(varholm.request(out.parent / "popqa.jsonl", out))
    assert {row.made.commit for row in read_rows(out / ROWS)} == {"0ld"}


def test_rows_are_read_as_they_were_written(tmp_path):
    write_rows(tmp_path / ROWS, [CRAG, RAG])
    assert read_rows(tmp_path / ROWS) == [CRAG, RAG]
    (tmp_path / ROWS).write_text('{"experiment": "table1"}\n')
    with pytest.raises(InputError, match=r"line 1 of .* is not a row"):
        read_rows(tmp_path / ROWS)


def test_a_new_run_replaces_the_whole_table_and_leaves_others():
    other = replace(RAG, questions="nq")
    product = replace(RAG, profile="product")
    newer = replace(RAG, value=0.5)
    assert replaced([RAG, CRAG, other, product], [newer]) == [other, product, newer]


@pytest.mark.parametrize(
    ("part", "now", "changed"),
    [
        ("scorer", "scorer1-weights1", ()),
        ("scorer", "scorer2-weights1", ("scorer's code",)),
        ("reader", "reader1-weights2", ("reader's weights",)),
        ("verifier", "verifier2-weights2", ()),
    ],
)
def test_a_row_is_old_when_what_it_used_has_changed(part, now, changed):
    found = outdated([CRAG, RAG], {**NOW, part: now})
    assert [each.changed for each in found] == ([changed] if changed else [])


def test_the_list_names_the_table_its_age_and_what_changed():
    found = outdated([CRAG], {**NOW, "scorer": "scorer2-weights2"})
    assert listed(found) == [
        "table1, paper, popqa, reader: 1 row(s) of 2026-11-19, commit abcd1234, before changes to"
        " scorer's code, scorer's weights"
    ]


def test_comments_and_docstrings_make_nothing_old_and_code_does(tmp_path):
    file = tmp_path / "reader" / "span.py"
    file.parent.mkdir()
    file.write_text('"""What it is."""\n\nLIMIT = 3\n')
    before = code_checksum("reader", tmp_path)
    file.write_text('"""Said\nbetter."""\n# A reason.\nLIMIT = 3\n')
    assert code_checksum("reader", tmp_path) == before
    file.write_text("LIMIT = 4\n")
    assert code_checksum("reader", tmp_path) != before


PAGE = """Before. <!-- rows: table1, popqa, accuracy -->
old
<!-- end of rows -->
CRAG has 48.0, RAG 46.0 (+2.0); the paper 54.9. Python 3.11.2, section 4.5.1 and v0.2.
"""


def test_a_table_of_a_page_is_written_from_its_rows_and_a_figure_in_prose_stands_in_one():
    page = filled(PAGE, [CRAG, RAG])
    assert (
        "| popqa | accuracy | CRAG | 200 | 48.0 [39.5, 53.0] | +2.0 * [+0.5, +4.0] to RAG |" in page
    )
    assert "| reader, paper | 2026-11-19, abcd1234, weights weights1 |" in page
    assert "\nold\n" not in page
    assert unfounded(page, [CRAG, RAG]) == []
    assert unfounded(page.replace("48.0, RAG", "48.1, RAG"), [CRAG, RAG]) == ["48.1"]
    with pytest.raises(InputError, match="no row is asked for by 'table9'"):
        filled(PAGE.replace("table1, popqa, accuracy", "table9"), [CRAG])


def test_publishing_fills_the_pages_and_stale_lists_what_is_old(out, tmp_path, capsys):
    (tmp_path / "page.md").write_text("<!-- rows: table5 -->\n<!-- end of rows -->\n")
    assert run(["bench", "publish", str(out), "--results", str(tmp_path)]) == 0
    assert "| popqa | accuracy | CRAG |" in (tmp_path / "page.md").read_text()
    assert run(["bench", "publish", "--results", str(tmp_path)]) == 0
    assert "written anew: nothing" in capsys.readouterr().out
    rows = [replace(row, made=replace(row.made, parts={})) for row in read_rows(tmp_path / ROWS)]
    write_rows(tmp_path / ROWS, rows)
    assert run(["bench", "stale", "--results", str(tmp_path)]) == 0
    assert "scorer's code" in capsys.readouterr().out
    assert run(["bench", "stale", "--strict", "--results", str(tmp_path)]) == 1


RESULTS = Path(__file__).parents[3].parent / "docs" / "results"
OF_ROWS = ("crag.md", "cov_rag.md")


@pytest.mark.skipif(not (RESULTS / ROWS).is_file(), reason="the pages are not there")
@pytest.mark.parametrize("name", OF_ROWS)
def test_our_pages_of_results_say_what_their_rows_say(name):
    rows, page = read_rows(RESULTS / ROWS), (RESULTS / name).read_text("utf-8")
    assert filled(page, rows) == page, "run `assay bench publish`"
    assert unfounded(page, rows) == []
