"""What the complexity classifier is trained on, and how its labels come about."""

from __future__ import annotations

import gzip
import importlib
import json

import numpy as np
import pytest

from assay.testing import FakeGenerator
from assay.types import Complexity, Draft


@pytest.fixture(scope="module")
def recipe():
    """A file of the recipe by name; some need packages that not every test has."""
    return lambda name: importlib.import_module(f"recipes.complexity.{name}")


@pytest.fixture
def data(tmp_path, recipe):
    row = {"id": "a", "question": "Who kept it?", "answers": ["Ann"]}
    passages = [{"title": "Mura", "text": "Ann kept it."}]
    for source in recipe("questions").SOURCES:
        file = tmp_path / f"{source.file}.jsonl.gz"
        file.parent.mkdir(exist_ok=True)
        own = {"id": source.file, "question": f"Who kept {source.file}?", "answers": ["Ann"]}
        unknown = {**own, "id": "x", "question": "Nobody knows?", "answers": []}
        with gzip.open(file, "wt", encoding="utf-8") as lines:
            for each in (row, own, own, unknown):
                lines.write(json.dumps({**each, "passages": passages}) + "\n")
    return tmp_path


def test_only_training_files_are_read(recipe):
    files = [source.file for source in recipe("questions").SOURCES]
    assert all("train" in file or file == "retrieval/popqa_hippo1k" for file in files)
    assert not any("dev" in file or "test" in file for file in files)


def test_every_question_comes_once_and_has_an_answer(recipe, data):
    found = recipe("questions").questions(data)
    texts = [asked.question for asked in found]
    assert len(texts) == len(set(texts)) == len(recipe("questions").SOURCES) + 1
    assert "Nobody knows?" not in texts
    assert recipe("questions").questions(data) == found


@pytest.mark.parametrize(
    ("recalled", "read", "several", "found"),
    [
        ("It was Ann, I think.", "Ann", True, (Complexity.NONE, "memory")),
        ("Bob", "Ann", True, (Complexity.SINGLE, "reader")),
        ("", "Bob", True, (Complexity.MULTI, "set")),
        ("Bob", None, True, (Complexity.MULTI, "set")),
        ("Bob", "Bob", False, (Complexity.SINGLE, "set")),
    ],
)
def test_the_simplest_way_that_is_right_is_the_label(recipe, recalled, read, several, found):
    asked = recipe("questions").Asked("1", "Who?", ("Ann",), (("Mura", "Text."),), "f", several)
    reader = FakeGenerator(Draft(read, reason="" if read else "none"))
    assert recipe("label").label(asked, recalled, reader) == found


@pytest.mark.parametrize(
    ("text", "right"),
    [("the ANN.", True), ("Annabel", False), ("Mary Ann", True), ("", False)],
)
def test_an_answer_counts_as_whole_words(recipe, text, right):
    assert recipe("label").is_right(text, ("Ann", "")) is right


def test_answers_from_memory_are_read_by_id(recipe, tmp_path):
    file = tmp_path / "answers.jsonl"
    file.write_text('{"id": "a", "text": "Ann"}\n\n{"id": "b", "text": null}\n')
    assert recipe("label").recalled_answers(file) == {"a": "Ann", "b": ""}
    assert recipe("label").recalled_answers(None) == {}


def test_the_head_learns_what_can_be_told_apart_and_never_says_what_it_has_not_seen(recipe):
    generator = np.random.default_rng(1)
    labels = np.array([1] * 90 + [2] * 10)
    vectors = np.eye(8)[labels] + generator.normal(0, 0.1, (100, 8))
    head = recipe("train").fit(vectors, labels, 1e-4)
    assert (head.chosen(vectors) == labels).all()
    assert recipe("train").balanced(head, vectors, labels) == 1
    assert 0 not in head.chosen(generator.normal(0, 1, (200, 8)))
