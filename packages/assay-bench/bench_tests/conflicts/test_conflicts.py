"""Planted passages over small files of our own, with the real reader."""

from __future__ import annotations

import gzip
import json

import pytest

from assay.config import Settings
from assay.errors import InputError
from assay.types import Answer, Citation, Rival
from assay_bench.conflicts.cases import COPIES, read_cases
from assay_bench.conflicts.run import Said, ask_all, asking, outcome
from assay_bench.conflicts.table import summary, table

QUESTION = "Who built the lighthouse of Granholm?"
GOOD = "The lighthouse of Granholm was built by Elsa Lindqvist in 1887."
FALSE = "Otto Berg built the lighthouse of Granholm after the storm."
NOISER = {
    "id": 0,
    "question": QUESTION,
    "gold_answers": ["Elsa Lindqvist"],
    "gold_text": GOOD,
    "counterfactual_answer": "Otto Berg",
    "counterfactual_noise": FALSE,
    "supportive_noise": [{"title": "Granholm", "text": "Granholm is a town by the sea."}],
}
POISONED = {
    "id": "p",
    "question": QUESTION,
    "correct_answer": "Elsa Lindqvist",
    "incorrect_answer": "Otto Berg",
    "adv_texts": [FALSE, "It was Otto Berg who built the lighthouse of Granholm."],
}
HOTPOT = {
    "question": QUESTION,
    "passages": [
        {"title": "Bread", "text": "Bread is baked from flour.", "label": 0},
        {"title": "Lighthouse", "text": GOOD, "label": 1},
    ],
}


def write(folder, name, row):
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    with gzip.open(path, "wt", encoding="utf-8") as stream:
        stream.write(json.dumps(row) + "\n")


@pytest.fixture
def data(tmp_path):
    write(tmp_path, "robustness/noiserbench_bamboogle.jsonl.gz", NOISER)
    write(tmp_path, "robustness/poisonedrag_hotpot.jsonl.gz", POISONED)
    write(tmp_path, "retrieval/hotpot500.jsonl.gz", HOTPOT)
    return tmp_path


def test_every_file_gives_good_and_planted_passages(data):
    poisoned, noiser = read_cases(data)
    assert [each.text for each in poisoned.good] == [GOOD, "Bread is baked from flour."]
    assert [each.text for each in poisoned.planted] == POISONED["adv_texts"]
    assert [each.text for each in noiser.planted] == [FALSE] * COPIES
    assert len({each.document for each in noiser.planted}) == COPIES


def test_a_folder_without_the_files_is_refused(tmp_path):
    with pytest.raises(InputError, match="none of the files"):
        read_cases(tmp_path)


def test_both_answers_are_shown_with_the_real_reader(data):
    cases = read_cases(data)
    asked = ask_all(cases, asking(Settings()))
    assert all(each.planted.disputed for each in asked if each.planted.said is Said.FALSE)
    assert [each.clean.said for each in asked] == [Said.RIGHT, Said.RIGHT]
    page = table(summary(asked))
    assert "| PoisonedRAG, HotpotQA | 1 |" in page
    assert "0.0 % [0.0, 0.0]" in page


@pytest.mark.parametrize(
    ("text", "source", "said", "disputed"),
    [
        ("Otto Berg", "planted 2", Said.FALSE, False),  # planted passages among themselves
        ("Otto Berg", "good 1", Said.FALSE, True),
        ("Otto Berg or Elsa Lindqvist: the sources disagree", "good 1", Said.FALSE, True),
        ("Elsa Lindqvist", "planted 1", Said.RIGHT, False),
        ("a mason", "good 1", Said.OTHER, True),
        (None, "good 1", Said.NOTHING, True),
    ],
)
def test_only_what_was_not_planted_disputes(data, text, source, said, disputed):
    case = read_cases(data)[0]
    cited = Citation(0, 9, "e", "planted 1", 0, 9, "Otto Berg", 0.5)
    rival = Rival("Elsa Lindqvist", Citation(0, 0, "e", source, 0, 1, "E", 0.5))
    cites = (cited,) if (text or "").startswith("Otto") else ()
    answer = Answer(case.question, text, "crag", citations=cites, rivals=(rival,))
    found = outcome(case, answer)
    assert (found.said, found.disputed) == (said, disputed)
