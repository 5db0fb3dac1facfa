"""Fakes of the parts that answer, and of whole strategies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from assay.steps.answer.citations import cite_span
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
class FakeKnowsByItself(FakeGenerator):
    """A fake generator that may be asked without evidence; it has its draft for that."""

    answers_without_evidence: bool = True


@dataclass(slots=True)
class FakeStrategy(Fake):
    """Answers with the text it has for the query, else with the same text for everything.

    It refuses where that text is None.
    """

    text: str | None = "an answer"
    texts: Mapping[str, str] = field(default_factory=dict)

    def answer(self, question: str, query: str | None = None) -> Answer:
        """The text it was made with, without evidence."""
        self._called(query or question)
        text = self.texts.get(query or question, self.text)
        reason = "" if text is not None else "the fake strategy refuses"
        return Answer(question, text, "fake", reason=reason)
