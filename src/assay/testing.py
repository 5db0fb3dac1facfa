"""A fake for every port, to test your own parts and strategies without models or network.

`Fake` plus the port's name: `FakeRetriever`, `FakeGenerator` and so on. Each is deterministic,
keeps what it was asked in `calls`, and is observed in the trace under the same step name as
the real part. Give any of them `error=` to see how your code behaves when that part fails.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from assay.errors import AssayError
from assay.steps.citations import cite_span
from assay.tracing import say, step
from assay.types import (
    Answer,
    Check,
    Completion,
    Draft,
    Evidence,
    Findings,
    Hit,
    Kind,
    Message,
    Page,
    Passage,
    Reading,
    Scored,
    Strip,
    Thresholds,
    Verdict,
)


def make_passage(text: str, id: str = "", kind: Kind = Kind.INTERNAL, start: int = 0) -> Passage:
    """A passage of that text; the id is made from the text unless given."""
    name = id or f"p{zlib.crc32(text.encode('utf-8', 'replace')):08x}"
    return Passage(
        name, text, title=name, source=f"{name}.txt", document=name, start=start, kind=kind
    )


@dataclass(slots=True)
class _Fake:
    """What every fake has: a list of its calls, and an error to raise when asked to fail."""

    error: AssayError | None = field(default=None, kw_only=True)
    calls: list[str] = field(default_factory=list, init=False)

    def _called(self, with_what: str) -> None:
        self.calls.append(with_what)
        if self.error is not None:
            raise self.error


@dataclass(slots=True)
class FakeRetriever(_Fake):
    """Finds the same passages for every question."""

    passages: Sequence[Passage] = ()

    @step("retrieve", lambda passages: {"passages": len(passages)})
    def retrieve(self, question: str) -> tuple[Passage, ...]:
        """The passages it was made with."""
        self._called(question)
        return tuple(self.passages)


@dataclass(slots=True)
class FakeRelevanceScorer(_Fake):
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
class FakeActionTrigger(_Fake):
    """Gives the same verdict whatever the scores are."""

    verdict: Verdict = Verdict.CORRECT

    @step("judge", lambda verdict: {"verdict": verdict.value})
    def trigger(self, scored: Sequence[Scored], thresholds: Thresholds) -> Verdict:
        """The verdict it was made with."""
        self._called(" ".join(f"{each.score:g}" for each in scored))
        return self.verdict


@dataclass(slots=True)
class FakeRefiner(_Fake):
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
class FakeQueryRewriter(_Fake):
    """Turns every question into the same query."""

    query: str = "keywords"

    @step("rewrite", lambda query: {"query": query})
    def rewrite(self, question: str) -> str:
        """The query it was made with."""
        self._called(question)
        return self.query


@dataclass(slots=True)
class FakeKnowledgeSearch(_Fake):
    """Finds the same external passages for every query."""

    passages: Sequence[Passage] = ()
    notes: Sequence[str] = ()

    @step("search", lambda found: {"passages": len(found.passages)})
    def search(self, query: str) -> Findings:
        """The passages and notes it was made with."""
        self._called(query)
        return Findings(tuple(self.passages), tuple(self.notes))


@dataclass(slots=True)
class FakeSearchEngine(_Fake):
    """Finds the same pages for every query."""

    hits: Sequence[Hit] = ()

    def find(self, query: str) -> tuple[Hit, ...]:
        """The hits it was made with."""
        self._called(query)
        return tuple(self.hits)


@dataclass(slots=True)
class FakePageReader(_Fake):
    """Knows some pages by their address and no others."""

    pages: Sequence[Page] = ()

    def read(self, urls: Sequence[str]) -> Reading:
        """The pages it knows, with a note for each address it does not."""
        self._called(" ".join(urls))
        known = {page.url: page for page in self.pages}
        return Reading(
            tuple(known[url] for url in urls if url in known),
            tuple(f"{url}: unknown" for url in urls if url not in known),
        )


@dataclass(slots=True)
class FakeGenerator(_Fake):
    """Answers with the first strip that has words and cites it, or with a fixed draft."""

    draft: Draft | None = None

    @step("generate", lambda draft: {"answered": draft.text is not None})
    def generate(self, question: str, evidence: Evidence) -> Draft:
        """The fixed draft; else the first strip, quoted whole; else a refusal."""
        self._called(question)
        if self.draft is not None:
            return self.draft
        strip = next((s for s in evidence.strips if s.text.strip()), None)
        if strip is None:
            return Draft(None, reason="the fake generator has no evidence")
        return Draft(strip.text, (cite_span(strip, 0, len(strip.text), 1.0),))


@dataclass(slots=True)
class FakeChatModel(_Fake):
    """Says the given replies in turn, and then an empty one."""

    replies: Sequence[str | Completion] = ()

    def complete(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int = 256,
        temperature: float = 0.0,
        logprobs: int = 0,
    ) -> Completion:
        """The next reply, cut to `max_tokens` words."""
        turn = len(self.calls)
        self._called("\n".join(message.content for message in messages))
        reply = self.replies[turn] if turn < len(self.replies) else ""
        if isinstance(reply, Completion):
            return reply
        words = re.findall(r"\s*\S+\s*", reply)
        text = "".join(words[:max_tokens])
        say(text)
        return Completion(text, tokens=len(words[:max_tokens]), cut=len(words) > max_tokens)


@dataclass(slots=True)
class FakeEmbedder(_Fake):
    """Embeds texts by their words: texts with more words in common lie closer."""

    dimensions: int = 64

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One row for each text: its words counted by hash, scaled to length one."""
        self._called(f"{len(texts)} texts")
        rows = np.zeros((len(texts), self.dimensions), np.float32)
        for row, text in zip(rows, texts, strict=True):
            row[0] = 1e-3  # a text without words still needs a direction
            for word in re.findall(r"\w+", text.lower()):
                row[zlib.crc32(word.encode("utf-8", "replace")) % self.dimensions] += 1
        rows /= np.linalg.norm(rows, axis=1, keepdims=True)
        return rows


@dataclass(slots=True)
class FakeVerifier(_Fake):
    """Gives the checks it was made with in turn, the last of them for ever."""

    checks: Sequence[Check] = (Check(1.0, 1.0, 1.0, 1.0, 0.0, 1.0, judgment=True),)

    @step("verify", lambda check: {"judgment": check.judgment})
    def verify(
        self, question: str, evidence: Evidence, draft: Draft, *, asked: Sequence[str] = ()
    ) -> Check:
        """The next check; a revised question that was asked before is left out."""
        turn = len(self.calls)
        self._called(question)
        check = self.checks[min(turn, len(self.checks) - 1)]
        return replace(check, revised_question="") if check.revised_question in asked else check


@dataclass(slots=True)
class FakeStrategy(_Fake):
    """Answers every question with the same text, or refuses when the text is None."""

    text: str | None = "an answer"

    def answer(self, question: str) -> Answer:
        """The text it was made with, without evidence."""
        self._called(question)
        reason = "" if self.text is not None else "the fake strategy refuses"
        return Answer(question, self.text, "fake", reason=reason)


@dataclass(slots=True)
class FakeAttempting(_Fake):
    """Answers with the text it has for a query, and refuses where it has none."""

    texts: Mapping[str, str] = field(default_factory=dict)

    def attempt(self, question: str, query: str) -> Answer:
        """The text for the query, without evidence."""
        self._called(query)
        text = self.texts.get(query)
        reason = "" if text is not None else "the fake has no text for this query"
        return Answer(question, text, "fake", reason=reason)
