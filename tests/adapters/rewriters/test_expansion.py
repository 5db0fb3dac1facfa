from __future__ import annotations

import time

import pytest

from assay.adapters.rewriters.expansion import MAX_QUERIES, NOT_EXPANDED, Expander, read_expansion
from assay.budget import Limits, current_budget, limited
from assay.errors import BudgetSpentError, ServiceError
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


class Slow:
    """A model that says nothing until its time is over."""

    def complete(self, messages, *, max_tokens=256, logprobs=0, stop=()):
        while current_budget().seconds_left > 0:
            time.sleep(0.01)
        current_budget().check()


def test_a_slow_model_leaves_time_for_the_answer():
    with limited(Limits(seconds=4)) as budget, recording() as record:
        assert Expander(Slow()).expand(QUESTION) == ()
        assert budget.seconds_left > 0
    (facts,) = [step.facts for step in record.steps if step.name == "expand"]
    assert facts["notice"].startswith(NOT_EXPANDED)


def test_tokens_that_are_spent_end_the_run():
    with limited(Limits(tokens=0)), pytest.raises(BudgetSpentError, match="tokens"):
        Expander(FakeChatModel(error=BudgetSpentError("tokens", 0))).expand(QUESTION)
