"""How well the retrieval evaluator tells good passages from bad ones."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from assay_tuning import measures


def auroc(scores: Sequence[float], labels: Sequence[bool]) -> float:
    """How often a good one scores above a bad one, a draw counting half; NaN without both."""
    return measures.auroc(np.asarray(scores, dtype=float), np.asarray(labels, dtype=bool))


def calibration_error(
    probabilities: Sequence[float], labels: Sequence[bool], bins: int = 10
) -> float:
    """Expected calibration error over bins of equal width (Naeini et al., 2015); NaN for none."""
    if not probabilities:
        return math.nan
    said, true = np.asarray(probabilities, dtype=float), np.asarray(labels, dtype=float)
    which = np.clip((said * bins).astype(int), 0, bins - 1)
    error = 0.0
    for number in range(bins):
        inside = which == number
        if inside.any():
            error += float(inside.mean()) * abs(float(said[inside].mean() - true[inside].mean()))
    return error
