"""Null parts: each takes one idea out of CRAG, so that its worth can be measured.

They stand in for a part of `CorrectiveRetriever`; the algorithm itself never changes.
Without rewriting is `KeepQuestion`, without refinement is `NoRefinement`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assay.ports import Refiner
from assay.steps.correct.judge import judge, verdict_facts
from assay.tracing import step
from assay.types import Evidence, Kind, Scored, Thresholds, Verdict


@dataclass(frozen=True, slots=True)
class OneAction:
    """Always the same action, whatever the scores say (CRAG, table 11)."""

    action: Verdict

    @step("judge", verdict_facts)
    def trigger(self, scored: Sequence[Scored], thresholds: Thresholds) -> Verdict:
        """The one action it was made with."""
        return self.action


@dataclass(frozen=True, slots=True)
class MergedAction:
    """One action taken away and done as another instead (CRAG, table 2).

    The paper merges CORRECT or INCORRECT into AMBIGUOUS. To merge AMBIGUOUS into INCORRECT is
    the same as one single threshold, the upper one.
    """

    without: Verdict
    done_as: Verdict = Verdict.AMBIGUOUS

    @step("judge", verdict_facts)
    def trigger(self, scored: Sequence[Scored], thresholds: Thresholds) -> Verdict:
        """The paper's verdict, with one action replaced."""
        verdict = judge(scored, thresholds)
        return self.done_as if verdict is self.without else verdict


@dataclass(frozen=True, slots=True)
class RefineByKind:
    """One refiner for the index and another for the outside.

    `RefineByKind(internal=StripRefiner(scorer), external=NoRefinement())` is CRAG without
    selection; the other way round is CRAG without refinement (CRAG, table 3).
    """

    internal: Refiner
    external: Refiner

    def refine(self, question: str, scored: Sequence[Scored]) -> Evidence:
        """The evidence of both refiners, internal first, each refining its own kind."""
        evidence = Evidence()
        for kind, refiner in ((Kind.INTERNAL, self.internal), (Kind.EXTERNAL, self.external)):
            own = [each for each in scored if each.passage.kind is kind]
            if own:
                evidence += refiner.refine(question, own)
        return evidence
