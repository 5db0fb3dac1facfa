from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay_bench.metrics import bootstrap
from assay_bench.metrics.bootstrap import Difference, interval_of, mean_interval, paired_difference

COIN = [0.0, 1.0] * 50


def test_the_interval_of_a_coin_is_that_of_the_normal_law():
    found = mean_interval(COIN, rounds=4_000)
    half = 1.96 * math.sqrt(0.25 / 100)
    assert found.value == 0.5
    assert found.count == 100
    assert found.low == pytest.approx(0.5 - half, abs=0.015)
    assert found.high == pytest.approx(0.5 + half, abs=0.015)


def test_a_constant_has_no_width_and_nothing_has_no_mean():
    assert mean_interval([0.25] * 7).low == mean_interval([0.25] * 7).high == 0.25
    assert mean_interval([]).count == 0


def test_the_same_seed_gives_the_same_interval_however_it_is_portioned(monkeypatch):
    whole = mean_interval(COIN, seed=3)
    assert mean_interval(COIN, seed=3) == whole
    assert mean_interval(COIN, seed=4) != whole
    monkeypatch.setattr(bootstrap, "DRAWN_AT_ONCE", 1_000)
    assert mean_interval(COIN, seed=3) == whole


@given(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=30))
def test_the_interval_lies_within_the_values(values):
    found = mean_interval(values, rounds=50)
    room = 1e-6 * (1 + max(map(abs, values)))
    assert min(values) - room <= found.low <= found.high <= max(values) + room


def test_any_figure_has_an_interval_and_draws_without_one_are_left_out():
    values = np.array([1.0, 2.0, 3.0, 4.0, 5.0])
    found = interval_of(lambda rows: float(np.median(values[rows])), 5, rounds=300)
    assert (found.value, found.count) == (3.0, 5)
    assert 1 <= found.low < 3 < found.high <= 5
    rare = np.array([1.0, 0.0])
    drawn = interval_of(lambda rows: 7.0 if rare[rows].any() else math.nan, 2, rounds=100)
    assert (drawn.low, drawn.high) == (7.0, 7.0)
    assert interval_of(lambda rows: math.nan, 0).count == 0


def test_a_clear_difference_is_significant_and_none_is_not():
    ours, theirs = [1.0] * 30 + [0.0] * 10, [0.0] * 30 + [0.0] * 10
    found = paired_difference(ours, theirs)
    assert found.value == 0.75
    assert 0.55 < found.low < 0.75 < found.high < 0.95
    assert found.p == pytest.approx(2 / 2001)
    assert paired_difference(ours, ours) == Difference(0.0, 0.0, 0.0, 1.0, 40)
    assert paired_difference([], []).p == 1


def test_the_difference_is_paired():
    ours = [float(n) for n in range(40)]
    theirs = [value - 0.1 for value in ours]  # far smaller than the spread, but always there
    found = paired_difference(ours, theirs)
    assert found.low == pytest.approx(0.1)
    assert found.p < 0.01


def test_exchanging_the_two_turns_the_difference_around():
    ours, theirs = [1.0, 0.0, 1.0, 1.0, 0.0], [0.0, 0.0, 1.0, 0.0, 1.0]
    one, other = paired_difference(ours, theirs), paired_difference(theirs, ours)
    assert (one.value, one.low, one.high, one.p) == pytest.approx(
        (-other.value, -other.high, -other.low, other.p)
    )


def test_unequal_lengths_are_refused():
    with pytest.raises(ValueError, match="2 values and 1"):
        paired_difference([1.0, 2.0], [1.0])
