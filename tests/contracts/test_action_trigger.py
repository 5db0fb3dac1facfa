from __future__ import annotations

import pytest

from assay.ports import ActionTrigger
from assay.steps.correct.ablations import MergedAction, OneAction
from assay.steps.correct.judge import ThreeActions
from assay.testing import FakeActionTrigger, make_passage
from assay.types import Scored, Thresholds, Verdict

SUBJECTS = [
    pytest.param(lambda folder: FakeActionTrigger(), id="FakeActionTrigger"),
    pytest.param(lambda folder: ThreeActions(), id="ThreeActions"),
    pytest.param(lambda folder: OneAction(Verdict.AMBIGUOUS), id="OneAction"),
    pytest.param(lambda folder: MergedAction(Verdict.CORRECT), id="MergedAction"),
]


@pytest.fixture(params=SUBJECTS)
def trigger(request, tmp_path):
    return request.param(tmp_path)


def test_it_fits_the_port(trigger):
    assert isinstance(trigger, ActionTrigger)


@pytest.mark.parametrize("scores", [[], [-1.0], [0.0, 1.0], [0.3] * 50])
def test_it_always_decides_and_always_alike(trigger, scores):
    scored = [Scored(make_passage("x"), score) for score in scores]
    verdict = trigger.trigger(scored, Thresholds(0.5, -0.5))
    assert isinstance(verdict, Verdict)
    assert trigger.trigger(scored, Thresholds(0.5, -0.5)) is verdict
