"""The files of a batch: one odd entry, one wrong name or a second process spoil nothing."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from assay.batch.answers_file import AnswersFile
from assay.batch.questions_file import read_questions
from assay.cli.main import run
from assay.errors import InputError
from tests.cli.conftest import assay, fakes  # noqa: F401 - fixtures

QUESTION = {"id": 1, "question": "Who kept the light?", "passages": [{"text": "Anna Lund did."}]}
ODD = {
    "empty text": {"title": "t", "url": "https://a.example/", "text": ""},
    "blank text": {"text": " \n"},
    "no text": {"title": "only a title"},
    "null": {"text": None, "html": None},
}


@pytest.mark.parametrize("entry", ODD.values(), ids=ODD)
def test_an_external_entry_without_text_is_passed_over(tmp_path, entry):
    line = {**QUESTION, "external": [entry, {"text": "The light was kept by Anna."}]}
    (tmp_path / "q.jsonl").write_text(json.dumps(line))
    read = read_questions(tmp_path / "q.jsonl")
    assert read.problems == ()
    assert [page.text for page in read.questions[0].external] == ["The light was kept by Anna."]


@pytest.mark.usefixtures("fakes")
@pytest.mark.parametrize("name", ["q.jsonl", "./q.jsonl", "link.jsonl", "hard.jsonl"])
def test_answers_do_not_go_over_their_questions(name, capsys):
    Path("q.jsonl").write_text(json.dumps(QUESTION) + "\n")
    Path("link.jsonl").symlink_to("q.jsonl")
    os.link("q.jsonl", "hard.jsonl")
    before = Path("q.jsonl").read_bytes()
    assert run(["batch", "q.jsonl", "-o", name]) == InputError.exit_code
    assert "the questions itself" in capsys.readouterr().err
    assert Path("q.jsonl").read_bytes() == before


@pytest.mark.usefixtures("fakes")
def test_another_file_of_questions_is_not_taken_for_answers(capsys):
    Path("q.jsonl").write_text(json.dumps(QUESTION) + "\n")
    Path("r.jsonl").write_text(json.dumps(QUESTION) + "\n")
    assert run(["batch", "q.jsonl", "-o", "r.jsonl"]) == InputError.exit_code
    assert "not an answer of assay" in capsys.readouterr().err
    assert Path("r.jsonl").read_text() == json.dumps(QUESTION) + "\n"


@pytest.mark.usefixtures("fakes")
def test_two_batches_do_not_write_to_one_file(capsys):
    Path("q.jsonl").write_text(json.dumps(QUESTION) + "\n")
    with AnswersFile(Path("a.jsonl")):
        assert run(["batch", "q.jsonl", "-o", "a.jsonl"]) == InputError.exit_code
        assert "another process is writing" in capsys.readouterr().err
    assert run(["batch", "q.jsonl", "-o", "a.jsonl"]) == 0


def test_always_answer_always_answers_where_anything_was_found(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("q.jsonl").write_text(
        json.dumps({**QUESTION, "passages": [{"text": "The price of tin fell in March."}]}) + "\n"
    )
    for strategy in ("crag", "rag"):
        args = ["batch", "q.jsonl", "--strategy", strategy]
        assert run([*args, "--always-answer", "-o", f"{strategy}.jsonl"]) == 0
        (line,) = map(json.loads, Path(f"{strategy}.jsonl").read_text().splitlines())
        assert line["text"] and not line["abstained"], strategy
        assert line["citations"][0]["quote"] == "The price of tin fell in March."
    assert "the best of what did not" in json.loads(Path("crag.jsonl").read_text())["notes"][-1]
    assert run(["batch", "q.jsonl", "-o", "may.jsonl"]) == 0
    assert json.loads(Path("may.jsonl").read_text())["abstained"]
