"""A moment after which nobody waits any more."""

from __future__ import annotations

import time
from dataclasses import dataclass

from assay.budget import current_budget

# What a search leaves of the remaining time for scoring and answering.
SHARE_OF_BUDGET = 0.8


@dataclass(frozen=True, slots=True)
class Deadline:
    """A point on the monotonic clock."""

    at: float

    @classmethod
    def within(cls, seconds: float) -> Deadline:
        """So many seconds from now, and never later than the run's budget allows."""
        return cls(time.monotonic() + min(seconds, SHARE_OF_BUDGET * current_budget().seconds_left))

    def sooner(self, seconds: float) -> Deadline:
        """So many seconds from now, and never later than this one."""
        return Deadline(min(self.at, time.monotonic() + seconds))

    @property
    def left(self) -> float:
        """Seconds until then, never below zero."""
        return max(0.0, self.at - time.monotonic())

    @property
    def passed(self) -> bool:
        """True when the moment is over."""
        return self.left <= 0
