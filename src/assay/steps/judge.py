"""The evaluator at work: score every passage, then choose one of three actions."""

from __future__ import annotations

from collections.abc import Sequence

from assay.budget import current_budget
from assay.errors import ModelError
from assay.ports import RelevanceScorer
from assay.tracing import step
from assay.types import Facts, Passage, Scored, Thresholds, Verdict


def _score_facts(scored: tuple[Scored, ...]) -> Facts:
    return {
        "passages": len(scored),
        "scores": [{"passage": s.passage.id, "score": round(s.score, 4)} for s in scored],
    }


@step("score", _score_facts)
def score_passages(
    scorer: RelevanceScorer, question: str, passages: Sequence[Passage]
) -> tuple[Scored, ...]:
    """Every passage with its score, in the order of retrieval."""
    current_budget().check()
    scores = scorer.score(question, passages)
    if len(scores) != len(passages):
        raise ModelError(f"the scorer gave {len(scores)} scores for {len(passages)} passages")
    return tuple(Scored(passage, score) for passage, score in zip(passages, scores, strict=True))


@step("judge", lambda verdict: {"verdict": verdict.value})
def judge(scored: Sequence[Scored], thresholds: Thresholds) -> Verdict:
    """CORRECT if any score is above the upper border, INCORRECT if all are below the lower."""
    if any(s.score > thresholds.upper for s in scored):
        return Verdict.CORRECT
    if all(s.score < thresholds.lower for s in scored):
        return Verdict.INCORRECT
    return Verdict.AMBIGUOUS
