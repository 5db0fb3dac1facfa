"""The evaluator at work: score every passage, then choose one of three actions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assay.budget import current_budget
from assay.ports import RelevanceScorer
from assay.steps.scores import checked_scores
from assay.tracing import step
from assay.types import Facts, Passage, Scored, Thresholds, Verdict


def _score_facts(scored: tuple[Scored, ...]) -> Facts:
    return {
        "passages": len(scored),
        "scores": [{"passage": s.passage.id, "score": round(s.score, 4)} for s in scored],
    }


def verdict_facts(verdict: Verdict) -> Facts:
    """What the trace shows of a verdict."""
    return {"verdict": verdict.value}


@step("score", _score_facts)
def score_passages(
    scorer: RelevanceScorer, question: str, passages: Sequence[Passage]
) -> tuple[Scored, ...]:
    """Every passage with its score, in the order of retrieval."""
    current_budget().check()
    scores = checked_scores(scorer.score(question, passages), len(passages))
    return tuple(Scored(passage, score) for passage, score in zip(passages, scores, strict=True))


def judge(scored: Sequence[Scored], thresholds: Thresholds) -> Verdict:
    """CORRECT if any score is above the upper border, INCORRECT if all are below the lower."""
    if any(s.score > thresholds.upper for s in scored):
        return Verdict.CORRECT
    if all(s.score < thresholds.lower for s in scored):
        return Verdict.INCORRECT
    return Verdict.AMBIGUOUS


@dataclass(frozen=True, slots=True)
class ThreeActions:
    """The action trigger of the paper: two thresholds, three actions."""

    @step("judge", verdict_facts)
    def trigger(self, scored: Sequence[Scored], thresholds: Thresholds) -> Verdict:
        """The verdict on the retrieval as a whole."""
        return judge(scored, thresholds)
