"""The shipped verifier against answers that were made to slip through."""

from __future__ import annotations

import pytest

from assay.config import Settings
from assay.steps.answer.citations import is_verbatim
from assay.steps.correct.refine import whole
from assay.steps.verify.indicator import RevisedQuestion
from assay.testing import FakeGenerator, FakeRetriever
from assay.types import Draft, Evidence, NliLabel, Passage
from assay.wiring import Overrides, build_engine, build_verifier

MILL = Passage(
    "mill",
    "The mill at Arden was built in 1842 by the engineer Thomas Hale. It ground barley for the "
    "town. The mill was closed after a fire in 1907. It was never rebuilt.",
    "Arden Mill",
    "mill.txt",
)
QUESTION = "Who built the mill at Arden?"


def verify(answer, *passages, question=QUESTION):
    evidence = Evidence(tuple(whole(passage) for passage in passages or (MILL,)))
    check = build_verifier(Settings()).verify(question, evidence, Draft(answer))
    for each in check.sentences:
        assert each.span is None or is_verbatim(each.span, evidence)
    return check


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        (QUESTION, "Thomas Hale"),
        (QUESTION, "The engineer Thomas Hale built the mill at Arden in 1842."),
        ("When was the mill at Arden built?", "1842"),
        ("", "The mill at Arden was built in 1842 by the engineer Thomas Hale."),
    ],
)
def test_what_the_evidence_says_passes(question, answer):
    check = verify(answer, question=question)
    assert check.judgment
    assert not RevisedQuestion().fires(check)
    assert {each.label for each in check.sentences} == {NliLabel.SUPPORTED}


@pytest.mark.parametrize(
    "answer",
    [
        "The mill at Arden had a waterwheel made of oak.",  # may be right, but who says so?
        "The mill at Arden was built in 1843 by the engineer Thomas Hale.",  # off by one
        "The mill at Arden was built in 1842 by the engineer Peter Crane.",  # another name
        "The mill at Arden was not built by the engineer Thomas Hale.",  # a denial
        'Thomas Hale said that "the mill shall grind for ever".',  # an invented quotation
        "Peter Crane",
    ],
)
def test_what_it_does_not_say_fails(answer):
    check = verify(answer)
    assert not check.judgment
    assert check.truthfulness < 0.5
    assert check.revised_question != QUESTION


def test_a_year_of_something_else_is_no_answer():
    assert not verify("1907", question="When was the mill at Arden built?").judgment


def test_what_was_denied_cannot_be_affirmed():
    blades = Passage("w", "The warranty does not cover the blades of the mower.", "Warranty")
    assert not verify("The warranty covers the blades of the mower.", blades, question="").judgment


def test_true_but_beside_the_question_is_not_correct():
    beside = verify("The mill was closed after a fire in 1907.", question=QUESTION)
    straight = verify("The mill at Arden was built by the engineer Thomas Hale.")
    assert beside.truthfulness == 1
    assert beside.correctness < straight.correctness


def test_nothing_holds_without_evidence():
    check = build_verifier(Settings()).verify(QUESTION, Evidence(), Draft("Thomas Hale"))
    assert (check.judgment, check.truthfulness, check.reference_score) == (False, 0, 0)


def test_evidence_that_contradicts_itself_is_no_ground_to_stand_on():
    other = Passage("other", "The mill at Arden was built in 1790 by Peter Crane.", "Arden")
    check = verify("The mill at Arden was built in 1842 by the engineer Thomas Hale.", MILL, other)
    assert not check.judgment
    assert any("contradicts itself" in note for note in check.notes)


def test_fifty_sentences_are_checked_one_by_one():
    true = "The mill at Arden was built in 1842 by the engineer Thomas Hale."
    false = "The mill at Arden was painted blue by a sailor."
    check = verify(" ".join([true, false] * 25))
    labels = [each.label is NliLabel.SUPPORTED for each in check.sentences]
    assert labels == [True, False] * 25
    assert not check.judgment


def test_an_invented_answer_is_refused_when_it_is_verified():
    invented = FakeGenerator(Draft("It was built by the sculptor Peter Crane of Lorne."))
    parts = Overrides(retriever=FakeRetriever([MILL]), generator=invented)
    plain = build_engine(Settings(strategy="rag"), parts).ask(QUESTION)
    assert not plain.abstained
    settings = Settings.model_validate({"strategy": "rag", "verifier": {"verify": True}})
    checked = build_engine(settings, parts).ask(QUESTION)
    assert checked.abstained
    assert checked.reason.startswith("the answer could not be verified")
    assert 1 <= len(checked.queries) <= 3
    assert len(set(checked.queries)) == len(checked.queries)
