"""The best passages of one look, whole: for looks whose question is only a part of the real one.

The thresholds of a scorer are set for questions that a passage can answer. A passage that only
leads on, or a query of bare keywords, scores low against them, but it still scores in order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assay.steps.correct.refine import whole
from assay.tracing import step
from assay.types import Evidence, Facts, Scored


def _facts(evidence: Evidence) -> Facts:
    return {"kept": len(evidence.strips), "dropped": len(evidence.dropped)}


@dataclass(frozen=True, slots=True)
class TopPassages:
    """Keeps so many passages, by rank and not by a threshold."""

    top_k: int = 4

    @step("refine", _facts)
    def refine(self, question: str, scored: Sequence[Scored]) -> Evidence:
        """The best passages in the order of retrieval; the others are dropped."""
        ranked = sorted(range(len(scored)), key=lambda i: -scored[i].score)
        best = set(ranked[: self.top_k])
        strips = [whole(each.passage, each.score) for each in scored]
        return Evidence(
            strips=tuple(strip for i, strip in enumerate(strips) if i in best),
            dropped=tuple(strip for i, strip in enumerate(strips) if i not in best),
        )
