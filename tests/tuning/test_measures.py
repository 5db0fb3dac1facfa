from __future__ import annotations

import math

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score

from assay_tuning.measures import auroc, compare, with_interval


def test_the_area_is_sklearns():
    random = np.random.default_rng(1)
    labels = random.random(300) < 0.3
    scores = np.round(random.normal(size=300) + labels, 1)  # with draws
    assert auroc(scores, labels) == pytest.approx(roc_auc_score(labels, scores))
    assert math.isnan(auroc(scores, np.ones(300, dtype=bool)))


def test_the_interval_is_wider_when_rows_of_a_question_go_together():
    random = np.random.default_rng(2)
    truth = np.repeat(random.normal(size=40), 10)
    alone = with_interval(lambda rows: float(truth[rows].mean()), range(400))
    together = with_interval(lambda rows: float(truth[rows].mean()), [i // 10 for i in range(400)])
    assert alone.value == pytest.approx(together.value)
    assert together.high - together.low > 2 * (alone.high - alone.low)


def test_a_better_evaluator_shows_in_the_difference():
    random = np.random.default_rng(3)
    labels = random.random(400) < 0.5
    noise = random.normal(size=400)
    scores = [noise + gain * labels for gain in (1, 4, 3)]
    result = compare(*scores, labels, list(range(400)))
    assert result.difference.low > 0
    assert result.before.value < result.after.value < result.unrounded.value
    assert result.before.low < result.before.value < result.before.high
    assert (result.pairs, result.questions) == (400, 400)
