from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.calibration import calibration_curve
from sklearn.metrics import roc_auc_score

from assay_bench.metrics.evaluator import auroc, calibration_error

judged = st.lists(
    st.tuples(st.integers(0, 20).map(lambda n: n / 20), st.booleans()), min_size=2, max_size=60
)


def test_figures_by_hand():
    assert auroc([0.9, 0.5, 0.5, 0.1], [True, True, False, False]) == pytest.approx(3.5 / 4)
    # one bin of two at 0.85 with half right, one at 0.1 with none right
    error = calibration_error([0.8, 0.9, 0.1, 1.0], [True, False, False, True])
    assert error == pytest.approx(0.25 * 0.2 + 0.5 * abs(0.95 - 0.5) + 0.25 * 0.1)
    assert math.isnan(auroc([0.5], [True]))
    assert math.isnan(calibration_error([], []))


@given(judged)
def test_auroc_is_that_of_scikit_learn(pairs):
    scores, labels = zip(*pairs, strict=True)
    if len(set(labels)) == 2:
        assert auroc(scores, labels) == pytest.approx(roc_auc_score(labels, scores))
    else:
        assert math.isnan(auroc(scores, labels))


@given(judged.map(lambda pairs: [(score * 0.96 + 0.013, good) for score, good in pairs]))
def test_the_calibration_error_is_that_of_scikit_learns_curve(pairs):
    # no score lies on the border of a bin, where the two put it on different sides
    said, labels = zip(*pairs, strict=True)
    true, mean = calibration_curve(labels, said, n_bins=10)
    sizes, _ = np.histogram(said, bins=10, range=(0, 1))
    expected = np.sum(np.abs(true - mean) * sizes[sizes > 0]) / len(said)
    assert calibration_error(said, labels) == pytest.approx(expected)
