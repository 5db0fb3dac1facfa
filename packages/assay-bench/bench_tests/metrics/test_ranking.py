from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import ndcg_score

from assay_bench.metrics.ranking import hit_at, ndcg_at, recall_at, reciprocal_rank

FOUND = [False, True, False, True]


def test_figures_by_hand():
    assert [hit_at(FOUND, k) for k in (1, 2)] == [0, 1]
    assert [recall_at(FOUND, k) for k in (1, 2, 4)] == [0, 0.5, 1]
    assert recall_at(FOUND, 4, total=5) == 0.4
    assert recall_at([False], 1) == 0
    assert reciprocal_rank(FOUND) == 0.5
    assert reciprocal_rank(FOUND, k=1) == reciprocal_rank([]) == 0
    gained = 1 / math.log2(3) + 1 / math.log2(5)
    assert ndcg_at(FOUND, 4) == pytest.approx(gained / (1 + 1 / math.log2(3)))
    assert ndcg_at([1.0], 1, ideal=[3.0, 1.0]) == pytest.approx(1 / 3)
    assert ndcg_at([0.0, 0.0], 2) == 0


@given(st.lists(st.integers(0, 3), min_size=2, max_size=12), st.integers(1, 12))
def test_ndcg_is_that_of_scikit_learn(gains, k):
    places = [list(range(len(gains), 0, -1))]
    assert ndcg_at(gains, k) == pytest.approx(ndcg_score([gains], places, k=k))
