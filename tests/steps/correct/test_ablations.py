from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.steps.correct.ablations import MergedAction, OneAction, RefineByKind
from assay.steps.correct.judge import judge
from assay.testing import FakeRefiner, make_passage
from assay.tracing import recording
from assay.types import Evidence, Kind, Scored, Thresholds, Verdict

BORDERS = Thresholds(upper=0.5, lower=-0.5)
PAIRS = list(itertools.product(Verdict, Verdict))
SCORES = {Verdict.CORRECT: 0.9, Verdict.AMBIGUOUS: 0.0, Verdict.INCORRECT: -0.9}


def scored(*scores):
    return [Scored(make_passage("x"), score) for score in scores]


@pytest.mark.parametrize(("action", "truth"), PAIRS)
def test_one_action_is_taken_whatever_the_scores(action, truth):
    assert OneAction(action).trigger(scored(SCORES[truth]), BORDERS) is action


@pytest.mark.parametrize(("without", "truth"), PAIRS)
def test_a_merged_action_is_never_taken_and_the_others_stay(without, truth):
    other = Verdict.INCORRECT if without is Verdict.AMBIGUOUS else Verdict.AMBIGUOUS
    taken = MergedAction(without, done_as=other).trigger(scored(SCORES[truth]), BORDERS)
    assert taken is (other if truth is without else truth)


@given(st.lists(st.floats(-1, 1), min_size=1), st.floats(-1, 1))
def test_ambiguous_merged_into_incorrect_is_one_threshold(scores, lower):
    thresholds = Thresholds(upper=max(0.2, lower), lower=lower)
    taken = MergedAction(Verdict.AMBIGUOUS, done_as=Verdict.INCORRECT).trigger(
        scored(*scores), thresholds
    )
    assert taken is (Verdict.CORRECT if max(scores) > thresholds.upper else Verdict.INCORRECT)
    assert (taken is Verdict.CORRECT) == (judge(scored(*scores), thresholds) is Verdict.CORRECT)


def test_ablated_triggers_are_observed_as_the_trigger_is():
    with recording() as record:
        OneAction(Verdict.CORRECT).trigger([], BORDERS)
        MergedAction(Verdict.INCORRECT).trigger([], BORDERS)
    assert [(s.name, s.facts) for s in record.steps] == [
        ("judge", {"verdict": "correct"}),
        ("judge", {"verdict": "ambiguous"}),
    ]


def test_each_kind_goes_to_its_own_refiner():
    inside = Scored(make_passage("from the index"), 0.1)
    outside = Scored(make_passage("from outside", kind=Kind.EXTERNAL), 0.2)
    refiner = RefineByKind(internal=FakeRefiner(keep="never"), external=FakeRefiner())
    evidence = refiner.refine("q", [outside, inside])
    assert [s.text for s in evidence.strips] == ["from outside"]
    assert [s.text for s in evidence.dropped] == ["from the index"]


def test_a_kind_that_is_absent_costs_nothing():
    idle = FakeRefiner()
    assert RefineByKind(idle, idle).refine("q", []) == Evidence()
    assert idle.calls == []
