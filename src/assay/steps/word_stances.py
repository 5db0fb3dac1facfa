"""Stances by words alone: what there is where no network is, and what a model falls back on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assay.steps.alignment import coverage, statement
from assay.types import Passage, StanceScores


@dataclass(frozen=True, slots=True)
class WordStances:
    """Supports a claim as far as its words stand in the text; it cannot see a contradiction."""

    def stances(self, pairs: Sequence[tuple[str, Passage]]) -> list[StanceScores]:
        """The share of each claim's words that its passage has, as the chance of support."""
        shares = [coverage(statement(claim), p.text, p.title) for claim, p in pairs]
        shares = [s if p.text.strip() else 0.0 for s, (_, p) in zip(shares, pairs, strict=True)]
        return [StanceScores(share, 0.0, 1 - share) for share in shares]
