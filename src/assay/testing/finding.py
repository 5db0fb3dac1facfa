"""Fakes of the parts that find, judge and refine knowledge."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from assay.testing.fake import Fake
from assay.tracing import step
from assay.types import (
    Evidence,
    Findings,
    Hit,
    Page,
    PagesRead,
    Passage,
    Scored,
    Strip,
    Thresholds,
    Verdict,
)


@dataclass(slots=True)
class FakeRetriever(Fake):
    """Finds the same passages for every question."""

    passages: Sequence[Passage] = ()

    @step("retrieve", lambda passages: {"passages": len(passages)})
    def retrieve(self, question: str) -> tuple[Passage, ...]:
        """The passages it was made with."""
        self._called(question)
        return tuple(self.passages)


@dataclass(slots=True)
class FakeRelevanceScorer(Fake):
    """Scores a text by the first of some words that it holds."""

    scores: Mapping[str, float] = field(default_factory=dict)
    otherwise: float = -1.0

    def score(self, question: str, passages: Sequence[Passage]) -> list[float]:
        """The score of the first known word in each passage."""
        self._called(question)
        return [self._look_up(passage.text) for passage in passages]

    def _look_up(self, text: str) -> float:
        found = (score for word, score in self.scores.items() if word in text)
        return next(found, self.otherwise)


@dataclass(slots=True)
class FakeStripScorer(FakeRelevanceScorer):
    """Scores a strip by the first of some words that it holds."""

    def score_strips(self, question: str, strips: Sequence[Strip]) -> list[float]:
        """The score of the first known word in each strip."""
        self._called(question)
        return [self._look_up(strip.text) for strip in strips]


@dataclass(slots=True)
class FakeActionTrigger(Fake):
    """Gives the same verdict whatever the scores are."""

    verdict: Verdict = Verdict.CORRECT

    @step("judge", lambda verdict: {"verdict": verdict.value})
    def trigger(self, scored: Sequence[Scored], thresholds: Thresholds) -> Verdict:
        """The verdict it was made with."""
        self._called(" ".join(f"{each.score:g}" for each in scored))
        return self.verdict


@dataclass(slots=True)
class FakeRefiner(Fake):
    """Keeps whole passages that hold a word, and drops the others."""

    keep: str = ""

    @step("refine", lambda evidence: {"kept": len(evidence.strips)})
    def refine(self, question: str, scored: Sequence[Scored]) -> Evidence:
        """Every passage as one strip, kept or dropped."""
        self._called(question)
        strips = [Strip(s.passage, 0, len(s.passage.text), s.score) for s in scored]
        return Evidence(
            strips=tuple(s for s in strips if self.keep in s.text),
            dropped=tuple(s for s in strips if self.keep not in s.text),
        )


@dataclass(slots=True)
class FakeQueryRewriter(Fake):
    """Turns every question into the same query."""

    query: str = "keywords"

    @step("rewrite", lambda query: {"query": query})
    def rewrite(self, question: str) -> str:
        """The query it was made with."""
        self._called(question)
        return self.query


@dataclass(slots=True)
class FakeKnowledgeSearch(Fake):
    """Finds the same external passages for every query."""

    passages: Sequence[Passage] = ()
    notes: Sequence[str] = ()

    @step("search", lambda found: {"passages": len(found.passages)})
    def search(self, query: str) -> Findings:
        """The passages and notes it was made with."""
        self._called(query)
        return Findings(tuple(self.passages), tuple(self.notes))


@dataclass(slots=True)
class FakeSearchEngine(Fake):
    """Finds the same pages for every query."""

    hits: Sequence[Hit] = ()

    def find(self, query: str) -> tuple[Hit, ...]:
        """The hits it was made with."""
        self._called(query)
        return tuple(self.hits)


@dataclass(slots=True)
class FakePageReader(Fake):
    """Knows some pages by their address and no others."""

    pages: Sequence[Page] = ()

    def read(self, urls: Sequence[str]) -> PagesRead:
        """The pages it knows, with a note for each address it does not."""
        self._called(" ".join(urls))
        known = {page.url: page for page in self.pages}
        return PagesRead(
            tuple(known[url] for url in urls if url in known),
            tuple(f"{url}: unknown" for url in urls if url not in known),
        )


@dataclass(slots=True)
class FakeQuestionPreparer(Fake):
    """Asks what it was told to ask in a question's place, and else the question itself."""

    meant: Mapping[str, str] = field(default_factory=dict)

    @step("prepare", lambda question: {"question": question})
    def prepare(self, question: str) -> str:
        """The question to ask in its place."""
        self._called(question)
        return self.meant.get(question, question)


@dataclass(slots=True)
class FakeWordIdf(Fake):
    """Knows the IDF of a few words; every other has that of an unknown one."""

    known: Mapping[str, float] = field(default_factory=dict)
    unknown: float = 2.0

    def idf(self, stem: str) -> float:
        """The IDF it was made with."""
        self._called(stem)
        return self.known.get(stem, self.unknown)
