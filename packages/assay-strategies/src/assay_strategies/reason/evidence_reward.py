"""What a reasoning step is worth by the evidence found for it (RAG-Star, section 3.3)."""

from __future__ import annotations

from dataclasses import dataclass

from assay.ports import NliScorer
from assay.steps.verify.sentence_checks import as_passage, asked_claim, read_nli
from assay.tracing import step
from assay.types import Facts, NliLabel, Strip
from assay_strategies.reason.lookup import Looked
from assay_strategies.reason.thoughts import Thought

# The paper's marks for a claim: nothing decides it, the evidence says otherwise, it agrees.
MARKS = {NliLabel.ABSENT: 1, NliLabel.CONTRADICTED: 2, NliLabel.SUPPORTED: 3}
DECIDED_FROM = 0.5
MAX_STRIPS = 3


@dataclass(frozen=True, slots=True)
class Reward:
    """How good the sub-question is (0 to 1), what the evidence says of the claim, and both."""

    query: float
    label: NliLabel

    @property
    def value(self) -> float:
        """The product of both rewards, from 0 to 1."""
        return self.query * MARKS[self.label] / max(MARKS.values())


def _facts(reward: Reward) -> Facts:
    return {"query": round(reward.query, 4), "label": reward.label.value}


@dataclass(frozen=True, slots=True)
class EvidenceReward:
    """Rewards sub-questions that find evidence and claims that the evidence supports."""

    nli: NliScorer

    @step("reward", _facts)
    def reward(self, thought: Thought, looked: Looked) -> Reward:
        """The reward of one thought."""
        return Reward(looked.relevance, self._label(thought, looked.evidence.strips))

    def _label(self, thought: Thought, strips: tuple[Strip, ...]) -> NliLabel:
        best = sorted(strips, key=lambda s: -(s.score or 0.0))[:MAX_STRIPS]
        if not thought.claim or not best:
            return NliLabel.ABSENT
        claim = asked_claim(thought.question, thought.claim)
        scores = read_nli(self.nli, [(claim, as_passage(strip)) for strip in best])
        supported = max(each.supported for each in scores)
        contradicted = max(each.contradicted for each in scores)
        if max(supported, contradicted) < DECIDED_FROM:
            return NliLabel.ABSENT
        return NliLabel.SUPPORTED if supported >= contradicted else NliLabel.CONTRADICTED
