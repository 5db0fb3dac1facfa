"""What a reader or a generator gives back: spans, citations, drafts."""

from __future__ import annotations

from dataclasses import dataclass

from assay.types.evidence import Strip
from assay.types.forms import Entry, Form


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
    """A span of the answer tied to a span of a source; `quote` stands there verbatim.

    `location` says where in the source that is, as people read it: "page 61", "line 120"; `name`
    is what the source is called, where the last part of its path would not tell it from others.
    """

    answer_start: int
    answer_end: int
    evidence: str
    source: str
    start: int
    end: int
    quote: str
    score: float
    location: str = ""
    name: str = ""


DISAGREE = "the sources disagree"
"""How notes begin that tell of a rival in words, for those who do not show rivals."""


@dataclass(frozen=True, slots=True)
class Rival:
    """Another answer that another document gives, and where; the citation's score is its chance."""

    text: str
    citation: Citation


@dataclass(frozen=True, slots=True)
class Draft:
    """What a generator gives back: a text with citations, or None with the reason.

    `confidence` is the probability that the text is right, where the generator knows one;
    `unsupported` are (start, end) of the sentences of the text that no evidence supports; `form`
    says how the text is laid out, `entries` are the parts of documents that it shows, `closest`
    are others that may answer, `rivals` are other answers that other documents give; `added` is
    evidence that the generator took in itself, as the rest of a list.
    """

    text: str | None
    citations: tuple[Citation, ...] = ()
    reason: str = ""
    notes: tuple[str, ...] = ()
    confidence: float | None = None
    unsupported: tuple[tuple[int, int], ...] = ()
    form: Form = Form.TEXT
    entries: tuple[Entry, ...] = ()
    closest: tuple[Entry, ...] = ()
    rivals: tuple[Rival, ...] = ()
    added: tuple[Strip, ...] = ()
