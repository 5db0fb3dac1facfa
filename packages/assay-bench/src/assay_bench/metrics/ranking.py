"""How well a retriever ranks: figures over the relevance of what it found, best first.

`relevant` says of each passage found whether it is relevant, in the order of the ranking; `total`
is how many relevant ones there are in all, found or not.
"""

from __future__ import annotations

import math
from collections.abc import Sequence


def hit_at(relevant: Sequence[bool], k: int) -> float:
    """1 when one of the first k is relevant: what open question answering calls recall at k."""
    return float(any(relevant[:k]))


def recall_at(relevant: Sequence[bool], k: int, total: int | None = None) -> float:
    """The share of all relevant ones that stand among the first k; 0 when there are none."""
    total = sum(relevant) if total is None else total
    return sum(relevant[:k]) / total if total else 0.0


def reciprocal_rank(relevant: Sequence[bool], k: int | None = None) -> float:
    """One over the place of the first relevant one, 0 when the first k hold none."""
    return next((1 / place for place, good in enumerate(relevant[:k], 1) if good), 0.0)


def ndcg_at(gains: Sequence[float], k: int, ideal: Sequence[float] | None = None) -> float:
    """Discounted gain of the first k over the best possible (Järvelin and Kekäläinen, 2002).

    `ideal` are the gains of everything there is to find; without it, of everything found.
    """
    best = _dcg(sorted(gains if ideal is None else ideal, reverse=True)[:k])
    return _dcg(gains[:k]) / best if best else 0.0


def _dcg(gains: Sequence[float]) -> float:
    return sum(gain / math.log2(place + 1) for place, gain in enumerate(gains, 1))
