"""One answered question, judged."""

from __future__ import annotations

from dataclasses import dataclass

from assay.ports import NliScorer, RelevanceScorer
from assay.steps.answer.abstain import confidence
from assay.types import Draft, Passage
from assay_bench.case import Case
from assay_bench.metrics.text_match import MARKER, matches
from assay_bench.runs.record import Record

SUPPORTED = 0.5


@dataclass(frozen=True, slots=True)
class Judges:
    """What scores quotes: for the question, and for the sentence that they stand behind."""

    scorer: RelevanceScorer
    nli: NliScorer


def record_of(
    case: Case,
    draft: Draft,
    refused: bool,
    ms: float,
    judges: Judges | None,
    *,
    generator: str = "",
) -> Record:
    """The draft judged; `refused` says what the rule of abstention makes of it.

    `relevant`, `supporting` and `matching` count citations whose quote the scorer finds relevant
    to the question, the verifier finds to support the sentence, and holds a right answer; the
    first two are there only when there were a scorer and a verifier.
    """
    quotes = [Passage(c.evidence, c.quote) for c in draft.citations]
    metrics = {
        "refused": float(refused),
        "confidence": confidence(draft) if draft.text else 0.0,
        "citations": float(len(quotes)),
        "matching": float(sum(matches(quote.text, case.answers) for quote in quotes)),
        "unsupported": float(len(draft.unsupported)),
    }
    if judges:
        metrics |= _judged(case, draft, quotes, judges)
    return Record(
        strategy=generator,
        case=case.id,
        question=case.question,
        answer={"text": draft.text},
        correct=matches(draft.text, case.answers),
        metrics=metrics,
        seconds=ms / 1000,
    )


def _judged(case: Case, draft: Draft, quotes: list[Passage], judges: Judges) -> dict[str, float]:
    if not quotes:
        return {"relevant": 0.0, "supporting": 0.0}
    said = [(draft.text or "")[c.answer_start : c.answer_end] for c in draft.citations]
    claims = [f"{case.question} {MARKER.sub('', sentence)}" for sentence in said]
    scores = judges.scorer.score(case.question, quotes)
    nli = judges.nli.nli(list(zip(claims, quotes, strict=True)))
    return {
        "relevant": float(sum(score > 0 for score in scores)),
        "supporting": float(sum(each.supported >= SUPPORTED for each in nli)),
    }
