"""What is left when nothing passed the check, for those who want an answer all the same."""

from __future__ import annotations

from collections.abc import Sequence

from assay.steps.correct.refine import whole
from assay.types import Evidence, Scored

MAX_STRIPS = 5
NOTE = "no evidence passed the check; this rests on the best of what did not"


def best_rejected(evidence: Evidence, scored: Sequence[Scored]) -> Evidence:
    """The best strips that were dropped, or the best passages; as it is when there are none."""
    strips = evidence.dropped or tuple(whole(each.passage, each.score) for each in scored)
    worded = [strip for strip in strips if strip.text.strip()]
    best = sorted(worded, key=lambda strip: -(strip.score or 0.0))[:MAX_STRIPS]
    if not best:
        return evidence
    return Evidence(tuple(best), evidence.dropped, (*evidence.notes, NOTE))
