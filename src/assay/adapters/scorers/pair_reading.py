"""What the network saw in one passage, kept small, and what can be asked of it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from assay.adapters.scorers.pair_encoding import Offsets

Floats = NDArray[np.float32]
Number = TypeVar("Number", np.float32, np.int64)
MAX_ANSWER = 30
START, END, STRIP = 0, 1, 2


@dataclass(frozen=True, slots=True)
class Found:
    """A span of the passage and its lead over 'no answer', in logits."""

    start: int
    end: int
    lead: float


@dataclass(frozen=True, slots=True)
class WindowReading:
    """One window: logits of start, end and strip for each text token, and those of 'no answer'."""

    relevance: float
    tokens: Floats
    nothing: float
    offsets: Offsets

    @property
    def begin(self) -> int:
        """Where in the passage its text begins."""
        return int(self.offsets[0, 0])

    @property
    def end(self) -> int:
        """Where in the passage its text ends."""
        return int(self.offsets[-1, 1])

    def best_span(self, ranges: Sequence[tuple[int, int]] | None) -> Found | None:
        """The best span inside one of the character ranges, or anywhere."""
        scores = _spans(self.tokens[:, START], self.tokens[:, END])
        if ranges is not None:
            inside = np.zeros(len(self.tokens), np.int64)  # number of the range; 0 is outside
            for number, (first, last) in enumerate(ranges, 1):
                inside[(self.offsets[:, 0] >= first) & (self.offsets[:, 1] <= last)] = number
            theirs = _ahead(inside, len(scores), 0)
            scores = np.where((inside == theirs) & (inside > 0), scores, -np.inf)
        if not scores.size:
            return None
        # The first of the highest, row by row: of two spans that are as good, the shorter one.
        reach, at = divmod(int(scores.argmax()), scores.shape[1])
        lead = float(scores[reach, at]) - self.nothing
        if not np.isfinite(lead):
            return None
        return Found(int(self.offsets[at, 0]), int(self.offsets[at + reach, 1]), lead)

    def strip_logit(self, first: int, last: int) -> float | None:
        """Mean logit of the tokens between two characters; None when the window holds none."""
        inside = (self.offsets[:, 0] < last) & (self.offsets[:, 1] > first)
        return float(self.tokens[inside, STRIP].mean()) if inside.any() else None


def _spans(start: Floats, end: Floats) -> Floats:
    """The logits of all spans at once: a row for each further token, a column for each start."""
    scores: Floats = start + _ahead(end, min(MAX_ANSWER, len(start)), -np.inf)
    return scores


def _ahead(values: NDArray[Number], rows: int, beyond: float) -> NDArray[Number]:
    """In each row the values moved one place further to the left, `beyond` behind the last."""
    padded = np.full(len(values) + rows, beyond, values.dtype)
    padded[: len(values)] = values
    step = padded.itemsize
    # Not `sliding_window_view`, which takes longer to check its arguments than all of this.
    return np.ndarray((rows, len(values)), padded.dtype, padded, strides=(step, step))


@dataclass(frozen=True, slots=True)
class PairReading:
    """A whole passage: its windows in order; none when it has no words."""

    windows: tuple[WindowReading, ...]

    @property
    def size(self) -> int:
        """Tokens kept, to bound the memory of a cache."""
        return sum(len(window.tokens) for window in self.windows)

    @property
    def relevance(self) -> float:
        """The best window's relevance logit; minus infinity for a passage without words."""
        return max((window.relevance for window in self.windows), default=-np.inf)

    def best_span(self, ranges: Sequence[tuple[int, int]] | None = None) -> Found | None:
        """The best span of all windows, by its lead over 'no answer'."""
        found = [span for window in self.windows if (span := window.best_span(ranges))]
        return max(found, key=lambda span: span.lead, default=None)

    def strip_logit(self, first: int, last: int) -> float:
        """The best window's view of the characters from `first` to `last`."""
        # Only the windows that reach into the strip: a long passage has as many of both.
        at = bisect_right(self.windows, first, key=lambda window: window.end)
        seen: list[float | None] = []
        while at < len(self.windows) and self.windows[at].begin < last:
            seen.append(self.windows[at].strip_logit(first, last))
            at += 1
        return max((logit for logit in seen if logit is not None), default=-np.inf)
