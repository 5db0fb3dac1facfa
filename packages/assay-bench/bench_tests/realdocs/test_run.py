"""A run over a real index with the real models, small enough to be quick."""

from __future__ import annotations

import json

import pytest

from assay.config import Settings
from assay.errors import InputError, StorageError
from assay_bench.realdocs.records import RecordFile
from assay_bench.realdocs.run import Request, measure

LIGHTHOUSE = "The lighthouse of Granholm was built by Elsa Lindqvist in 1887."
BRIDGE = "The bridge of Granholm was opened in 1932 after four years of work."
BREAD = "Bread is baked from flour, water and salt."
ROWS = [
    {
        "id": "i1",
        "corpus": "island",
        "kind": "factoid",
        "question": "Who built the lighthouse of Granholm?",
        "must": "Lindqvist",
        "evidence": [{"file": "lighthouse.txt", "quote": LIGHTHOUSE}],
    },
    {
        "id": "i2",
        "corpus": "island",
        "kind": "yesno",
        "question": "Was the bridge of Granholm opened in 1932?",
        "must": "opened in 1932",
        "yesno": "yes",
        "evidence": [{"file": "bridge.txt", "quote": BRIDGE}],
    },
    {
        "id": "k1",
        "corpus": "kitchen",
        "kind": "factoid",
        "question": "How hot is the oven for bread?",
        "unanswerable": True,
        "why": "no temperature is given",
    },
]


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    folder = tmp_path_factory.mktemp("data")
    (folder / "island").mkdir()
    (folder / "island" / "lighthouse.txt").write_text(LIGHTHOUSE)
    (folder / "island" / "bridge.txt").write_text(BRIDGE)
    (folder / "kitchen").mkdir()
    (folder / "kitchen" / "bread.txt").write_text(BREAD)
    (folder / "questions.jsonl").write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    return folder


@pytest.fixture(scope="module")
def indexes(tmp_path_factory):
    return tmp_path_factory.mktemp("indexes")


def request_for(data, indexes, out, **fields):
    return Request(data, out, indexes, Settings(), **fields)


def records(out):
    return [json.loads(line) for line in (out / "records.jsonl").read_text().splitlines()]


def test_every_question_is_followed_from_the_index_to_the_display(data, indexes, tmp_path):
    steps = []
    summary = measure(request_for(data, indexes, tmp_path), lambda *done: steps.append(done))
    assert steps == [(1, 3), (2, 3), (3, 3)]
    first, second, third = records(tmp_path)
    assert (first["in_index_in_file"], first["retrieved_in_file"], first["scored"]) == (True, 1, 1)
    assert (first["outcome"], first["shown"]) == ("right", True)
    assert second["outcome"] in {"right", "partly"}
    assert (third["unanswerable"], third["in_index"]) == (True, False)
    assert summary.overall.measures["first 10"].value == 1
    assert json.loads((tmp_path / "summary.json").read_text())["overall"]["answerable"] == 2
    assert "By corpus" in (tmp_path / "summary.md").read_text()


def test_what_is_answered_is_not_asked_again(data, indexes, tmp_path):
    measure(request_for(data, indexes, tmp_path))
    lines = (tmp_path / "records.jsonl").read_bytes().splitlines(keepends=True)
    torn = lines[0] + lines[1] + lines[2][:40]
    (tmp_path / "records.jsonl").write_bytes(torn)
    measure(request_for(data, indexes, tmp_path))
    after = (tmp_path / "records.jsonl").read_bytes()
    assert after.startswith(torn + b"\n")
    assert len(after.splitlines()) == 4


def test_other_settings_are_another_run(data, indexes, tmp_path):
    one = {"corpora": ("kitchen",)}
    measure(request_for(data, indexes, tmp_path, **one))
    by_words = Settings(retrieval={"mode": "fulltext"})
    measure(Request(data, tmp_path, indexes, by_words, **one))
    assert len({row["run"] for row in records(tmp_path)}) == 2


@pytest.mark.parametrize(
    ("choice", "ids"),
    [
        ({"corpora": ("kitchen",)}, ["k1"]),
        ({"kinds": ("factoid",)}, ["i1", "k1"]),
        ({"kinds": ("factoid",), "corpora": ("island",)}, ["i1"]),
    ],
)
def test_a_part_of_the_questions_can_be_asked(data, indexes, tmp_path, choice, ids):
    measure(request_for(data, indexes, tmp_path, **choice))
    assert [row["id"] for row in records(tmp_path)] == ids


def test_a_larger_limit_contains_a_smaller_one(data, indexes, tmp_path):
    asked = []
    for limit in (1, 2, 3):
        measure(request_for(data, indexes, tmp_path / str(limit), limit=limit))
        asked.append({row["id"] for row in records(tmp_path / str(limit))})
    assert [len(each) for each in asked] == [1, 2, 3]
    assert asked[0] < asked[1] < asked[2]


@pytest.mark.parametrize("choice", [{"corpora": ("moon",)}, {"kinds": ("riddle",)}])
def test_an_unknown_choice_is_refused(data, indexes, tmp_path, choice):
    with pytest.raises(InputError, match="no question has the"):
        measure(request_for(data, indexes, tmp_path, **choice))


def test_a_folder_that_cannot_be_made_is_refused(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(StorageError):
        RecordFile(tmp_path / "file" / "out")
