"""Questions of yes or no for the verifier: sentences turned, and what a model wrote."""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from typing import Any

import pytest

from recipes.verifier import asked
from recipes.verifier.examples import CONTRADICTED, SUPPORTED
from recipes.verifier.flips import both
from recipes.verifier.from_rulings import ruling_examples


@pytest.mark.parametrize(
    ("sentence", "says", "denies"),
    [
        (
            "You cannot rename a mounted volume.",
            "You can rename a mounted volume.",
            "You cannot rename a mounted volume.",
        ),
        (
            "A yank doesn't delete any code.",
            "A yank does delete any code.",
            "A yank doesn't delete any code.",
        ),
        (
            "The file is replaced at once.",
            "The file is replaced at once.",
            "The file is not replaced at once.",
        ),
        (
            "If the disk is full, the job will be kept.",
            "If the disk is full, the job will be kept.",
            "If the disk is full, the job will not be kept.",
        ),
        (
            "The cleaner follows links.",
            "The cleaner follows links.",
            "The cleaner does not follow links.",
        ),
    ],
)
def test_a_sentence_and_its_denial_are_made_from_each_other(
    sentence: str, says: str, denies: str
) -> None:
    assert both(sentence) == (says, denies)


@pytest.mark.parametrize(
    "sentence",
    [
        "Only owners can rename a volume.",
        "It is not only fast.",
        "The job runs unless it is not wanted.",
        "No volume is renamed.",
        "If the disk is not full",
        "Volumes of the second kind",
    ],
)
def test_other_forms_are_left_alone(sentence: str) -> None:
    assert both(sentence) is None


def test_both_answers_are_made_by_both_sentences() -> None:
    rng = random.Random(0)
    made = list(ruling_examples([("Disks", "A volume cannot be renamed.")], rng, 10))
    found = {(each.text, each.claim): each.label for each in made}
    question = "Can a volume be renamed?"
    assert found == {
        ("A volume can be renamed.", f"{question} Yes."): SUPPORTED,
        ("A volume can be renamed.", f"{question} No."): CONTRADICTED,
        ("A volume cannot be renamed.", f"{question} Yes."): CONTRADICTED,
        ("A volume cannot be renamed.", f"{question} No."): SUPPORTED,
    }


def written(path: Path, lines: list[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    return path


def run(monkeypatch: pytest.MonkeyPatch, *words: str | Path) -> list[dict[str, Any]]:
    monkeypatch.setattr(sys, "argv", ["asked", *map(str, words)])
    asked.main()
    return asked.read_lines(Path(words[-1]))


def test_only_questions_that_are_answered_as_meant_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = {"title": "Disks", "says": "It can be renamed.", "denies": "It cannot be renamed."}
    jobs = written(tmp_path / "jobs", [{"id": f"w{n}", **source} for n in range(3)])
    said = [
        {"id": "w0", "text": " Is a new name possible?\nManual: and so on"},
        {"id": "w1", "text": "Can I give the volume another owner?"},
        {"id": "w2", "text": "Which name does it get?"},
    ]
    replies = written(tmp_path / "replies", said)
    checks = run(
        monkeypatch, "check", "--jobs", jobs, "--replies", replies, "--out", tmp_path / "x"
    )
    assert [line["id"] for line in checks] == ["w0says", "w0denies", "w1says", "w1denies"]
    assert "It cannot be renamed." in checks[1]["prompt"]
    tops = {"w0says": "Yes", "w0denies": "No", "w1says": "Unknown", "w1denies": "No"}
    answers = [
        {"id": name, "text": word, "tops": [[[word, -0.05], ["?", -3.0]]]}
        for name, word in tops.items()
    ]
    replies = written(tmp_path / "answers", answers)
    kept = run(
        monkeypatch,
        *("keep", "--jobs", tmp_path / "x", "--replies", replies, "--out", tmp_path / "kept"),
    )
    assert kept == [{**source, "question": "Is a new name possible?"}]
    examples = list(asked.asked_examples(kept, random.Random(0)))
    assert len(examples) == 4
    assert {each.claim for each in examples if each.label == SUPPORTED} == {
        "Is a new name possible? Yes.",
        "Is a new name possible? No.",
    }
