"""The logistic curve that fits scores to labels best (Platt, 1999)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from assay.adapters.scorers.calibrated import EDGE, Curve

Floats = NDArray[np.float64]
ROUNDS, TOLERANCE = 100, 1e-10
MAX_STEP = 5.0  # a longer step overshoots where the curve is flat


def logits(scores: Floats) -> Floats:
    """The logit of (score + 1) / 2."""
    return 2 * np.arctanh(np.clip(scores, -1 + EDGE, 1 - EDGE))


def fit_curve(scores: Floats, labels: NDArray[np.bool_]) -> Curve:
    """The curve that fits the labels best, by Newton's method on Platt's softened targets."""
    good, bad = int(labels.sum()), int((~labels).sum())
    targets = np.where(labels, (good + 1) / (good + 2), 1 / (bad + 2))
    features = np.stack([logits(scores), np.ones(len(scores))], axis=1)
    weights = np.array([0.0, np.log((good + 1) / (bad + 1))])
    for _ in range(ROUNDS):
        chance = 1 / (1 + np.exp(-np.clip(features @ weights, -50, 50)))
        slope = features.T @ (chance - targets)
        curvature = (features * (chance * (1 - chance))[:, None]).T @ features
        step = np.linalg.solve(curvature + 1e-9 * np.eye(2), slope)
        step *= min(1.0, MAX_STEP / max(float(np.abs(step).max()), 1e-12))
        weights = weights - step
        if float(np.abs(step).max()) < TOLERANCE:
            break
    return Curve(float(weights[0]), float(weights[1]))


def calibration_error(scores: Floats, labels: NDArray[np.bool_], bins: int = 10) -> float:
    """Expected calibration error of (score + 1) / 2 over bins of equal width."""
    error = 0.0
    for said, true, share in reliability(scores, labels, bins):
        error += share * abs(said - true)
    return error


def reliability(
    scores: Floats, labels: NDArray[np.bool_], bins: int = 10
) -> list[tuple[float, float, float]]:
    """For each bin that is not empty: the mean probability said, the share true, and its size."""
    said = (scores + 1) / 2
    which = np.clip((said * bins).astype(int), 0, bins - 1)
    return [
        (float(said[inside].mean()), float(labels[inside].mean()), float(inside.mean()))
        for number in range(bins)
        if (inside := which == number).any()
    ]
