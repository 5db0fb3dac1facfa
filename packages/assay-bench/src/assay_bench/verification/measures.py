"""Balanced accuracy and macro F1, with intervals."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from assay_bench.metrics.bootstrap import Interval, Rows, interval_of

ROUNDS = 500


def balanced_accuracy(predicted: Sequence[int], right: Sequence[int]) -> Interval:
    """The mean of the recalls of the classes that occur."""
    said, true = np.asarray(predicted), np.asarray(right)

    def statistic(rows: Rows) -> float:
        s, t = said[rows], true[rows]
        return float(np.mean([(s[t == c] == c).mean() for c in np.unique(t)]))

    return interval_of(statistic, len(true), rounds=ROUNDS)


def macro_f1(predicted: Sequence[int], right: Sequence[int]) -> Interval:
    """The mean of the F1 of the classes that occur."""
    said, true = np.asarray(predicted), np.asarray(right)

    def statistic(rows: Rows) -> float:
        s, t = said[rows], true[rows]
        return float(np.mean([_f1(s == c, t == c) for c in np.unique(t)]))

    return interval_of(statistic, len(true), rounds=ROUNDS)


def _f1(said: Rows, true: Rows) -> float:
    hits = (said & true).sum()
    return float(2 * hits / (said.sum() + true.sum())) if hits else 0.0
