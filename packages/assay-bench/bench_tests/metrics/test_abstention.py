from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay_bench.metrics.abstention import Point, Refusals, aurc, refusals, risk_coverage


def test_the_curve_takes_the_surest_first_and_ties_together():
    points = risk_coverage([(0.9, True), (0.5, False), (0.5, True), (0.1, False)])
    assert points == [Point(0.25, 1.0), Point(0.75, pytest.approx(2 / 3)), Point(1.0, 0.5)]
    assert aurc(points) == pytest.approx(0.25 * 0 + 0.5 / 3 + 0.25 * 0.5)
    assert math.isnan(aurc([]))


def test_declined_questions_end_the_curve_early():
    points = risk_coverage([(0.9, True), (0.5, False)], total=4)
    assert points == [Point(0.25, 1.0), Point(0.5, 0.5)]
    assert aurc(points) == pytest.approx(0.25)


@given(st.lists(st.booleans(), min_size=1, max_size=30))
def test_the_area_is_the_mean_of_the_published_selective_risks(right):
    # Geifman and El-Yaniv: the mean over k of the share wrong among the k surest
    scored = [(-float(place), ok) for place, ok in enumerate(right)]
    risks = [1 - sum(right[:k]) / k for k in range(1, len(right) + 1)]
    assert aurc(risk_coverage(scored)) == pytest.approx(sum(risks) / len(risks))


@given(st.lists(st.tuples(st.floats(0, 1), st.booleans()), min_size=1))
def test_the_curve_ends_at_the_plain_accuracy(scored):
    points = risk_coverage(scored)
    assert points[-1].coverage == 1
    assert points[-1].accuracy == pytest.approx(sum(ok for _, ok in scored) / len(scored))
    assert all(0 <= p.accuracy <= 1 for p in points)
    assert all(a.coverage < b.coverage for a, b in pairwise(points))


def test_refusals_by_hand():
    declined = [True, False, True, False, False]
    answerable = [False, False, True, True, True]
    right = [False, False, False, True, False]
    assert refusals(declined, answerable, right) == Refusals(
        correct=0.5, false=pytest.approx(1 / 3), answered=0.6, accuracy=pytest.approx(1 / 3)
    )
    assert math.isnan(refusals([False], [True], [True]).correct)
