"""Scores as a scorer must give them: one for each text, each from -1 to 1."""

from __future__ import annotations

from collections.abc import Sequence

from assay.errors import ModelError


def checked_scores(scores: Sequence[float], expected: int) -> list[float]:
    """The scores as plain numbers, or an error that names what the scorer did wrong."""
    if len(scores) != expected:
        raise ModelError(
            f"the scorer gave {len(scores)} scores for {expected} texts",
            hint="a scorer returns one score for each text, in the same order",
        )
    numbers = [float(score) for score in scores]
    for number in numbers:
        if not -1 <= number <= 1:  # also catches NaN, which would pass every threshold silently
            raise ModelError(
                f"the scorer gave the score {number}, which is not between -1 and 1",
                hint="map the scorer's output to [-1, 1], the scale of the thresholds",
            )
    return numbers
