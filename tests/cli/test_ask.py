from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from tests.cli.test_index import FRUIT, LOOPS

ROOT = Path(__file__).parents[2]
SCHEMA = json.loads((ROOT / "docs/reference/answer.schema.json").read_text("utf-8"))
QUESTION = "What does the continue statement do?"


@pytest.fixture
def index(fakes) -> Path:
    from assay.indexing.index_paths import index_paths
    from assay.testing import FakeEmbedder

    (fakes / "texts").mkdir()
    (fakes / "texts" / "loops.txt").write_text(LOOPS)
    (fakes / "texts" / "fruit.md").write_text(FRUIT)
    settings = fakes / "assay.toml"
    settings.write_text(settings.read_text() + '[retrieval]\nmode = "fulltext"\n')
    index_paths([fakes / "texts"], fakes / "i", FakeEmbedder())
    return fakes / "i"


def test_an_answer_is_printed_with_its_sources_and_exit_code_0(assay, index):
    result = assay("ask", QUESTION, "--index", index)
    assert (result.code, result.err) == (0, "")
    assert "starts the next cycle" in result.out
    assert "[1]" in result.out and "loops.txt, line 1\n" in result.out


def test_an_abstention_has_its_own_exit_code_and_says_why(assay, index):
    result = assay("ask", "Are bananas yellow?", "--index", index)
    assert result.code == 3
    assert result.out.startswith("No answer: ")


def test_json_alone_goes_to_stdout_and_fits_its_schema(assay, index):
    for question, abstained in ((QUESTION, False), ("Are bananas yellow?", True)):
        result = assay("ask", question, "--index", index, "--json")
        Draft202012Validator(SCHEMA).validate(result.json)
        assert result.json["abstained"] is abstained
        assert result.err == ""


def test_a_citation_points_into_the_file_itself(assay, index):
    (citation,) = assay("ask", QUESTION, "--index", index, "--json").json["citations"]
    text = Path(citation["source"]).read_text("utf-8")
    assert text[citation["start"] : citation["end"]] == citation["quote"]


def test_explain_draws_the_decision(assay, index):
    result = assay("ask", QUESTION, "--index", index, "--explain")
    assert result.code == 0
    for part in ("Sources", "Verdict", "CORRECT", "Evidence", "Time", "retrieve"):
        assert part in result.out


def test_rag_answers_without_a_verdict(assay, index):
    result = assay("ask", "Are bananas yellow?", "--index", index, "--strategy", "rag", "--json")
    assert result.code == 0
    assert (result.json["strategy"], result.json["verdict"]) == ("rag", None)


def test_top_k_limits_what_is_retrieved(assay, index):
    question = "the continue statement and bananas in the sun"
    counts = [
        len(assay("ask", question, "--index", index, "--top-k", k, "--json").json["scores"])
        for k in (1, 5)
    ]
    assert counts == [1, 2]


@pytest.mark.parametrize("question", ["", "   ", "x" * 1_000_000])
def test_a_question_that_is_none_is_refused_in_two_lines(assay, index, question):
    result = assay("ask", question, "--index", index)
    assert (result.code, result.out) == (2, "")
    assert len(result.err) < 400


def test_a_budget_that_is_spent_is_an_abstention_that_says_so(assay, index, monkeypatch):
    monkeypatch.setenv("ASSAY_BUDGET__SECONDS", "0.000001")
    result = assay("ask", QUESTION, "--index", index)
    assert result.code == 3
    assert "budget" in result.out


def test_a_step_that_hangs_does_not_hold_the_command(index, command, tmp_path, monkeypatch):
    (tmp_path / "site" / "hanging.py").write_text(HANGING)
    entries = tmp_path / "site" / "fakes-1.0.dist-info" / "entry_points.txt"
    entries.write_text(entries.read_text() + "hanging = hanging:Hanging\n")
    monkeypatch.setenv("ASSAY_BUDGET__SECONDS", "2")
    line = [*command, "ask", QUESTION, "--index", str(index), "--generator", "hanging"]
    said = subprocess.run(line, capture_output=True, text=True, timeout=60, check=False)
    assert said.returncode == 3 and "budget for seconds is spent" in said.stdout


HANGING = """\
import time

class Hanging:
    def generate(self, question, evidence):
        time.sleep(300)
"""
