"""The nouns of assay: frozen values that flow between the parts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

# What a trace may hold: anything that `json.dumps` writes without help.
Facts = Mapping[str, Any]


class Kind(StrEnum):
    """Where a passage came from: the user's own index, or the world outside."""

    INTERNAL = "internal"
    EXTERNAL = "external"


class Verdict(StrEnum):
    """What the evaluator says of a retrieval as a whole (CRAG, section 4.3)."""

    CORRECT = "correct"
    INCORRECT = "incorrect"
    AMBIGUOUS = "ambiguous"


@dataclass(frozen=True, slots=True)
class Passage:
    """A piece of a document: `text` is exactly `document[start:end]`."""

    id: str
    text: str
    title: str = ""
    source: str = ""
    document: str = ""
    start: int = 0
    kind: Kind = Kind.INTERNAL

    @property
    def end(self) -> int:
        """Offset in the document just past the passage."""
        return self.start + len(self.text)


@dataclass(frozen=True, slots=True)
class Scored:
    """A passage with its relevance to one question, from -1 to 1."""

    passage: Passage
    score: float


@dataclass(frozen=True, slots=True)
class Thresholds:
    """The two borders of the action trigger, on the scorer's scale from -1 to 1."""

    upper: float
    lower: float

    def __post_init__(self) -> None:
        """Refuse borders that would make a verdict impossible to reach."""
        if not -1 <= self.lower <= self.upper <= 1:
            raise ValueError(
                f"thresholds need -1 <= lower <= upper <= 1, got {self.lower} and {self.upper}"
            )


@dataclass(frozen=True, slots=True)
class Strip:
    """A run of sentences inside a passage: `text` is `passage.text[start:end]`."""

    passage: Passage
    start: int
    end: int
    score: float | None = None

    @property
    def text(self) -> str:
        """The words of the strip, exactly as they stand in the passage."""
        return self.passage.text[self.start : self.end]

    @property
    def document_start(self) -> int:
        """Offset of the strip in the original document."""
        return self.passage.start + self.start

    @property
    def document_end(self) -> int:
        """Offset in the original document just past the strip."""
        return self.passage.start + self.end

    @property
    def id(self) -> str:
        """A name that is unique inside one answer."""
        return f"{self.passage.id}:{self.start}-{self.end}"


@dataclass(frozen=True, slots=True)
class Evidence:
    """The knowledge an answer may rest on, in reading order, and what was set aside."""

    strips: tuple[Strip, ...] = ()
    dropped: tuple[Strip, ...] = ()
    notes: tuple[str, ...] = ()

    def __add__(self, other: Evidence) -> Evidence:
        """Both bodies of evidence, this one first."""
        return Evidence(
            self.strips + other.strips, self.dropped + other.dropped, self.notes + other.notes
        )

    @property
    def text(self) -> str:
        """The strips recomposed into one text, as the paper feeds it to a generator."""
        return " ".join(strip.text.strip() for strip in self.strips)


@dataclass(frozen=True, slots=True)
class Hit:
    """One result of a search engine: a page that may hold the answer, and its own excerpt."""

    url: str
    title: str = ""
    snippet: str = ""


@dataclass(frozen=True, slots=True)
class Page:
    """The readable text of one page; passages point into `text` by offset."""

    url: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Reading:
    """The pages that could be read in time, and what happened to the others."""

    pages: tuple[Page, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Findings:
    """What a search outside the index brought, and how it went."""

    passages: tuple[Passage, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Correction:
    """What the corrective retriever hands to a generator: judged, repaired evidence."""

    verdict: Verdict
    scored: tuple[Scored, ...]
    evidence: Evidence


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


class Role(StrEnum):
    """Who speaks a message of a conversation with a language model."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of a conversation with a language model."""

    role: Role
    content: str


@dataclass(frozen=True, slots=True)
class Token:
    """One token a model wrote, its log-probability, and the likeliest ones in its place.

    `alternatives` are (text, log-probability) pairs, likeliest first, the chosen one among them.
    """

    text: str
    logprob: float
    alternatives: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Completion:
    """What a language model wrote; `tokens` counts prompt and answer, as the budget does.

    `logprobs` is empty when none were asked for or the model gives none; `cut` says that the
    text ends because a limit was reached.
    """

    text: str
    logprobs: tuple[Token, ...] = ()
    tokens: int = 0
    cut: bool = False


@dataclass(frozen=True, slots=True)
class Piece:
    """A few characters of an answer while it is being written."""

    text: str


@dataclass(frozen=True, slots=True)
class Step:
    """One observed step of a run: its name, when it began, how long it took, what it saw."""

    name: str
    at_ms: float
    ms: float
    depth: int = 0
    facts: Facts = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Answer:
    """The outcome of one question: an answer that cites its sources, or a reasoned refusal."""

    question: str
    text: str | None
    strategy: str
    reason: str = ""
    verdict: Verdict | None = None
    thresholds: Thresholds | None = None
    scores: tuple[Scored, ...] = ()
    evidence: Evidence = Evidence()
    citations: tuple[Citation, ...] = ()
    notes: tuple[str, ...] = ()
    trace: tuple[Step, ...] = ()
    confidence: float | None = None
    unsupported: tuple[tuple[int, int], ...] = ()

    @property
    def abstained(self) -> bool:
        """True when assay refused to answer; `reason` then says why."""
        return self.text is None

    @property
    def timings_ms(self) -> dict[str, float]:
        """Milliseconds by step name, nested steps counted under their own name too."""
        totals: dict[str, float] = {}
        for step in self.trace:
            totals[step.name] = totals.get(step.name, 0.0) + step.ms
        return totals
