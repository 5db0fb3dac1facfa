"""What answering cost: time, tokens, searches and money."""

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
class Prices:
    """What a service asks, in any one currency: for a million tokens and for a search."""

    million_tokens: float = 0.0
    search: float = 0.0


@dataclass(frozen=True, slots=True)
class Cost:
    """Use for one question, on average, and the money for a thousand questions."""

    tokens: float
    searches: float
    thousand_questions: float


def cost(tokens: Sequence[int], searches: Sequence[int], prices: Prices | None = None) -> Cost:
    """Means over the questions; without prices the money is 0."""
    if len(tokens) != len(searches):
        raise ValueError(f"pairs are needed, got {len(tokens)} values and {len(searches)}")
    if not tokens:
        return Cost(0.0, 0.0, 0.0)
    prices = prices or Prices()
    each_tokens, each_searches = sum(tokens) / len(tokens), sum(searches) / len(searches)
    money = each_tokens * prices.million_tokens / 1e6 + each_searches * prices.search
    return Cost(each_tokens, each_searches, 1000 * money)
