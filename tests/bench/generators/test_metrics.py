from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.bench.generators.metrics import Point, area, is_right, normalised, risk_coverage


@pytest.mark.parametrize(
    ("text", "answers", "right"),
    [
        ("He was a composer [1].", ["composer"], True),
        ("The Caf\u00e9 de Flore.", ["cafe de flore"], True),
        ("composers", ["composer"], False),
        ("", ["x"], False),
        (None, ["x"], False),
        ("anything", [""], False),
        ("U.S.A.", ["USA", "U S A"], True),
    ],
)
def test_an_answer_is_right_when_a_right_one_stands_in_it(text, answers, right):
    assert is_right(text, answers) is right


def test_normalised_text_has_no_articles_or_punctuation():
    assert normalised("The  Quick, a Brown-fox! [3]") == "quick brown fox"


def test_the_curve_takes_the_surest_first_and_ties_together():
    points = risk_coverage([(0.9, True), (0.5, False), (0.5, True), (0.1, False)])
    assert points == [Point(0.25, 1.0), Point(0.75, pytest.approx(2 / 3)), Point(1.0, 0.5)]
    assert area(points) == pytest.approx(0.25 * 1 + 0.5 * 2 / 3 + 0.25 * 0.5)
    assert area([]) == 0


@given(st.lists(st.tuples(st.floats(0, 1), st.booleans()), min_size=1))
def test_the_curve_ends_at_the_plain_accuracy(scored):
    points = risk_coverage(scored)
    assert points[-1].coverage == 1
    assert points[-1].accuracy == pytest.approx(sum(ok for _, ok in scored) / len(scored))
    assert all(0 <= p.accuracy <= 1 for p in points)
    assert all(a.coverage < b.coverage for a, b in pairwise(points))
