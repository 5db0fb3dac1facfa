"""A verifier in place of the shipped one, for yes and no."""

from __future__ import annotations

from collections.abc import Sequence

from assay.types import NliScores, Passage


class Supports:
    """Finds a yes supported so far, and a no so far."""

    def __init__(self, yes: float, no: float) -> None:
        self._yes, self._no = yes, no

    def nli(self, pairs: Sequence[tuple[str, Passage]]) -> list[NliScores]:
        scores = [self._yes if claim.endswith("Yes.") else self._no for claim, _ in pairs]
        return [NliScores(score, 0.0, 1 - score) for score in scores]
