"""Passages, the strips cut from them, and evidence."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from assay.types.places import NO_PLACE, BlockSpan, Place


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
    """A piece of a document: `text` is exactly `document[start:end]`.

    `headings` is the path of titles above it, outermost first; `place` is where it begins in the
    original; `blocks` are the paragraphs, items, entries and rows that it consists of; `found` is
    how many passages a search put before it, and `similar` the cosine of its vector and that of
    the question, where the search compared them. `name` is what its source is called where other
    files of the index have the same name: as much of the path as tells them apart.
    """

    id: str
    text: str
    title: str = ""
    source: str = ""
    document: str = ""
    start: int = 0
    kind: Kind = Kind.INTERNAL
    headings: tuple[str, ...] = ()
    place: Place = NO_PLACE
    blocks: tuple[BlockSpan, ...] = ()
    # The same passage, whoever looked for it:
    found: int = field(default=0, compare=False)
    similar: float | None = field(default=None, compare=False)
    name: str = field(default="", compare=False)

    @property
    def context(self) -> str:
        """What the passage stands under, the nearest heading first, then the document's title."""
        return " \u00b7 ".join(dict.fromkeys([*reversed(self.headings), self.title]))

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
class Ranked:
    """A passage in a ranking, the first of which has rank 1; `index` is where it stood before."""

    rank: int
    index: int
    score: float
    passage: Passage


@dataclass(frozen=True, slots=True)
class Thresholds:
    """The two thresholds of the action trigger, on the scorer's scale from -1 to 1."""

    upper: float
    lower: float

    def __post_init__(self) -> None:
        """Refuse thresholds that would make a verdict impossible to reach."""
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
class PagesRead:
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
