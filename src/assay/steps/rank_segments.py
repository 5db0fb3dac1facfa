"""Segments with the score that ranks them."""

from __future__ import annotations

from collections.abc import Sequence

from assay.errors import ModelError
from assay.steps.critique_score import (
    CritiqueWeights,
    relevance_score,
    segment_score,
    support_score,
    utility_score,
)
from assay.tracing import step
from assay.types import Facts, Judged, Reflection, Segment


def _facts(ranked: tuple[Judged, ...]) -> Facts:
    best = max(ranked, key=lambda judged: judged.score, default=None)
    strip = best.segment.strip if best else None
    return {
        "best": strip.passage.id if strip else None,
        "score": round(best.score, 4) if best else None,
        "segments": [_shown(judged) for judged in ranked],
    }


def _shown(judged: Judged) -> Facts:
    strip, reflection = judged.segment.strip, judged.reflection
    return {
        "passage": strip.passage.id if strip else None,
        "score": round(judged.score, 4),
        "relevance": round(relevance_score(reflection), 4),
        "support": round(support_score(reflection), 4),
        "utility": round(utility_score(reflection), 4),
        "likelihood": round(reflection.likelihood, 4),
    }


@step("rank", _facts)
def rank_segments(
    segments: Sequence[Segment], reflections: Sequence[Reflection], weights: CritiqueWeights
) -> tuple[Judged, ...]:
    """Every segment with its reflection and score, in the same order."""
    if len(segments) != len(reflections):
        raise ModelError(
            f"the critic gave {len(reflections)} reflections for {len(segments)} segments",
            hint="a critic returns one reflection for each segment, in the same order",
        )
    return tuple(
        Judged(segment, reflection, segment_score(reflection, weights))
        for segment, reflection in zip(segments, reflections, strict=True)
    )
