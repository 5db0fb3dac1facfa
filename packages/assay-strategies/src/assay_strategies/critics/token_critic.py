"""The critic inside a reflective model: the probabilities of the tokens that it wrote itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assay.tracing import step
from assay.types import Reflection, Segment
from assay_strategies.critics.needs_logprobs import no_logprobs
from assay_strategies.reflect.reflection_tokens import RELEVANCE, SUPPORT, UTILITY
from assay_strategies.reflect.token_probabilities import group_probabilities, mean_likelihood


@dataclass(frozen=True, slots=True)
class TokenCritic:
    """Reads each group of reflection tokens where the model wrote one of them."""

    @step("reflect", lambda reflections: {"segments": len(reflections)})
    def reflect(self, question: str, segments: Sequence[Segment]) -> list[Reflection]:
        """The probabilities of the reflection tokens for each segment, in the same order.

        Relevance is said first of all, so it is read there even if another word was written.
        What the model never says stays empty.
        """
        return [_read(segment) for segment in segments]


def _read(segment: Segment) -> Reflection:
    if segment.raw and not segment.tokens:
        raise no_logprobs()
    with_strip = bool(segment.seen.strips)
    return Reflection(
        relevance=_group(segment, RELEVANCE, otherwise=0) if with_strip else (),
        support=_group(segment, SUPPORT) if with_strip else (),
        utility=_group(segment, UTILITY),
        likelihood=mean_likelihood(segment.tokens),
    )


def _group(
    segment: Segment, group: Sequence[str], otherwise: int | None = None
) -> tuple[float, ...]:
    """The probabilities where the first token of the group stands, or at another place."""
    written = "".join(token.text for token in segment.tokens)
    places = [at for word in group if (at := written.find(word)) >= 0]
    place = min(places) if places else otherwise
    return () if place is None else group_probabilities(segment.tokens, place, group)
