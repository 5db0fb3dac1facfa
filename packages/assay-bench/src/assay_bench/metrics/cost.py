"""What answering cost: time, tokens and searches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

PERCENTILES = (50, 90, 99)


@dataclass(frozen=True, slots=True)
class Latency:
    """Seconds for one question: the mean, and what so many of a hundred questions stay under."""

    mean: float
    p50: float
    p90: float
    p99: float


def latency(seconds: Sequence[float]) -> Latency:
    """Mean and percentiles, with linear interpolation between questions; all 0 for none."""
    if not seconds:
        return Latency(0.0, 0.0, 0.0, 0.0)
    p50, p90, p99 = (float(value) for value in np.percentile(seconds, PERCENTILES))
    return Latency(float(np.mean(seconds)), p50, p90, p99)


@dataclass(frozen=True, slots=True)
class Cost:
    """Use for one question, on average."""

    tokens: float
    searches: float


def cost(tokens: Sequence[int], searches: Sequence[int]) -> Cost:
    """Means over the questions; all 0 for none."""
    if len(tokens) != len(searches):
        raise ValueError(f"pairs are needed, got {len(tokens)} values and {len(searches)}")
    if not tokens:
        return Cost(0.0, 0.0)
    return Cost(sum(tokens) / len(tokens), sum(searches) / len(searches))
