from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from assay.cli.view.bars import Scale, share_bar, span_bar
from assay.types import Thresholds

scores = st.floats(-1, 1)


@given(scores, scores, scores)
def test_a_bar_is_as_wide_as_its_scale_and_says_which_side_of_the_thresholds(a, b, score):
    scale = Scale(Thresholds(max(a, b), min(a, b)))
    assert len(scale.bar(score)) == scale.width
    assert all(len(line) == scale.width for line in scale.header())
    expected = "✓" if score > max(a, b) else "✗" if score < min(a, b) else "?"
    assert scale.mark(score) == expected


@given(scores, scores)
def test_a_higher_score_never_has_a_shorter_bar(a, b):
    scale = Scale(None)
    low, high = sorted((a, b))
    assert scale.bar(low).plain.count("━") <= scale.bar(high).plain.count("━")


@given(st.floats(-2, 2))
def test_a_share_never_overflows_its_width(share):
    assert 0 <= len(share_bar(share, 20)) <= 20


def test_a_span_begins_where_its_time_does():
    assert span_bar(0.5, 0.5, 20) == " " * 10 + "█" * 10
    assert span_bar(1.0, 0.0, 20) == " " * 19 + "▏"
    assert len(span_bar(0.99, 0.5, 20)) <= 20
