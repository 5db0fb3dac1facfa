"""How Self-RAG ranks a segment: its likelihood plus a weighted sum of what the critic says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assay.errors import ModelError
from assay.tracing import step
from assay.types import Facts, RankedSegment, Reflection, Segment


def _facts(ranked: tuple[RankedSegment, ...]) -> Facts:
    best = max(ranked, key=lambda judged: judged.score, default=None)
    return {
        "best": _passage(best) if best else None,
        "score": round(best.score, 4) if best else None,
        "segments": [_shown(judged) for judged in ranked],
    }


def _shown(judged: RankedSegment) -> Facts:
    reflection = judged.reflection
    return {
        "passage": _passage(judged),
        "seen": [strip.passage.id for strip in judged.segment.seen.strips],
        "score": round(judged.score, 4),
        "relevance": round(relevance_score(reflection), 4),
        "support": round(support_score(reflection), 4),
        "utility": round(utility_score(reflection), 4),
        "likelihood": round(reflection.likelihood, 4),
    }


def _passage(judged: RankedSegment) -> str | None:
    """The passage that the block begins with, none of a segment from memory."""
    strips = judged.segment.seen.strips
    return strips[0].passage.id if strips else None


@step("rank", _facts)
def rank_segments(
    segments: Sequence[Segment], reflections: Sequence[Reflection], weights: CritiqueWeights
) -> tuple[RankedSegment, ...]:
    """Every segment with its reflection and score, in the same order."""
    if len(segments) != len(reflections):
        raise ModelError(
            f"the critic gave {len(reflections)} reflections for {len(segments)} segments",
            hint="a critic returns one reflection for each segment, in the same order",
        )
    return tuple(
        RankedSegment(segment, reflection, segment_score(reflection, weights))
        for segment, reflection in zip(segments, reflections, strict=True)
    )


HALF = 0.5
UTILITY_VALUES = (-1.0, -0.5, 0.0, 0.5, 1.0)


@dataclass(frozen=True, slots=True)
class CritiqueWeights:
    """How much relevance, support, utility and the words' own likelihood count."""

    relevance: float = 1.0
    support: float = 1.0
    utility: float = 0.5
    likelihood: float = 1.0


def segment_score(reflection: Reflection, weights: CritiqueWeights) -> float:
    """The score of a segment: p(segment) plus the critique (Self-RAG, equations 3 and 4)."""
    return (
        weights.likelihood * reflection.likelihood
        + weights.relevance * relevance_score(reflection)
        + weights.support * support_score(reflection)
        + weights.utility * utility_score(reflection)
    )


def relevance_score(reflection: Reflection) -> float:
    """The probability of [Relevant] in its group; 0 if the critic gave none."""
    return reflection.relevance[0] if reflection.relevance else 0.0


def support_score(reflection: Reflection) -> float:
    """The share of [Fully supported] plus half that of [Partially supported], from 0 to 1."""
    if not reflection.support:
        return 0.0
    fully, partially, _ = reflection.support
    return fully + HALF * partially


def utility_score(reflection: Reflection) -> float:
    """The mean of the five levels of utility, from -1 to 1; 0 where nothing was said of it."""
    pairs = zip(UTILITY_VALUES, reflection.utility, strict=False)  # an empty group is allowed
    return sum(value * share for value, share in pairs)


def utility_levels(share: float) -> tuple[float, ...]:
    """Probabilities of the five levels whose mean is that share of the way from worst to best."""
    place = min(1.0, max(0.0, share)) * (len(UTILITY_VALUES) - 1)
    return tuple(max(0.0, 1 - abs(place - level)) for level in range(len(UTILITY_VALUES)))
