from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.steps.answer.reply_judge import Opinions, ReplyJudge, probability, reply_features
from assay.steps.correct.refine import whole
from assay.testing import make_passage
from assay.types import Draft, Evidence

QUESTION = "Where does Oslo lie?"
PASSAGE = make_passage("Oslo lies on a fjord.", id="oslo")
WRITTEN = Draft("It lies on a fjord.", confidence=0.4)
READ = Draft("Oslo lies on a fjord.", confidence=0.8)
EVIDENCE = Evidence(tuple(whole(PASSAGE, score) for score in (0.1, 0.5, -0.5, None)))
numbers = st.floats(-1e6, 1e6)


def features(written: Draft = WRITTEN, opinions: Opinions | None = None, read: Draft = READ):
    return reply_features(QUESTION, EVIDENCE, written, read, opinions or Opinions())


def test_the_signs_are_of_the_entries_of_both_answers_and_of_what_the_model_holds_of_them():
    told = features(opinions=Opinions(holds=2.0, written=-1.0))
    assert told.best == pytest.approx(math.log(3))
    assert told.third == pytest.approx(0.0)
    assert (told.support, told.words) == (0.4, pytest.approx(math.log(6)))
    assert told.confidence == pytest.approx(math.log(4))
    assert (told.holds, told.written, told.read) == (2.0, -1.0, 0.0)
    assert told.agree == 1.0


def test_an_answer_that_says_something_else_than_the_reader_does_not_agree():
    assert features(Draft("The harbour has two cranes.")).agree == 0.0


def test_a_reader_that_does_not_say_how_sure_it_is_speaks_neither_for_nor_against():
    assert features(read=Draft("On a fjord.")).confidence == 0.0
    assert features(read=Draft(None, confidence=0.0)).confidence < -6


def test_an_answer_without_words_is_not_right_however_good_its_evidence():
    judge = ReplyJudge({"bias": 3.0}, {"bias": 3.0}, {"bias": 3.0})
    decision = judge.decide(features(Draft(None)), Draft(None), READ)
    assert (decision.written, round(decision.read, 2)) == (0.0, 0.95)


@given(numbers, numbers)
def test_whatever_the_signs_a_probability_comes_out(odds, weight):
    told = features(opinions=Opinions(holds=odds))
    assert 0 <= probability({"holds": weight, "bias": odds}, told) <= 1


@pytest.mark.parametrize(
    ("written", "shown", "sure"),
    [
        ("Oslo lies on a long fjord.", True, 0.95),
        ("Oslo does not lie on a fjord.", False, 0.95),
        ("Oslo has two cranes.", False, 0.95),
    ],
    ids=["says the same and more", "denies it", "says something else"],
)
def test_of_two_answers_that_say_the_same_the_model_s_words_are_shown(written, shown, sure):
    judge = ReplyJudge({"bias": -3.0}, {"bias": 3.0}, {"bias": 3.0})
    decision = judge.decide(features(Draft(written)), Draft(written), READ)
    assert decision.shows_written is shown
    assert round(decision.confidence, 2) == sure
