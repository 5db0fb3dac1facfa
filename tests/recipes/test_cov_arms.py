"""How the three models of CoV-RAG are measured: what each says is read in its own form."""

from __future__ import annotations

import json

import pytest

from recipes.cov_model.measure import alike, chosen, judged, report
from recipes.cov_model.prepare import Arm

FORM = {
    "RefCorrect": 0.1,
    "Answer-Score": dict.fromkeys(
        ("Correctness", "CitationAcc", "Truthfulness", "Bias", "Conciseness"), 0.1
    ),
    "Judgment": "false",
    "RevisedQuery": "source of the Arlo",
}
CHECK = {
    "id": "v",
    "task": "verify",
    "kind": "wrong answer",
    "expected": False,
    "question": "Where is it?",
    "references": [{"title": "Arlo", "text": "It is long."}],
    "answer": "In Sill [1].",
    "messages": [],
    "target": json.dumps(FORM),
}
ANSWER = {
    **CHECK,
    "id": "a",
    "task": "answer",
    "kind": "gold",
    "gold": ["long"],
    "target": "long [1]",
}


@pytest.fixture
def made(tmp_path):
    """A folder of examples, one for each task."""
    for name, line in (("d1", ANSWER), ("d2", CHECK)):
        (tmp_path / f"{name}.jsonl").write_text(json.dumps(line) + "\n")
    return tmp_path


def test_each_arm_is_asked_as_it_was_taught(made):
    assert [x["task"] for x in chosen(made, 5, Arm.D1)] == ["answer"]
    chain, direct = chosen(made, 5), chosen(made, 5, Arm.DIRECT)
    assert chain[1]["messages"] == []
    assert "Where is it?" in direct[1]["messages"][0]["content"]
    assert chain[1]["wanted"] == direct[1]["wanted"] == "source of the Arlo"


def test_a_judgment_is_read_in_the_form_of_its_arm():
    assert judged(json.dumps(FORM), Arm.CHAIN) == (True, False, "source of the Arlo")
    assert judged("no form", Arm.CHAIN)[:2] == (False, None)
    assert judged("NONE", Arm.DIRECT) == (True, True, "NONE")
    assert judged(" source of the Arlo\n", Arm.DIRECT) == (True, False, "source of the Arlo")
    assert judged("", Arm.DIRECT)[:2] == (False, None)


def test_the_report_counts_answers_judgments_and_questions(made, capsys):
    said = {"v": "where is the source of the Arlo", "a": "It is long [1]."}
    report(chosen(made, 5, Arm.DIRECT), said, Arm.DIRECT)
    told = capsys.readouterr().out
    assert "judgment, wrong answers: 1.000" in told
    assert "says the right answer: 1.000" in told
    assert "revised question, words shared: 0.800" in told


def test_two_questions_share_words_whatever_their_case():
    assert alike("Where is it?", "where IS it") == 1.0
    assert alike("", "where") == 0.0
