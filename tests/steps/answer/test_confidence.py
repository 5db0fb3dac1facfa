from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.steps.answer.confidence import AnswerSigns, Confidence, SignWeights
from assay.types import Form

SIGNS = AnswerSigns(score=0.2, unknown=0.2, words=3)
WEIGHTS = SignWeights(
    score=1.0,
    unknown=-2.0,
    words=0.1,
    numberless=-2.0,
    ahead=0.5,
    lead=0.1,
    unlisted=-0.5,
    forms={"list": -1.0},
)
ANY = st.floats(-1e6, 1e6)


@given(
    st.builds(SignWeights, ANY, ANY, ANY, ANY),
    st.builds(AnswerSigns, st.floats(-1, 1), st.floats(0, 1), st.integers(0, 99)),
    st.sampled_from(Form),
)
def test_a_probability_is_one_whatever_is_seen(weights, signs, form):
    assert 0 <= weights.probability(form, signs) <= 1


@pytest.mark.parametrize(
    ("better", "higher"),
    [
        (replace(SIGNS, score=0.6), True),
        (replace(SIGNS, unknown=0.8), False),
        (replace(SIGNS, score=1.0), True),
        (replace(SIGNS, numberless=True), False),
        (replace(SIGNS, ahead=1.0), True),
        (replace(SIGNS, lead=4.0), True),
        (replace(SIGNS, unlisted=True), False),
    ],
)
def test_every_sign_counts_in_its_direction(better, higher):
    change = WEIGHTS.probability(Form.FACT, better) - WEIGHTS.probability(Form.FACT, SIGNS)
    assert (change > 0) is higher and change != 0


def test_each_form_of_answer_has_a_bias_of_its_own():
    fact, listed = (WEIGHTS.probability(form, SIGNS) for form in (Form.FACT, Form.LIST))
    assert listed < fact


def test_a_question_longer_than_a_few_words_counts_like_one_of_those():
    few, many = (WEIGHTS.probability(Form.FACT, replace(SIGNS, words=n)) for n in (5, 50))
    assert few == many


def test_to_be_further_ahead_than_far_says_no_more():
    far, further = (WEIGHTS.probability(Form.FACT, replace(SIGNS, ahead=n)) for n in (3, 30))
    assert far == further


def test_whether_to_answer_is_another_question_than_being_right():
    confidence = Confidence(
        right=SignWeights(bias=-2.0), answerable=SignWeights(bias=2.0), least=0.5
    )
    assert confidence.may_answer(Form.FACT, SIGNS)
    assert confidence.of(Form.FACT, SIGNS) < 0.5
    assert not replace(confidence, least=0.99).may_answer(Form.FACT, SIGNS)


def test_nothing_is_refused_until_it_is_fitted():
    assert Confidence().may_answer(Form.FACT, replace(SIGNS, score=-1.0))
