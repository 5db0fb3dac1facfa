from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from assay.cli.main import run
from assay.errors import InputError
from assay.testing import make_passage
from assay.types import Scored, Thresholds
from assay_tuning.pick import Retrieval, fair, informative
from assay_tuning.read_labels import read_labels

MOTOR = "The warranty covers the motor for five years."
BLADES = "The blades wear out and are not covered."
BREAD = "Bread is baked in an oven."
QUESTION = "How long is the motor covered?"


@pytest.fixture
def questions(tmp_path):
    rows = [
        {"question": QUESTION, "passages": [{"text": BREAD}, {"text": MOTOR}, {"text": BLADES}]},
        {"question": "Are the blades covered?", "passages": [{"text": BREAD}, {"text": BLADES}]},
    ]
    path = tmp_path / "questions.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return str(path)


@pytest.fixture
def label(questions, tmp_path, monkeypatch, capsys):
    """Types the keys and gives back what the person saw and the labels on disk."""
    out = tmp_path / "labels.jsonl"

    def typing(keys, *flags):
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{key}\n" for key in keys)))
        assert run(["label", questions, "--out", str(out), *flags]) == 0
        return capsys.readouterr().err, read_labels([out]).questions if out.exists() else ()

    return typing


def test_a_fair_label_is_a_whole_retrieval_asked_best_first(label):
    seen, labels = label("yy", "--fair")
    assert len(labels) == 2
    first = {each.question: each for each in labels}[QUESTION]
    assert (first.passages[0].passage.text, first.passages[0].label) == (MOTOR, True)
    assert [p.label for p in first.passages[1:]] == [None, None]
    assert first.holds is True
    assert not first.picked
    assert "2 labelled now" in seen


def test_another_key_is_told_which_there_are(label):
    seen, labels = label(["maybe", "n", "q"])
    assert "s: skip" in seen
    assert [each.holds for each in labels] == [False]


def test_a_retrieval_is_bad_only_when_every_passage_is(label):
    _, labels = label("nnnnn", "--fair")
    assert [each.holds for each in labels] == [False, False]


def test_what_is_left_undecided_is_asked_again(label):
    _, labels = label(["n", "q"], "--fair")
    assert labels == ()
    _, labels = label("nsnnn", "--fair")  # one skipped passage leaves its question open
    assert len(labels) == 1
    seen, labels = label("nnn", "--fair")
    assert len(labels) == 2
    assert "1 labelled now" in seen


def test_what_a_thumb_has_labelled_is_not_asked_again(label, questions):
    kept = Path(questions)
    rows = [json.loads(line) for line in kept.read_text().splitlines()]
    rows[0]["passages"][1]["label"] = 1  # the motor's, which the answer cited
    kept.write_text("".join(json.dumps({**row, "picked": True}) + "\n" for row in rows))
    seen, labels = label("nnnn")
    assert MOTOR not in seen
    assert len(labels) == 4


def test_informative_labels_are_marked_and_not_asked_twice(label):
    _, labels = label(["y", "what?", "n", "q"])
    assert [each.picked for each in labels] == [True, True]
    assert len({each.question for each in labels}) == 2  # spread over the questions
    seen, labels = label("nnn")
    assert len(labels) == 5
    assert seen.count("Does it answer") == 3


def test_the_limit_and_the_end_of_input_end_it(label):
    assert len(label("nnnnn", "--limit", "1")[1]) == 1
    assert len(label("")[1]) == 1


def test_nothing_in_a_document_reaches_the_terminal_as_a_command(tmp_path, monkeypatch, capsys):
    path = tmp_path / "evil.jsonl"
    row = {"question": "Q\x1b[2J?", "passages": [{"text": "x\x1b]0;owned\x07 [bold]y[/bold]"}]}
    path.write_text(json.dumps(row) + "\n")
    monkeypatch.setattr("sys.stdin", io.StringIO("n\n"))
    assert run(["label", str(path), "--out", str(tmp_path / "labels.jsonl")]) == 0
    shown = capsys.readouterr().err
    assert "\x1b]" not in shown
    assert "\x1b[2J" not in shown
    assert "[bold]y[/bold]" in shown


def test_questions_without_passages_need_an_index(tmp_path):
    path = tmp_path / "questions.jsonl"
    path.write_text('{"question": "Q?", "answers": ["x"]}\n')
    assert run(["label", str(path), "--out", str(tmp_path / "l.jsonl")]) == InputError.exit_code


def test_the_nearest_to_a_threshold_comes_first_and_no_question_takes_all():
    def retrieval(name, *scores):
        return Retrieval(name, tuple(Scored(make_passage(f"{name} {s}"), s) for s in scores))

    asks = informative(
        [retrieval("a", 0.49, 0.51), retrieval("b", 0.9, -0.6)], Thresholds(0.5, -0.5)
    )
    assert [(ask.question, ask.scored.score) for ask in asks[:2]] == [("a", 0.49), ("b", -0.6)]
    assert len(asks) == 4
    sampled = fair([retrieval("a", 0.1, 0.2), retrieval("b", 0.3)])
    assert {each.question for each in sampled} == {"a", "b"}
    assert all(each.scored[0].score == max(s.score for s in each.scored) for each in sampled)


def test_what_an_index_finds_is_labelled_by_hand_or_by_answer(tmp_path, monkeypatch, capsys):
    (tmp_path / "manual.txt").write_text(f"{MOTOR}\n\n{BLADES}\n")
    index = ["--index", str(tmp_path / "index")]
    assert run(["index", str(tmp_path / "manual.txt"), *index]) == 0
    asked = tmp_path / "asked.jsonl"
    asked.write_text(json.dumps({"question": QUESTION, "answers": ["five years"]}) + "\n")
    monkeypatch.setattr("sys.stdin", io.StringIO("y\n"))
    out = tmp_path / "labels.jsonl"
    assert run(["label", str(asked), "--out", str(out), "--fair", *index]) == 0
    (labelled,) = read_labels([out]).questions
    assert labelled.holds is True
    assert "five years" in labelled.passages[0].passage.text
    capsys.readouterr()
    # One question labelled by its answer is not enough to promise anything, but it is labelled.
    calibrated = ["calibrate", str(asked), "--out", str(tmp_path / "c.toml"), *index]
    assert run(calibrated) == InputError.exit_code
    assert "1 questions have labels" in capsys.readouterr().err
