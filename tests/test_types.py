from __future__ import annotations

import dataclasses
import math

import pytest

from assay.types import Answer, Evidence, Passage, Step, Strip, Thresholds


def test_a_passage_ends_where_its_text_ends():
    assert Passage("p", "abc", start=10).end == 13


def test_a_strip_knows_its_words_and_its_place_in_the_document():
    strip = Strip(Passage("p", "One. Two. Three.", start=100), 5, 9)
    assert strip.text == "Two."
    assert (strip.document_start, strip.document_end) == (105, 109)
    assert strip.id == "p:5-9"


def test_values_cannot_be_changed():
    passage = Passage("p", "abc")
    with pytest.raises(dataclasses.FrozenInstanceError):
        passage.text = "other"


@pytest.mark.parametrize(
    ("upper", "lower"), [(0.2, 0.3), (1.1, 0), (0, -1.1), (math.nan, 0), (0, math.nan)]
)
def test_thresholds_that_make_no_sense_are_refused(upper, lower):
    with pytest.raises(ValueError, match="-1 <= lower <= upper <= 1"):
        Thresholds(upper=upper, lower=lower)


def test_equal_thresholds_are_allowed():
    assert Thresholds(upper=0.1, lower=0.1).upper == 0.1


def test_evidence_adds_up_in_order_and_reads_as_one_text():
    passage = Passage("p", "One. Two. Three.")
    one, two, three = Strip(passage, 0, 4), Strip(passage, 5, 9), Strip(passage, 10, 16)
    both = Evidence((one,), (two,), ("first",)) + Evidence((three,), (), ("second",))
    assert both == Evidence((one, three), (two,), ("first", "second"))
    assert both.text == "One. Three."


def test_an_answer_without_text_is_an_abstention():
    assert Answer("q", None, "rag", reason="because").abstained
    assert not Answer("q", "yes", "rag").abstained


def test_timings_add_up_by_name():
    trace = (Step("score", 0, 2.0), Step("judge", 2, 0.5), Step("score", 3, 1.0))
    assert Answer("q", "a", "crag", trace=trace).timings_ms == {"score": 3.0, "judge": 0.5}
