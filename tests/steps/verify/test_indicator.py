from __future__ import annotations

from dataclasses import replace

import pytest

from assay.steps.verify.indicator import RevisedQuestion, ThresholdIndicator
from assay.types import Check

GOOD = Check(0.27, 0.26, 0.0, 0.92, 0.7, 0.0, judgment=True, revised_question="gold metal")


def test_the_simple_form_fires_when_there_is_a_new_question():
    assert RevisedQuestion().fires(replace(GOOD, judgment=False))
    assert not RevisedQuestion().fires(replace(GOOD, revised_question="", judgment=False))


def test_the_simple_form_does_not_fire_on_what_was_judged_right():
    assert not RevisedQuestion().fires(GOOD)


def test_on_the_borders_of_the_paper_nothing_fires():
    assert not ThresholdIndicator().fires(GOOD)


@pytest.mark.parametrize(
    "bad",
    [
        {"reference_score": 0.26},
        {"correctness": 0.25},
        {"truthfulness": 0.91},
        {"bias": 0.71},
        {"judgment": False},
    ],
)
def test_one_bad_score_is_enough(bad):
    assert ThresholdIndicator().fires(replace(GOOD, **bad))
    assert not ThresholdIndicator().fires(replace(GOOD, revised_question="", **bad))


def test_citations_and_length_are_no_reason_to_look_again():
    assert not ThresholdIndicator().fires(replace(GOOD, citation_accuracy=0.0, conciseness=0.0))
