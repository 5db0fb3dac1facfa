"""The evaluator at work: score every passage, then choose one of three actions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assay.budget import current_budget
from assay.errors import ModelError
from assay.ports import RelevanceScorer
from assay.tracing import step
from assay.types import Facts, Passage, Scored, Thresholds, Verdict


def checked_scores(scores: Sequence[float], expected: int) -> list[float]:
    """The scores as plain numbers, or an error that names what the scorer did wrong."""
    if len(scores) != expected:
        raise ModelError(
            f"the scorer gave {len(scores)} scores for {expected} texts",
            hint="a scorer returns one score for each text, in the same order",
        )
    numbers = [float(score) for score in scores]
    for number in numbers:
        if not -1 <= number <= 1:  # also catches NaN, which would pass every threshold silently
            raise ModelError(
                f"the scorer gave the score {number}, which is not between -1 and 1",
                hint="map the scorer's output to [-1, 1], the scale of the thresholds",
            )
    return numbers


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
    """CORRECT if any score is above the upper threshold, INCORRECT if all are below the lower."""
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
