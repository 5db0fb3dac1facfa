from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import ModelError
from assay.steps.correct.refine import NoRefinement, RescoreStrips, StripRefiner, cut_strips, whole
from assay.testing import FakeRelevanceScorer, FakeStripScorer, make_passage
from assay.tracing import recording
from assay.types import Passage, Scored

SENTENCE = st.sampled_from(["Rain fell.", "Why so?", "Gold is heavy!", "Fog", "Mr. Fox ran."])
PASSAGES = st.lists(st.lists(SENTENCE, max_size=8).map(" ".join), max_size=4)


class ByTable:
    """Scores the strips by a table, in the order in which they come."""

    def __init__(self, table):
        self.table = table

    def score_strips(self, question, strips):
        return self.table[: len(strips)]


def judged(*texts):
    return [Scored(Passage(f"p{i}", text, start=100 * i), 0.5) for i, text in enumerate(texts)]


def is_subsequence(parts, wholes):
    rest = iter(wholes)
    return all(part in rest for part in parts)


def test_strips_above_the_threshold_are_kept_in_reading_order():
    text = "Gold is heavy. It shines. Fish swim. They eat. Gold rings. They last."
    scorer = FakeStripScorer({"Gold is": 0.2, "Gold rings": 0.9})
    evidence = StripRefiner(scorer).refine("q", judged(text))
    assert [s.text for s in evidence.strips] == [
        "Gold is heavy. It shines.",
        "Gold rings. They last.",
    ]
    assert [s.score for s in evidence.strips] == [0.2, 0.9]
    assert [(s.text, s.score) for s in evidence.dropped] == [("Fish swim. They eat.", -1.0)]
    assert evidence.text == "Gold is heavy. It shines. Gold rings. They last."


def test_the_threshold_itself_does_not_pass():
    evidence = StripRefiner(FakeStripScorer(otherwise=-0.5)).refine("q", judged("One."))
    assert evidence.strips == ()
    assert len(evidence.dropped) == 1


def test_at_most_the_best_five_are_kept_and_ties_go_to_the_first():
    evidence = StripRefiner(ByTable([0.1, 0.9, 0.1, 0.8, 0.1, 0.1, 0.7])).refine(
        "q", judged(*[f"Number {i}." for i in range(7)])
    )
    assert [s.passage.id for s in evidence.strips] == ["p0", "p1", "p2", "p3", "p6"]
    assert [s.passage.id for s in evidence.dropped] == ["p4", "p5"]


def test_nothing_in_nothing_out():
    assert StripRefiner(FakeStripScorer()).refine("q", []).strips == ()


@pytest.mark.parametrize("bad", [{"top_k": 0}, {"top_k": -1}, {"sentences_per_strip": 0}])
def test_settings_that_keep_nothing_are_refused(bad):
    with pytest.raises(ValueError, match="at least one"):
        StripRefiner(FakeStripScorer(), **bad)


@pytest.mark.parametrize("table", [[], [2.0], [float("nan")]])
def test_a_strip_scorer_that_misbehaves_is_named(table):
    with pytest.raises(ModelError, match="the scorer gave"):
        StripRefiner(ByTable(table)).refine("q", judged("One."))


@given(PASSAGES, st.data(), st.integers(1, 6), st.floats(-1, 1))
def test_what_is_kept_is_a_subsequence_of_the_document(texts, data, top_k, keep_above):
    passages = judged(*texts)
    everything = [s for p in passages for s in cut_strips(p.passage)]
    table = [data.draw(st.floats(-1, 1)) for _ in everything]
    evidence = StripRefiner(ByTable(table), keep_above, top_k).refine("q", passages)
    kept, dropped = evidence.strips, evidence.dropped
    ids = [s.id for s in everything]
    assert is_subsequence([s.id for s in kept], ids)
    assert is_subsequence([s.id for s in dropped], ids)
    assert sorted(s.id for s in kept + dropped) == sorted(ids)
    assert len(kept) == min(top_k, sum(score > keep_above for score in table))
    assert all(s.score > keep_above for s in kept)
    best_lost = max((s.score for s in dropped if s.score > keep_above), default=-1)
    assert all(s.score >= best_lost for s in kept)
    assert is_subsequence(evidence.text.split(), " ".join(texts).split())


@given(PASSAGES)
def test_without_refinement_every_passage_is_kept_whole(texts):
    evidence = NoRefinement().refine("q", judged(*texts))
    assert [s.text for s in evidence.strips] == texts
    assert evidence.dropped == ()


def test_a_whole_passage_is_one_strip():
    passage = make_passage("One. Two. Three.")
    assert whole(passage, 0.3).text == passage.text
    assert whole(passage).score is None


def test_rescoring_shows_the_scorer_each_strip_as_a_passage_in_its_place():
    seen = []

    class Keen(FakeRelevanceScorer):
        def score(self, question, passages):
            seen.extend(passages)
            return super().score(question, passages)

    passage = Passage("p", "One is. Two is. Three is.", source="s", start=40)
    strips = cut_strips(passage)
    assert RescoreStrips(Keen({"Three": 0.4})).score_strips("q", strips) == [-1.0, 0.4]
    assert [(p.text, p.start, p.source) for p in seen] == [
        ("One is. Two is.", 40, "s"),
        ("Three is.", 56, "s"),
    ]


def test_refinement_is_observed():
    with recording() as record:
        StripRefiner(FakeStripScorer(otherwise=0.0), top_k=1).refine("q", judged("A is.", "B is."))
        NoRefinement().refine("q", judged("A is."))
    assert [(s.name, s.facts) for s in record.steps] == [
        ("refine", {"kept": 1, "dropped": 1}),
        ("refine", {"kept": 1, "dropped": 0}),
    ]
