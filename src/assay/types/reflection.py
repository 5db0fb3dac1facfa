"""Segments of an answer and the critic's reflections on them (Self-RAG)."""

from __future__ import annotations

from dataclasses import dataclass

from assay.types.chat import Token
from assay.types.drafts import Draft
from assay.types.evidence import Evidence


@dataclass(frozen=True, slots=True)
class Segment:
    """A piece of an answer, written with the evidence `seen` in view; with none, from memory.

    `raw` is what the model wrote, reflection tokens included, and `tokens` are its tokens with
    their log-probabilities; both are empty for a generator that shows neither. `finished` says
    that nothing is to follow.
    """

    seen: Evidence
    draft: Draft
    raw: str = ""
    tokens: tuple[Token, ...] = ()
    finished: bool = True


@dataclass(frozen=True, slots=True)
class Reflection:
    """The probabilities of the reflection tokens for one segment, each group summing to one.

    `relevance` is (relevant, irrelevant), `support` (fully, partially, not supported), `utility`
    from 1 to 5; a group is empty where the critic has nothing to say. `likelihood` is how likely
    the words themselves are, from 0 to 1.
    """

    relevance: tuple[float, ...] = ()
    support: tuple[float, ...] = ()
    utility: tuple[float, ...] = ()
    likelihood: float = 0.0


@dataclass(frozen=True, slots=True)
class RankedSegment:
    """A segment with its reflection and the score that ranks it."""

    segment: Segment
    reflection: Reflection
    score: float
