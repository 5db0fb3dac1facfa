from __future__ import annotations

import pytest

from assay.steps.correct.refine import whole
from assay.testing import make_passage
from assay.types import Evidence
from assay_strategies.reason.planner import MAX_CHARACTERS, plan_prompt, replan_prompt, says_done
from tests.faults.injections import INJECTIONS


def text_of(messages) -> str:
    return "\n".join(message.content for message in messages)


def test_the_first_plan_is_asked_for_with_its_bound():
    asked = text_of(plan_prompt("Who wrote Emma?", 3))
    assert "at most 3" in asked
    assert asked.endswith("Question: Who wrote Emma?")


def test_the_next_plan_knows_what_was_searched_and_found():
    found = Evidence((whole(make_passage("Jane Austen wrote it.", "emma")),))
    asked = text_of(replan_prompt("Who?", ["author of Emma"], found, 3))
    assert "[1] emma: Jane Austen wrote it." in asked
    assert "- author of Emma" in asked
    assert "Nothing was found." in text_of(replan_prompt("Who?", ["a"], Evidence(), 3))


def test_long_evidence_is_cut():
    found = Evidence(tuple(whole(make_passage("word " * 900, str(n))) for n in range(9)))
    assert len(text_of(replan_prompt("Who?", ["a"], found, 3))) < MAX_CHARACTERS + 1_500


@pytest.mark.parametrize("injected", INJECTIONS.values(), ids=INJECTIONS.keys())
def test_evidence_stays_inside_its_fence(injected):
    found = Evidence((whole(make_passage(injected, "page")),))
    asked = text_of(replan_prompt("Who?", ["a"], found, 3))
    assert asked.count("<evidence>") == asked.count("</evidence>") == 1
    assert "<|" not in asked


@pytest.mark.parametrize(
    ("reply", "done"),
    [
        ("DONE", True),
        (" **Done.** All is there.", True),
        ("<think>1. a</think>DONE", True),
        ("1. what was done in 1911", False),
        ("Donegal, history", False),
        ("", False),
    ],
)
def test_done_is_understood(reply, done):
    assert says_done(reply) is done
