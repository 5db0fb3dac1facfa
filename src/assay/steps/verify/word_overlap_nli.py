"""Natural language inference (NLI) by word overlap, for use without the verifier's weights."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assay.text.overlap import coverage, statement
from assay.types import NliScores, Passage


@dataclass(frozen=True, slots=True)
class WordOverlapNli:
    """Supports a claim as far as its words stand in the text; it cannot see a contradiction."""

    def nli(self, pairs: Sequence[tuple[str, Passage]]) -> list[NliScores]:
        """The share of each claim's words that its passage has, as the chance of support."""
        shares = [coverage(statement(claim), p.text, p.title) for claim, p in pairs]
        shares = [s if p.text.strip() else 0.0 for s, (_, p) in zip(shares, pairs, strict=True)]
        return [NliScores(share, 0.0, 1 - share) for share in shares]
