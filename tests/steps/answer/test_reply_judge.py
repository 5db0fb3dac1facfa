from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.adapters.generators.chat import ChatGenerator
from assay.steps.answer.reply_judge import ReplyFeatures, ReplyJudge, ReplyWeights, reply_features
from assay.steps.correct.refine import whole
from assay.testing import FakeChatModel, make_passage
from assay.types import Draft, Evidence

QUESTION = "Where does Oslo lie?"
PASSAGE = make_passage("Oslo lies on a fjord.", id="oslo")
numbers = st.floats(-1e6, 1e6)


def judged(score: float, least: float, **how) -> Draft:
    judge = ReplyJudge(ReplyWeights(best=1.0), ReplyWeights(best=1.0), least)
    model = FakeChatModel(replies=["Oslo lies on a fjord."])
    evidence = Evidence((whole(PASSAGE, score),))
    return ChatGenerator(model, judge=judge, **how).generate(QUESTION, evidence)


def test_below_its_border_the_judge_refuses_and_says_how_likely_it_is():
    kept, refused = judged(0.8, 0.5), judged(-0.8, 0.5)
    assert kept.text and kept.confidence == pytest.approx(0.9)
    assert refused.text is None and "hardly answer this (10% likely)" in refused.reason
    assert judged(-0.8, 0.5, may_decline=False).text


def test_the_signs_are_of_the_best_and_third_entry_and_of_the_reply():
    evidence = Evidence(tuple(whole(PASSAGE, score) for score in (0.1, 0.5, -0.5, None)))
    signs = reply_features(QUESTION, evidence, Draft("three words here", confidence=0.4))
    assert signs.best == pytest.approx(math.log(3))
    assert signs.third == pytest.approx(0.0)
    assert (signs.support, signs.words) == (0.4, pytest.approx(math.log(4)))


@given(numbers, numbers, numbers)
def test_whatever_the_signs_a_probability_comes_out(best, weight, bias):
    chance = ReplyWeights(best=weight, bias=bias).probability(ReplyFeatures(best, 0.0, 0.0, 0.0))
    assert 0 <= chance <= 1
