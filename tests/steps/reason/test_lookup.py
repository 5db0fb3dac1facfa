"""One look, what is kept of it, and several looks put together."""

from __future__ import annotations

import pytest

from assay.steps.correct.refine import whole
from assay.testing import FakeRefiner, FakeRelevanceScorer, FakeRetriever, make_passage
from assay.types import Evidence, Scored
from assay_strategies.reason.lookup import Lookup, pooled
from assay_strategies.reason.top_passages import TopPassages

A, B, C = (make_passage(text, text) for text in "abc")


def test_a_look_is_judged_by_its_own_question():
    scorer = FakeRelevanceScorer({"a": 0.5}, otherwise=-1)
    found = Lookup(FakeRetriever([A, B]), scorer, FakeRefiner("a")).look("sub-question")
    assert scorer.calls == ["sub-question"]
    assert [s.score for s in found.scored] == [0.5, -1]
    assert [s.text for s in found.evidence.strips] == ["a"]
    assert found.relevance == 0.75


def test_a_look_that_finds_nothing_is_irrelevant():
    found = Lookup(FakeRetriever(), FakeRelevanceScorer(), FakeRefiner()).look("q")
    assert (found.relevance, found.evidence.strips) == (0.0, ())


@pytest.mark.parametrize("top_k", [1, 2, 9])
def test_the_best_passages_stay_whole_and_in_order(top_k):
    scored = [Scored(A, -0.9), Scored(B, -0.99), Scored(C, -0.8)]
    kept = TopPassages(top_k).refine("q", scored)
    wanted = {1: ["c"], 2: ["a", "c"], 9: ["a", "b", "c"]}
    assert [s.text for s in kept.strips] == wanted[top_k]
    assert len(kept.strips) + len(kept.dropped) == 3


def test_what_one_look_kept_stays_kept_and_comes_once():
    first = Evidence((whole(A),), dropped=(whole(B), whole(C)), notes=("n",))
    second = Evidence((whole(B), whole(A)), dropped=(whole(C),), notes=("n", "m"))
    both = pooled([first, second])
    assert [s.text for s in both.strips] == ["a", "b"]
    assert [s.text for s in both.dropped] == ["c"]
    assert both.notes == ("n", "m")
    assert pooled([]) == Evidence()
