"""Fakes of the parts that check an answer."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from assay.testing.fake import Fake
from assay.tracing import step
from assay.types import Check, Draft, Evidence, NliScores, Passage


@dataclass(slots=True)
class FakeVerifier(Fake):
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
class FakeNliScorer(Fake):
    """Supports a claim whose words all stand in the text; contradicts by words of its own."""

    contradictions: Sequence[str] = ()

    def nli(self, pairs: Sequence[tuple[str, Passage]]) -> list[NliScores]:
        """Sure of every pair: contradicted by a known word, else supported, else absent."""
        self._called(" | ".join(claim for claim, _ in pairs))
        return [self._scores(claim, passage) for claim, passage in pairs]

    def _scores(self, claim: str, passage: Passage) -> NliScores:
        if any(word in passage.text for word in self.contradictions):
            return NliScores(0.0, 1.0, 0.0)
        said = set(re.findall(r"\w+", claim.lower()))
        if said and said <= set(re.findall(r"\w+", f"{passage.title} {passage.text}".lower())):
            return NliScores(1.0, 0.0, 0.0)
        return NliScores(0.0, 0.0, 1.0)


@dataclass(slots=True)
class FakeIndicator(Fake):
    """Fires a number of times, and never again."""

    times: int = 1

    def fires(self, check: Check) -> bool:
        """True for the first so many checks."""
        self._called(check.revised_question)
        return len(self.calls) <= self.times
