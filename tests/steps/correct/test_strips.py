from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.steps.correct.refine import cut_strips
from assay.testing import make_passage
from assay.text.sentences import sentence_spans
from assay.types import Passage

SENTENCES = st.lists(
    st.sampled_from(["It rains.", "Why not?", "Mr. Fox ran!", "Short", "\n\nNew part.", "x" * 50]),
    max_size=12,
).map(" ".join)


@pytest.mark.parametrize(
    ("text", "strips"),
    [
        ("", []),
        ("  \n ", []),
        ("Only one.", ["Only one."]),
        ("One here. Two here.", ["One here. Two here."]),
        ("One here. Two here. Three here.", ["One here. Two here.", "Three here."]),
        ("A one. B two. C three. D four.", ["A one. B two.", "C three. D four."]),
    ],
)
def test_short_passages_stay_whole_and_long_ones_are_cut_in_twos(text, strips):
    assert [s.text for s in cut_strips(make_passage(text))] == strips


def test_two_sentences_stay_whole_even_when_strips_have_one():
    assert len(cut_strips(make_passage("One here. Two here."), 1)) == 1
    assert len(cut_strips(make_passage("One here. Two here. Three here."), 1)) == 3


@pytest.mark.parametrize("size", [0, -1])
def test_a_strip_without_sentences_is_refused(size):
    with pytest.raises(ValueError, match="at least one sentence"):
        cut_strips(make_passage("One."), size)


@given(st.text(max_size=120) | SENTENCES, st.integers(1, 5), st.integers(0, 1000))
def test_strips_cover_the_passage_in_order_and_point_into_the_document(text, size, start):
    passage = Passage("p", text, start=start)
    strips = cut_strips(passage, size)
    document = "#" * start + text
    end = 0
    for strip in strips:
        assert text[end : strip.start].strip() == ""
        assert document[strip.document_start : strip.document_end] == strip.text
        assert len(sentence_spans(strip.text)) >= 1 or not strip.text.strip()
        end = strip.end
    assert text[end:].strip() == ""
    assert len({s.id for s in strips}) == len(strips)
    sentences = len(sentence_spans(text))
    assert len(strips) == (min(sentences, 1) if sentences <= 2 else -(-sentences // size))
