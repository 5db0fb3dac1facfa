"""What a reader or a generator gives back: spans, citations, drafts."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Span:
    """The best answer a reader sees in one text, and how strongly it doubts there is one.

    `score` and `no_answer` are probabilities that the span is right and that the text
    holds no answer at all; an empty `text` with `no_answer` 1 means nothing was found.
    """

    text: str
    start: int
    end: int
    score: float
    no_answer: float


@dataclass(frozen=True, slots=True)
class Citation:
    """A span of the answer tied to a span of a source; `quote` stands there verbatim."""

    answer_start: int
    answer_end: int
    evidence: str
    source: str
    start: int
    end: int
    quote: str
    score: float


@dataclass(frozen=True, slots=True)
class Draft:
    """What a generator gives back: a text with citations, or None with the reason.

    `confidence` is the probability that the text is right, where the generator knows one;
    `unsupported` are (start, end) of the sentences of the text that no evidence supports.
    """

    text: str | None
    citations: tuple[Citation, ...] = ()
    reason: str = ""
    notes: tuple[str, ...] = ()
    confidence: float | None = None
    unsupported: tuple[tuple[int, int], ...] = ()
