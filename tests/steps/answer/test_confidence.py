from __future__ import annotations

import pytest

from assay.model_files import MODELS, load_card
from assay.steps.answer.confidence import MAX_AHEAD, Confidence, features, logit_of
from assay.types import Form


def test_without_weights_the_confidence_is_the_score_as_a_probability():
    assert Confidence().of(Form.PASSAGE, [0.6]) == pytest.approx(0.8)


def test_an_only_passage_is_as_far_ahead_as_can_be():
    assert features([0.5]) == (logit_of(0.5), MAX_AHEAD)
    assert features([0.5, 0.5])[1] == 0.0


def test_a_form_moves_the_confidence_by_its_weight():
    told = Confidence(forms={"fact": -1.0})
    assert told.of(Form.FACT, [0.2]) < told.of(Form.PASSAGE, [0.2])


def test_the_shipped_confidence_rises_with_the_score_and_with_its_lead():
    told = load_card(MODELS / "assayer").calibration("answer", Confidence)
    assert told.of(Form.PASSAGE, [0.9, 0.0]) > told.of(Form.PASSAGE, [0.2, 0.0])
    assert told.of(Form.PASSAGE, [0.9, 0.0]) > told.of(Form.PASSAGE, [0.9, 0.9])


@pytest.mark.parametrize("score", [-1.0, 1.0])
def test_no_score_makes_a_certainty(score):
    assert 0 < Confidence().of(Form.FACT, [score]) < 1
