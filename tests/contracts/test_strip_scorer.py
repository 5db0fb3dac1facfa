from __future__ import annotations

import pytest

from assay.adapters.scorers.onnx_scorer import OnnxScorer
from assay.ports import StripScorer
from assay.steps.correct.refine import RescoreStrips, cut_strips, whole
from assay.testing import FakeRelevanceScorer, FakeStripScorer, make_passage
from tests.contracts.hostile import TEXTS
from tests.models.shipped import shipped

SUBJECTS = [
    pytest.param(lambda folder: FakeStripScorer({"list": 0.7}), id="FakeStripScorer"),
    pytest.param(lambda folder: OnnxScorer(shipped()), id="OnnxScorer"),
    pytest.param(lambda folder: RescoreStrips(FakeRelevanceScorer({"list": 0.7})), id="Rescore"),
]

QUESTION = "What is a list?"
PASSAGES = [
    make_passage("A list is mutable. It holds items. Bread is baked. Fish swim.", "first"),
    make_passage(
        "A tuple is fixed. It cannot change. A list can. That is all.", "second", start=90
    ),
]
STRIPS = [strip for passage in PASSAGES for strip in cut_strips(passage)]


@pytest.fixture(params=SUBJECTS)
def scorer(request, tmp_path):
    return request.param(tmp_path)


def test_it_fits_the_port(scorer):
    assert isinstance(scorer, StripScorer)


def test_it_gives_one_score_on_the_scale_for_each_strip(scorer):
    scores = scorer.score_strips(QUESTION, STRIPS)
    assert len(scores) == len(STRIPS) == 4
    assert all(isinstance(score, float) and -1 <= score <= 1 for score in scores)


def test_no_strips_no_scores(scorer):
    assert list(scorer.score_strips(QUESTION, [])) == []


def test_a_score_belongs_to_its_strip_whatever_the_order(scorer):
    together = scorer.score_strips(QUESTION, STRIPS)
    assert together == pytest.approx(scorer.score_strips(QUESTION, STRIPS[::-1])[::-1], abs=1e-3)


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())
def test_no_text_breaks_it(scorer, text):
    strips = [*cut_strips(make_passage(text)), whole(make_passage(text))]
    scores = scorer.score_strips(QUESTION, strips)
    assert len(scores) == len(strips)
    assert all(-1 <= score <= 1 for score in scores)
