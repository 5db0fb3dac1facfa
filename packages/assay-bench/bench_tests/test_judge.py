from __future__ import annotations

import pytest

from assay.types import Passage
from assay_bench.case import AnswerKind, Case
from assay_bench.judge import answer_metrics, is_correct, retrieval_metrics

SHORT = Case("1", "Who?", ("Elsa Lindqvist", "E. L."))
CHOICE = Case("2", "What floats?", ("ice",), AnswerKind.CHOICE, (("A", "ice"), ("B", "iron")), "A")
CLAIM = Case("3", "Ice floats.", ("true",), AnswerKind.TRUE_FALSE)
NONE = Case("4", "Why?", unanswerable=True)
BOTH = Case("5", "Which two?", ("both of them",), parts=(("red",), ("blue", "azure")))


@pytest.mark.parametrize(
    ("case", "text", "right"),
    [
        (SHORT, "It was Elsa LINDQVIST!", True),
        (SHORT, "Elsa", False),
        (SHORT, None, False),
        (CHOICE, "A", True),
        (CHOICE, "The answer is B", False),
        (CLAIM, "True. It does.", True),
        (CLAIM, "false", False),
        (CLAIM, "perhaps", False),
        (NONE, None, True),
        (NONE, "because", False),
        (BOTH, "azure and red", True),
        (BOTH, "red", False),
        (BOTH, "Both of them", True),
        (Case("6", "Tell me.", kind=AnswerKind.LONG), "Something.", None),
    ],
)
def test_right_and_wrong(case, text, right):
    assert is_correct(case, text) is right


def test_words_are_compared_only_where_there_are_words():
    assert answer_metrics(SHORT, "Elsa Lindqvist") == {"exact_match": 1, "f1": 1, "contains": 1}
    assert answer_metrics(SHORT, None) == {"exact_match": 0, "f1": 0, "contains": 0}
    assert answer_metrics(CHOICE, "A") == answer_metrics(NONE, None) == {}


def test_given_passages_are_ranked_by_their_labels():
    found = (Passage("a", "x"), Passage("b", "y"))
    case = Case("1", "Q?", ("a",), internal=found, labels=(0, 1))
    assert retrieval_metrics(case, ()) == {"hit@10": 1, "mrr@10": 0.5}
    assert retrieval_metrics(SHORT, ()) == {}


def test_documents_of_a_corpus_count_once():
    case = Case("1", "Q?", relevant={"d2": 1, "d3": 1, "d9": 0})
    found = [
        Passage(str(at), "t", document=f"/c.jsonl#{d}") for at, d in enumerate(["d1", "d1", "d2"])
    ]
    metrics = retrieval_metrics(case, found)
    assert (metrics["hit@10"], metrics["recall@10"], metrics["mrr@10"]) == (1, 0.5, 0.5)
