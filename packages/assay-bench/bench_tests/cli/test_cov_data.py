"""`assay cov-data` on real files: both halves, resumed, and honest about what it cannot use."""

from __future__ import annotations

import gzip
import json

import pytest

QUESTION = "Where does river number {n} rise?"


def line(n: int) -> str:
    right = f"River {n} rises on Mount {chr(65 + n % 26)}lo{n}. It is {n + 3} km long."
    passages = [
        {"title": f"River {n}", "text": right, "label": 1},
        {"title": "Towns", "text": f"Town {n} has a market and a mill.", "label": 0},
        {"title": "Hills", "text": "Hills are lower than mountains.", "label": 0},
    ]
    answers = [f"Mount {chr(65 + n % 26)}lo{n}"]
    asked = QUESTION.format(n=n)
    return json.dumps({"id": n, "question": asked, "answers": answers, "passages": passages})


@pytest.fixture
def questions(tmp_path):
    path = tmp_path / "train.jsonl.gz"
    with gzip.open(path, "wt") as file:
        file.writelines(f"{line(n)}\n" for n in range(60))
    return path


@pytest.fixture
def said(tmp_path):
    path = tmp_path / "said.jsonl"
    path.write_text("".join(json.dumps({"id": str(n), "text": "Hills."}) + "\n" for n in range(60)))
    return path


def lines(path):
    return [json.loads(raw) for raw in path.read_text().splitlines()]


def test_both_halves_are_made_and_the_agreement_is_told(assay, questions, said, tmp_path):
    out = tmp_path / "cov"
    result = assay("cov-data", "--data", questions, "--out", out, "--said", said)
    assert result.code == 0, result.err
    assert "labels agree with gold on" in result.err
    first, second = lines(out / "d1.jsonl"), lines(out / "d2.jsonl")
    assert {each["item"] for each in first}.isdisjoint(each["item"] for each in second)
    assert {"gold", "seed"} < {each["kind"] for each in second}
    for each in second:
        assert json.loads(each["target"]) == each["verification"]
        assert (each["verification"]["Judgment"] == "true") == each["expected"]


def test_an_interrupted_run_carries_on(assay, questions, said, tmp_path):
    whole, out = tmp_path / "whole", tmp_path / "cov"
    options = ("--data", questions, "--said", said)
    assert assay("cov-data", *options, "--out", whole).code == 0
    assert assay("cov-data", *options, "--out", out, "--limit", 20).code == 0
    text = (out / "d2.jsonl").read_text()
    (out / "d2.jsonl").write_text(text + '{"item": "torn')
    assert assay("cov-data", *options, "--out", out).code == 0
    for name in ("d1", "d2", "dropped"):
        assert {x["id"] for x in lines(out / f"{name}.jsonl")} == {
            x["id"] for x in lines(whole / f"{name}.jsonl")
        }


def test_other_options_do_not_mix_into_a_folder(assay, questions, said, tmp_path):
    options = ("--data", questions, "--said", said, "--out", tmp_path / "cov")
    assert assay("cov-data", *options, "--limit", 5).code == 0
    result = assay("cov-data", *options, "--seed", 7)
    assert result.code == 2
    assert "other options" in result.err


def test_prompts_for_another_machine(assay, questions, tmp_path):
    prompts = tmp_path / "prompts.jsonl"
    result = assay("cov-data", "--data", questions, "--out", tmp_path / "x", "--prompts", prompts)
    assert result.code == 0
    asked = lines(prompts)
    assert 15 < len(asked) < 45
    assert asked[0].keys() == {"id", "messages", "max_tokens"}
    assert not (tmp_path / "x").exists()


def test_lines_that_cannot_be_used_are_told_and_the_rest_is_made(assay, said, tmp_path):
    path = tmp_path / "mixed.jsonl"
    path.write_text(f'{line(1)}\n{{"id": 2}}\nnot json\n{line(1)}\n{line(3)}\n')
    out = tmp_path / "cov"
    result = assay("cov-data", "--data", path, "--out", out, "--said", said)
    assert result.code == 2
    assert "3 line(s)" in result.err
    assert "mixed.jsonl line 2" in result.err
    made = {x["item"] for name in ("d1", "d2", "dropped") for x in lines(out / f"{name}.jsonl")}
    assert made == {"1", "3"}


@pytest.mark.parametrize(
    "wrong", [("--judge", "oracle"), ("--data", "absent.jsonl"), ("--said", "absent.jsonl")]
)
def test_what_is_wrong_with_the_call_is_said(assay, questions, said, tmp_path, wrong):
    call = {"--data": questions, "--out": tmp_path / "cov", "--said": said, wrong[0]: wrong[1]}
    result = assay("cov-data", *(part for pair in call.items() for part in pair))
    assert result.code == 2
    assert wrong[1] in result.err


def test_questions_without_passages_need_an_index(assay, tmp_path, said):
    path = tmp_path / "bare.jsonl"
    path.write_text(json.dumps({"id": 1, "question": "Who?", "answers": ["Ida"]}) + "\n")
    result = assay("cov-data", "--data", path, "--out", tmp_path / "cov", "--said", said)
    assert result.code == 2
    assert "--index" in result.err
