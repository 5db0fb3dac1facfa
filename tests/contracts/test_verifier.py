from __future__ import annotations

import pytest

from assay.adapters.verifiers.chat_verifier import ChatVerifier
from assay.adapters.verifiers.trained import TrainedVerifier
from assay.ports import Verifier
from assay.steps.correct.refine import whole
from assay.steps.verify.word_overlap_nli import WordOverlapNli
from assay.testing import FakeChatModel, FakeNliScorer, FakeVerifier, make_passage
from assay.types import Draft, Evidence
from tests.contracts.hostile import TEXTS
from tests.models.shipped import shipped_nli

FORM = '{"RefCorrect": 7, "Judgment": "false", "RevisedQuery": "list type"}'

SUBJECTS = [
    pytest.param(lambda folder: FakeVerifier(), id="FakeVerifier"),
    pytest.param(lambda folder: TrainedVerifier(shipped_nli()), id="TrainedVerifier"),
    pytest.param(lambda folder: TrainedVerifier(FakeNliScorer()), id="TrainedVerifier-fake"),
    pytest.param(lambda folder: TrainedVerifier(WordOverlapNli()), id="TrainedVerifier-words"),
    pytest.param(lambda folder: ChatVerifier(FakeChatModel([FORM] * 9)), id="ChatVerifier"),
    pytest.param(
        lambda folder: ChatVerifier(FakeChatModel(["list type"] * 9), "direct"),
        id="ChatVerifier-direct",
    ),
    pytest.param(
        lambda folder: ChatVerifier(FakeChatModel(["{}"] * 9), "cov"), id="ChatVerifier-cov"
    ),
    pytest.param(
        lambda folder: ChatVerifier(FakeChatModel(["NONE"] * 9), "cov_direct"),
        id="ChatVerifier-cov-direct",
    ),
]

QUESTION = "What is a list?"
EVIDENCE = Evidence((whole(make_passage("A list is a mutable sequence of items.", "a"), 0.9),))
SCORES = (
    "reference_score",
    "correctness",
    "citation_accuracy",
    "truthfulness",
    "bias",
    "conciseness",
)


@pytest.fixture(params=SUBJECTS)
def verifier(request, tmp_path):
    return request.param(tmp_path)


def assert_sound(check, text):
    for name in SCORES:
        assert 0 <= getattr(check, name) <= 1, name
    for each in check.sentences:
        assert 0 <= each.start < each.end <= len(text)
        assert 0 <= each.score <= 1


def test_it_fits_the_port(verifier):
    assert isinstance(verifier, Verifier)


def test_every_score_is_a_share(verifier):
    text = "A list is a mutable sequence."
    assert_sound(verifier.verify(QUESTION, EVIDENCE, Draft(text)), text)


def test_it_never_asks_for_a_query_that_was_tried(verifier):
    draft = Draft("A list is blue.")
    first = verifier.verify(QUESTION, EVIDENCE, draft, asked=(QUESTION,)).revised_question
    second = verifier.verify(QUESTION, EVIDENCE, draft, asked=(QUESTION, first)).revised_question
    assert first != QUESTION
    assert second == "" or second not in (QUESTION, first)


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())
def test_no_text_breaks_it(verifier, text):
    hostile = Evidence((whole(make_passage(text)),))
    assert_sound(verifier.verify(QUESTION, hostile, Draft(text)), text)
    assert_sound(verifier.verify(text, EVIDENCE, Draft("A list.")), "A list.")
    assert_sound(verifier.verify(QUESTION, Evidence(), Draft(None, reason="none")), "")
