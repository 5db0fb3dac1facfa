from __future__ import annotations

import pytest

from assay.ports import Indicator
from assay.steps.verify.indicator import RevisedQuestion, ThresholdIndicator
from assay.testing import FakeIndicator
from assay.types import Check

SUBJECTS = [
    pytest.param(lambda folder: FakeIndicator(), id="FakeIndicator"),
    pytest.param(lambda folder: RevisedQuestion(), id="RevisedQuestion"),
    pytest.param(lambda folder: ThresholdIndicator(), id="ThresholdIndicator"),
]

GOOD = Check(1.0, 1.0, 1.0, 1.0, 0.0, 1.0, judgment=True)
BAD = Check(0.0, 0.0, 0.0, 0.0, 1.0, 0.0, judgment=False, revised_question="gold metal")


@pytest.fixture(params=SUBJECTS)
def indicator(request, tmp_path):
    return request.param(tmp_path)


def test_it_fits_the_port(indicator):
    assert isinstance(indicator, Indicator)


@pytest.mark.parametrize("check", [GOOD, BAD])
def test_it_says_yes_or_no(indicator, check):
    assert indicator.fires(check) in (True, False)


def test_it_never_asks_for_more_of_a_good_answer_than_of_a_bad_one(indicator):
    on_bad = indicator.fires(BAD)
    assert indicator.fires(GOOD) <= on_bad
