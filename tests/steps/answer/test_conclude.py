from __future__ import annotations

from dataclasses import replace

import pytest

from assay.errors import BudgetSpentError, ServiceError
from assay.steps.answer.citations import cite_span
from assay.steps.answer.conclude import NO_EVIDENCE, conclude, draft_answer
from assay.steps.correct.refine import whole
from assay.testing import FakeGenerator, make_passage
from assay.types import Draft, Evidence

STRIP = whole(make_passage("Gold is heavy."))
EVIDENCE = Evidence((STRIP,), notes=("searched",))
CITATION = cite_span(STRIP, 0, 4, 0.9)


def test_what_a_generator_took_in_itself_is_evidence_of_the_answer():
    more = Draft("Gold", (CITATION,), added=EVIDENCE.strips)
    answer = conclude("q", "rag", Evidence(), more)
    assert (answer.citations, answer.evidence.strips) == ((CITATION,), EVIDENCE.strips)


def test_a_sound_draft_becomes_the_answer():
    answer = conclude("q", "rag", EVIDENCE, Draft("Gold", (CITATION,), notes=("read",)))
    assert (answer.text, answer.reason, answer.strategy) == ("Gold", "", "rag")
    assert answer.citations == (CITATION,)
    assert answer.notes == ("searched", "read")
    assert answer.evidence is EVIDENCE


@pytest.mark.parametrize(
    "false",
    [
        replace(CITATION, quote="Gold is light."),
        replace(CITATION, answer_end=5),
        replace(CITATION, answer_start=-1),
        replace(CITATION, answer_start=3, answer_end=2),
    ],
)
def test_a_citation_that_does_not_hold_is_removed_with_a_note(false):
    answer = conclude("q", "rag", EVIDENCE, Draft("Gold", (CITATION, false)))
    assert answer.citations == (CITATION,)
    assert answer.notes[-1] == "1 citation(s) did not hold and were removed"


@pytest.mark.parametrize("text", [None, "", "  \n", "    "])
def test_no_words_are_a_refusal(text):
    answer = conclude("q", "rag", EVIDENCE, Draft(text, (CITATION,), reason="unsure"))
    assert answer.abstained
    assert answer.reason == "unsure"
    assert answer.citations == ()


def test_a_refusal_always_has_a_reason():
    assert conclude("q", "rag", EVIDENCE, Draft(None)).reason == NO_EVIDENCE


def test_the_generator_is_not_asked_without_evidence():
    generator = FakeGenerator(draft=Draft("I just know"))
    assert draft_answer(generator, "q", Evidence()) == Draft(None, reason=NO_EVIDENCE)
    assert generator.calls == []


def test_a_spent_budget_ends_the_draft_with_its_reason():
    draft = draft_answer(FakeGenerator(error=BudgetSpentError("tokens", 5)), "q", EVIDENCE)
    assert draft.text is None
    assert draft.reason == "the budget for tokens is spent (5)"
    assert draft.notes == ("raise the limit for tokens: the setting budget.tokens",)


def test_other_errors_pass_through():
    with pytest.raises(ServiceError):
        draft_answer(FakeGenerator(error=ServiceError("down")), "q", EVIDENCE)
