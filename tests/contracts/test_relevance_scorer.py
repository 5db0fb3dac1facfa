from __future__ import annotations

import pytest

from assay.adapters.scorers.chat_scorer import ChatScorer
from assay.adapters.scorers.cross_encoder import CrossEncoderScorer
from assay.adapters.scorers.onnx_scorer import OnnxScorer
from assay.adapters.scorers.reranker import Reranker
from assay.adapters.scorers.t5_scorer import T5Scorer
from assay.ports import RelevanceScorer
from assay.testing import FakeChatModel, FakeRelevanceScorer, make_passage
from tests.adapters.scorers.tiny_cross_encoder import save_tiny_cross_encoder
from tests.adapters.scorers.tiny_t5 import save_tiny_t5
from tests.contracts.hostile import TEXTS
from tests.models.shipped import FOLDER, shipped

SUBJECTS = [
    pytest.param(
        lambda folder: FakeRelevanceScorer({"list": 0.7, "tuple": 0.1}), id="FakeRelevanceScorer"
    ),
    pytest.param(lambda folder: OnnxScorer(shipped()), id="OnnxScorer"),
    pytest.param(lambda folder: ChatScorer(FakeChatModel(["no"] * 200)), id="ChatScorer"),
    pytest.param(
        lambda folder: T5Scorer(save_tiny_t5(folder)), id="T5Scorer", marks=pytest.mark.torch
    ),
    pytest.param(lambda folder: Reranker(FOLDER), id="Reranker"),
    pytest.param(
        lambda folder: CrossEncoderScorer(save_tiny_cross_encoder(folder)),
        id="CrossEncoderScorer",
        marks=pytest.mark.torch,
    ),
]

QUESTION = "What is a list?"
PASSAGES = [
    make_passage("A list is a mutable sequence of items."),
    make_passage("A tuple cannot be changed."),
    make_passage("Bread is baked in an oven. " * 12),
]


@pytest.fixture(params=SUBJECTS)
def scorer(request, tmp_path):
    return request.param(tmp_path)


def test_it_fits_the_port(scorer):
    assert isinstance(scorer, RelevanceScorer)


def test_it_gives_one_score_on_the_scale_for_each_passage(scorer):
    scores = scorer.score(QUESTION, PASSAGES)
    assert len(scores) == len(PASSAGES)
    assert all(isinstance(score, float) and -1 <= score <= 1 for score in scores)


@pytest.mark.parametrize("count", [0, 1, 70])
def test_any_number_of_passages_will_do(scorer, count):
    passages = [make_passage(f"A list of {i} items.") for i in range(count)]
    assert len(scorer.score(QUESTION, passages)) == count


def test_a_score_belongs_to_its_passage_whatever_stands_beside_it(scorer):
    together = scorer.score(QUESTION, PASSAGES)
    reversed_ = scorer.score(QUESTION, PASSAGES[::-1])
    alone = [scorer.score(QUESTION, [passage])[0] for passage in PASSAGES]
    assert together == pytest.approx(reversed_[::-1], abs=1e-3)
    assert together == pytest.approx(alone, abs=1e-3)


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())
def test_no_text_breaks_it(scorer, text):
    passage = make_passage(text)
    for scores in (scorer.score(QUESTION, [passage]), scorer.score(text, PASSAGES[:1])):
        assert all(-1 <= score <= 1 for score in scores)
        assert len(scores) == 1
