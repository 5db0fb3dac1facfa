"""When to look again after a check: the two forms of the CoV-RAG paper (section 2.2)."""

from __future__ import annotations

from dataclasses import dataclass

from assay.types import Check


@dataclass(frozen=True, slots=True)
class RevisedQuestion:
    """The typical form: a revised question, and a judgment that asks for it.

    The paper's verifier leaves the revised question empty where it judges the answer right; ours
    keep it beside the judgment, so that the other form can decide by the scores.
    """

    def fires(self, check: Check) -> bool:
        """True when the answer was judged wrong and there is something new to ask."""
        return bool(check.revised_question) and not check.judgment


@dataclass(frozen=True, slots=True)
class ThresholdIndicator:
    """The form for practice: any score on the wrong side of its threshold; the paper's numbers.

    Low are the reference score, the correctness and the truthfulness, high is the bias. A judgment
    of false fires too. Without a revised question there is nothing to look for.
    """

    reference: float = 0.27
    correctness: float = 0.26
    bias: float = 0.7
    truthfulness: float = 0.92

    def fires(self, check: Check) -> bool:
        """True when a score is bad, or the judgment is, and there is something new to ask."""
        bad = (
            check.reference_score < self.reference
            or check.correctness < self.correctness
            or check.bias > self.bias
            or check.truthfulness < self.truthfulness
            or not check.judgment
        )
        return bad and bool(check.revised_question)
