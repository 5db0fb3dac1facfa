"""Fakes of the parts that answer, and of whole strategies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from assay.steps.citations import cite_span
from assay.testing.fake import Fake
from assay.tracing import step
from assay.types import Answer, Draft, Evidence


@dataclass(slots=True)
class FakeGenerator(Fake):
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
class FakeStrategy(Fake):
    """Answers every question with the same text, or refuses when the text is None."""

    text: str | None = "an answer"

    def answer(self, question: str) -> Answer:
        """The text it was made with, without evidence."""
        self._called(question)
        reason = "" if self.text is not None else "the fake strategy refuses"
        return Answer(question, self.text, "fake", reason=reason)


@dataclass(slots=True)
class FakeAttempting(Fake):
    """Answers with the text it has for a query, and refuses where it has none."""

    texts: Mapping[str, str] = field(default_factory=dict)

    def attempt(self, question: str, query: str) -> Answer:
        """The text for the query, without evidence."""
        self._called(query)
        text = self.texts.get(query)
        reason = "" if text is not None else "the fake has no text for this query"
        return Answer(question, text, "fake", reason=reason)
