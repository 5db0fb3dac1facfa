from __future__ import annotations

import pytest

from assay.adapters.rewriters.expansion import MAX_QUERIES, NOT_EXPANDED, Expander, read_expansion
from assay.errors import ServiceError
from assay.testing import FakeChatModel
from assay.tracing import recording

QUESTION = "How long may I stay at home with a baby?"


@pytest.mark.parametrize(
    ("reply", "queries"),
    [
        ("parental leave\nduration of leave", ("parental leave", "duration of leave")),
        ('1. "parental leave"\n2) leave\n- **days**', ("parental leave", "leave", "days")),
        (
            "Here are the queries:\nQuery 1: leave\nSentence: Leave lasts.",
            ("leave", "Leave lasts."),
        ),
        (f"{QUESTION}\nleave\nLEAVE\n", ("leave",)),
        ("<think>hm</think>leave", ("leave",)),
        ("1.\n---\n 42", ()),
        ("", ()),
        ("a\nb\nc\nd\ne\nf", ("a", "b", "c", "d")),
    ],
)
def test_the_lines_of_a_reply_are_queries(reply, queries):
    assert read_expansion(reply, QUESTION) == queries
    assert len(queries) <= MAX_QUERIES


@pytest.mark.parametrize(
    "model",
    [FakeChatModel(replies=[""]), FakeChatModel(error=ServiceError("down", hint="start it"))],
)
def test_a_model_without_words_is_noticed_and_nothing_is_lost(model):
    with recording() as record:
        assert Expander(model).expand(QUESTION) == ()
    (facts,) = [step.facts for step in record.steps if step.name == "expand"]
    assert facts["notice"].startswith(NOT_EXPANDED)
