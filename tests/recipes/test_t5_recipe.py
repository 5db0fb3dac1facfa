"""Labels by title, and a tiny T5 that is trained as the paper trains its large one."""

from __future__ import annotations

import gzip
import importlib
import json
from dataclasses import replace

import pytest

from assay.testing import FakeRetriever
from assay.types import Passage

GOLD = {"title": "Ida Krell - Life", "text": "Ida Krell was born in Sill."}
OTHER = {"title": "Sill", "text": "Sill is a town."}


@pytest.fixture
def prepare():
    return importlib.import_module("recipes.t5_evaluator.prepare")


def write(path, rows):
    path.parent.mkdir(exist_ok=True)
    with gzip.open(path, "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(row) + "\n" for row in rows)


def row(question, **meta):
    return {"question": question, "answers": ["x"], "meta": meta}


@pytest.fixture
def data(tmp_path, prepare):
    asked = [
        row("Where was Ida Krell born?", subj="Ida", s_wiki_title="Ida Krell"),
        row("Where is it reported?", subj="Ida Krell"),
        row("Who is unknown?", subj="Nobody"),
        row("Where is Sill?", subj="Sill"),
    ]
    write(tmp_path / prepare.QUESTIONS, asked)
    brought = [{"question": each["question"], "passages": [GOLD, OTHER]} for each in asked[:3]]
    write(tmp_path / prepare.RETRIEVED, brought)
    write(tmp_path / prepare.EVALUATION[0], [asked[1]])
    return tmp_path


def test_a_passage_is_good_by_its_title(data, prepare):
    (line,) = prepare.lines(data, None)
    assert line["question"] == "Where was Ida Krell born?"
    assert [(p["title"], p["label"]) for p in line["passages"]] == [(GOLD["title"], 1), ("Sill", 0)]


def test_questions_that_bring_nothing_are_looked_up(data, prepare):
    found = [Passage("a", "Sill is a town.", title="Sill"), Passage("b", "Salt.", title="Salt")]
    lines = list(prepare.lines(data, FakeRetriever(found)))
    assert [line["question"] for line in lines] == ["Where was Ida Krell born?", "Where is Sill?"]
    assert [p["label"] for p in lines[1]["passages"]] == [1, 0]


@pytest.mark.torch
def test_a_tiny_t5_learns_titles_with_the_numbers_of_the_paper(tmp_path):
    from assay.adapters.scorers.t5_scorer import T5Scorer
    from recipes.t5_evaluator.train import PAPER, train
    from tests.adapters.scorers.tiny_t5 import save_tiny_t5

    assert (PAPER.batch, PAPER.epochs, PAPER.rate, PAPER.warm) == (12, 8, 1e-4, 0.0)
    assert PAPER.patience >= PAPER.epochs
    labels = tmp_path / "labels.jsonl"
    lines = [
        {
            "question": f"Who is number {n}?",
            "passages": [{**GOLD, "label": 1}, {**OTHER, "label": 0}],
        }
        for n in range(60)
    ]
    labels.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    out = tmp_path / "out"
    out.mkdir()
    # A network this small needs a larger step to learn anything in a test.
    trained = train(labels, str(save_tiny_t5(tmp_path / "t5")), out, replace(PAPER, rate=1e-2))
    assert len(trained.history) == 8
    first, last = trained.history[0], trained.history[-1]
    assert last.train_loss < first.train_loss
    assert last.auroc > first.auroc
    passages = [Passage("g", GOLD["text"]), Passage("o", OTHER["text"])]
    scores = T5Scorer(out).score("Who is number 1?", passages)
    assert all(-1 <= score <= 1 for score in scores)
