from __future__ import annotations

import gzip
import json

import pytest

from assay.errors import InputError
from assay.testing import FakeRetriever, make_passage
from assay.types import Passage
from assay_tuning.labels import (
    LabelledPassage,
    LabelledQuestion,
    count_labels,
    hard_pairs,
    label_retrieved,
    says,
    with_negatives,
)
from assay_tuning.read_labels import read_labels


def write(path, *lines):
    data = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines) + "\n"
    if path.suffix == ".gz":
        path.write_bytes(gzip.compress(data.encode()))
    else:
        path.write_text(data, encoding="utf-8")
    return path


def shape(question):
    return question.question, [(p.passage.text, p.label) for p in question.passages]


def test_the_authors_form_is_read(tmp_path):
    path = write(
        tmp_path / "train.txt",
        "Who built it? [SEP] Ann built it. [SEP] Indeed.\t1",
        "Who built it? [SEP] Bread.\t0",
        "no separator\t1",
        "Who? [SEP] no label",
    )
    read = read_labels([path])
    assert [shape(each) for each in read.questions] == [
        ("Who built it?", [("Ann built it. [SEP] Indeed.", True), ("Bread.", False)])
    ]
    assert [problem.split(":")[0] for problem in read.problems] == [
        "train.txt line 3",
        "train.txt line 4",
    ]


@pytest.mark.parametrize("name", ["labels.jsonl", "labels.jsonl.gz"])
def test_json_lines_are_pairs_or_whole_retrievals(tmp_path, name):
    path = write(
        tmp_path / name,
        {"question": "Q?", "passage": "yes", "label": 1},
        {"query": "Q?", "text": "no", "title": "T", "label": 0},
        {"question": "Q?", "passages": [{"text": "a", "label": 1}, {"text": "b", "label": None}]},
        {"question": "R?", "answers": ["x", " "], "id": 7},
        {"question": "", "passage": "?", "label": 1},
        {"question": "S?", "passage": "?", "label": "maybe"},
        "[]",
    )
    read = read_labels([path])
    assert [shape(each) for each in read.questions] == [
        ("Q?", [("yes", True), ("no", False)]),
        ("Q?", [("a", True), ("b", None)]),
        ("R?", []),
    ]
    assert read.questions[0].passages[1].passage.title == "T"
    assert read.questions[2].answers == ("x",)
    assert len(read.problems) == 3


def test_a_beir_folder_is_read(tmp_path):
    (tmp_path / "qrels").mkdir()
    write(
        tmp_path / "corpus.jsonl",
        {"_id": "d1", "title": "T", "text": "one"},
        {"_id": "d2", "title": "", "text": "two"},
        {"_id": "d3", "text": "unjudged"},
    )
    write(tmp_path / "queries.jsonl", {"_id": "q1", "text": "Q?"}, {"_id": "q2", "text": "R?"})
    write(
        tmp_path / "qrels" / "train.tsv",
        "query-id\tcorpus-id\tscore",
        "q1\td1\t2",
        "q1\td2\t0",
        "q1\tgone\t1",
    )
    (question,) = read_labels([tmp_path]).questions
    assert shape(question) == ("Q?", [("one", True), ("two", False)])
    assert question.titles == ("T",)
    with pytest.raises(InputError, match=r"dev\.tsv"):
        read_labels([tmp_path], "dev")


@pytest.mark.parametrize("damage", ["missing", "torn", "empty"])
def test_a_file_that_cannot_be_used_is_a_clear_error(tmp_path, damage):
    path = tmp_path / "labels.jsonl.gz"
    if damage != "missing":
        write(path, {"question": "Q?", "passage": "yes", "label": 1})
    if damage == "torn":
        path.write_bytes(path.read_bytes()[:20])
    if damage == "empty":
        write(path, "")
    with pytest.raises(InputError) as raised:
        read_labels([path])
    assert raised.value.hint


def test_whether_a_retrieval_holds():
    def holds(*labels):
        passages = tuple(LabelledPassage(make_passage("x"), label) for label in labels)
        return LabelledQuestion("Q?", passages).holds

    assert holds(None, True) is True
    assert holds(False, False) is False
    assert holds(False, None) is None
    assert holds() is None


FOUND = FakeRetriever(
    [
        Passage("a", "He was born in São Paulo.", "Ann Lee (chemist)"),
        Passage("b", "Bread.", "Ann Lee"),
        Passage("c", "Salt.", "Bread"),
    ]
)


def test_what_is_retrieved_is_labelled_by_title_or_by_answer():
    by_title = label_retrieved(LabelledQuestion("Q?", titles=("The Ann Lee",)), FOUND)
    assert [each.label for each in by_title.passages] == [False, True, False]
    by_answer = label_retrieved(LabelledQuestion("Q?", answers=("Sao Paulo",)), FOUND)
    assert [each.label for each in by_answer.passages] == [True, False, False]
    assert says("It is 12.", ["12"]) and not says("It is 120.", ["12"])


def test_bad_passages_are_found_for_a_question_that_has_only_good_ones():
    good = LabelledPassage(Passage("g", "Ann was here. Bread. Butter."), True)
    question = with_negatives(LabelledQuestion("Q?", (good,), answers=("São Paulo",)), FOUND)
    assert [(each.passage.id, each.label) for each in question.passages] == [
        ("g", True),
        ("c", False),
    ]


def test_only_the_hardest_pairs_are_kept():
    many = tuple(LabelledPassage(Passage(str(i), "x"), i % 2 == 0) for i in range(40))
    kept = hard_pairs(LabelledQuestion("Q?", many))
    assert count_labels([kept]) == (3, 5)
