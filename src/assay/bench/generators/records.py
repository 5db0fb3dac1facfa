"""One answered question, judged."""

from __future__ import annotations

import re
from dataclasses import dataclass

from assay.bench.generators.cases import Case
from assay.bench.metrics.text_match import matches
from assay.ports import RelevanceScorer, StanceScorer
from assay.steps.abstain import confidence
from assay.types import Draft, Passage, StanceScores

SUPPORTED = 0.5
MARKER = re.compile(r"\s*\[\d+\]")


@dataclass(frozen=True, slots=True)
class Record:
    """What came of one question.

    `relevant`, `supporting` and `matching` count citations whose quote the scorer finds relevant
    to the question, the verifier finds to support the sentence, and holds a right answer; `scored`
    tells whether there were a scorer and a verifier.
    """

    id: str
    answered: bool
    right: bool
    refused: bool
    confidence: float
    citations: int
    relevant: int
    supporting: int
    matching: int
    unsupported: int
    scored: bool
    ms: float


@dataclass(frozen=True, slots=True)
class Judges:
    """Who judges quotes: by the question, and by the sentence that they stand behind."""

    scorer: RelevanceScorer
    stances: StanceScorer


def record_of(case: Case, draft: Draft, refused: bool, ms: float, judges: Judges | None) -> Record:
    """The draft judged; `refused` says what the rule of abstention makes of it."""
    quotes = [Passage(c.evidence, c.quote) for c in draft.citations]
    scores: list[float] = []
    stances: list[StanceScores] = []
    if judges and quotes:
        said = [(draft.text or "")[c.answer_start : c.answer_end] for c in draft.citations]
        claims = [f"{case.question} {MARKER.sub('', sentence)}" for sentence in said]
        scores = judges.scorer.score(case.question, quotes)
        stances = judges.stances.stances(list(zip(claims, quotes, strict=True)))
    return Record(
        id=case.id,
        answered=draft.text is not None,
        right=matches(draft.text, case.answers),
        refused=refused,
        confidence=confidence(draft) if draft.text else 0.0,
        citations=len(quotes),
        relevant=sum(score > 0 for score in scores),
        supporting=sum(each.supported >= SUPPORTED for each in stances),
        matching=sum(matches(quote.text, case.answers) for quote in quotes),
        unsupported=len(draft.unsupported),
        scored=judges is not None,
        ms=ms,
    )
