"""Bounds on a share that hold for few samples: the binomial tails of Clopper and Pearson."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

STEPS = 60  # of bisection: far below the last digit of a float
MAX_TRIALS = 1_000_000


@lru_cache(maxsize=100_000)
def at_most(successes: int, trials: int, chance: float) -> float:
    """The probability of so many successes or fewer, if each trial succeeds with that chance."""
    if successes >= trials or chance <= 0:
        return 1.0
    if successes < 0 or chance >= 1:
        return 0.0
    wins = np.arange(successes + 1)
    logs = _log_factorials(1 << trials.bit_length())
    ways = logs[trials] - logs[wins] - logs[trials - wins]
    terms = ways + wins * math.log(chance) + (trials - wins) * math.log1p(-chance)
    return min(1.0, float(np.exp(terms).sum()))


@lru_cache(maxsize=32)
def _log_factorials(count: int) -> NDArray[np.float64]:
    return np.concatenate([[0.0], np.cumsum(np.log(np.arange(1, count + 1)))])


def lower_bound(successes: int, trials: int, confidence: float) -> float:
    """What the true share is at least, with that confidence (Clopper and Pearson, 1934)."""
    if successes == 0:
        return 0.0
    low, high = 0.0, 1.0
    for _ in range(STEPS):
        middle = (low + high) / 2
        # So many failures or fewer: likely only if the share of successes is large enough.
        if at_most(trials - successes, trials, 1 - middle) > 1 - confidence:
            high = middle
        else:
            low = middle
    return low


def trials_needed(target: float, confidence: float, share_right: float = 1.0) -> int | None:
    """Trials that certify the target if the share right stays as it is; None if they never do."""
    if share_right <= target:
        return None
    trials = math.ceil(math.log(1 - confidence) / math.log(target))
    while trials < MAX_TRIALS:
        wrong = math.ceil(trials * (1 - share_right) - 1e-9)
        if at_most(wrong, trials, 1 - target) <= 1 - confidence:
            return trials
        trials += max(1, trials // 50)
    return None
