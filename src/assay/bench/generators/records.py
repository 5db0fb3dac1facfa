"""One answered question, judged."""

from __future__ import annotations

from dataclasses import dataclass

from assay.bench.generators.cases import Case
from assay.bench.metrics.text_match import matches
from assay.ports import RelevanceScorer
from assay.steps.abstain import confidence
from assay.types import Draft, Passage


@dataclass(frozen=True, slots=True)
class Record:
    """What came of one question.

    `supporting` and `matching` count citations whose quote the scorer finds relevant to the
    question, and whose quote holds a right answer; `scored` tells whether there was a scorer.
    """

    id: str
    answered: bool
    right: bool
    refused: bool
    confidence: float
    citations: int
    supporting: int
    matching: int
    unsupported: int
    scored: bool
    ms: float


def record_of(
    case: Case, draft: Draft, refused: bool, ms: float, scorer: RelevanceScorer | None
) -> Record:
    """The draft judged; `refused` says what the rule of abstention makes of it."""
    quotes = [Passage(c.evidence, c.quote) for c in draft.citations]
    scores = scorer.score(case.question, quotes) if scorer and quotes else []
    return Record(
        id=case.id,
        answered=draft.text is not None,
        right=matches(draft.text, case.answers),
        refused=refused,
        confidence=confidence(draft) if draft.text else 0.0,
        citations=len(quotes),
        supporting=sum(score > 0 for score in scores),
        matching=sum(matches(quote.text, case.answers) for quote in quotes),
        unsupported=len(draft.unsupported),
        scored=scorer is not None,
        ms=ms,
    )
