from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.budget import Limits, limited
from assay.errors import BudgetSpentError, ModelError
from assay.steps.correct.judge import ThreeActions, judge, score_passages
from assay.testing import FakeRelevanceScorer, make_passage
from assay.tracing import recording
from assay.types import Scored, Thresholds, Verdict

POPQA = Thresholds(upper=0.59, lower=-0.99)
ORDER = [Verdict.INCORRECT, Verdict.AMBIGUOUS, Verdict.CORRECT]
UNIT = st.floats(-1, 1)
BORDERS = st.tuples(UNIT, UNIT).map(lambda pair: Thresholds(max(pair), min(pair)))


def scored(*scores):
    return [Scored(make_passage(f"text {i}"), score) for i, score in enumerate(scores)]


@pytest.mark.parametrize(
    ("scores", "verdict"),
    [
        ([0.6, -1.0], Verdict.CORRECT),
        ([0.59], Verdict.AMBIGUOUS),  # the threshold itself is not above
        ([-1.0, -0.995], Verdict.INCORRECT),
        ([-0.99, -1.0], Verdict.AMBIGUOUS),  # the threshold itself is not below
        ([0.0], Verdict.AMBIGUOUS),
        ([], Verdict.INCORRECT),  # nothing was found: nothing is right
    ],
)
def test_the_three_actions(scores, verdict):
    assert judge(scored(*scores), POPQA) is verdict
    assert ThreeActions().trigger(scored(*scores), POPQA) is verdict


@given(st.lists(UNIT, min_size=1), BORDERS, st.data())
def test_better_scores_never_give_a_worse_verdict(scores, thresholds, data):
    better = [data.draw(st.floats(score, 1)) for score in scores]
    before, after = judge(scored(*scores), thresholds), judge(scored(*better), thresholds)
    assert ORDER.index(after) >= ORDER.index(before)


@given(st.lists(UNIT), UNIT, BORDERS)
def test_one_more_passage_never_turns_a_verdict_to_incorrect(scores, more, thresholds):
    before, after = judge(scored(*scores), thresholds), judge(scored(*scores, more), thresholds)
    assert ORDER.index(after) >= ORDER.index(before)


@given(st.lists(UNIT), BORDERS, st.randoms())
def test_the_order_of_passages_does_not_matter(scores, thresholds, random):
    shuffled = random.sample(scores, len(scores))
    assert judge(scored(*scores), thresholds) is judge(scored(*shuffled), thresholds)


@given(st.lists(UNIT, min_size=1), UNIT)
def test_with_one_border_only_a_score_on_it_is_ambiguous(scores, border):
    verdict = judge(scored(*scores), Thresholds(border, border))
    assert (verdict is Verdict.AMBIGUOUS) == (max(scores) == border)


def test_scoring_keeps_the_order_of_retrieval_and_is_observed():
    passages = [make_passage("about lists", "a"), make_passage("about tuples", "b")]
    with recording() as record:
        result = score_passages(FakeRelevanceScorer({"tuples": 0.123456}), "q", passages)
        ThreeActions().trigger(result, POPQA)
    assert [(s.passage.id, s.score) for s in result] == [("a", -1.0), ("b", 0.123456)]
    assert [(s.name, s.facts) for s in record.steps] == [
        (
            "score",
            {
                "passages": 2,
                "scores": [{"passage": "a", "score": -1.0}, {"passage": "b", "score": 0.1235}],
            },
        ),
        ("judge", {"verdict": "ambiguous"}),
    ]


@pytest.mark.parametrize("wrong", [1.01, -1.5, math.nan, math.inf])
def test_a_score_off_the_scale_is_the_scorers_fault(wrong):
    with pytest.raises(ModelError, match="not between -1 and 1") as raised:
        score_passages(FakeRelevanceScorer(otherwise=wrong), "q", [make_passage("x")])
    assert "[-1, 1]" in raised.value.hint


def test_a_missing_score_is_the_scorers_fault():
    class Forgetful:
        def score(self, question, passages):
            return [0.5] * (len(passages) - 1)

    with pytest.raises(ModelError, match="1 scores for 2 texts"):
        score_passages(Forgetful(), "q", [make_passage("x"), make_passage("y")])


def test_no_scoring_after_the_time_is_up():
    scorer = FakeRelevanceScorer()
    with limited(Limits(seconds=0)), pytest.raises(BudgetSpentError):
        score_passages(scorer, "q", [make_passage("x")])
    assert scorer.calls == []
