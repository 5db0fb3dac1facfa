"""What a reasoning step is worth by the evidence found for it (RAG-Star, section 3.3)."""

from __future__ import annotations

from dataclasses import dataclass

from assay.ports import StanceScorer
from assay.steps.lookup import Looked
from assay.steps.thoughts import Thought
from assay.steps.verify_sentences import as_passage, asked_claim, read_stances
from assay.tracing import step
from assay.types import Facts, Stance, Strip

# The paper's marks for a claim: nothing decides it, the evidence says otherwise, it agrees.
MARKS = {Stance.ABSENT: 1, Stance.CONTRADICTED: 2, Stance.SUPPORTED: 3}
DECIDED_FROM = 0.5
MOST_STRIPS = 3


@dataclass(frozen=True, slots=True)
class Reward:
    """How good the sub-question is (0 to 1), what the evidence says of the claim, and both."""

    query: float
    stance: Stance

    @property
    def value(self) -> float:
        """The product of both rewards, from 0 to 1."""
        return self.query * MARKS[self.stance] / max(MARKS.values())


def _facts(reward: Reward) -> Facts:
    return {"query": round(reward.query, 4), "stance": reward.stance.value}


@dataclass(frozen=True, slots=True)
class EvidenceReward:
    """Rewards sub-questions that find something, and claims that agree with what is found."""

    stances: StanceScorer

    @step("reward", _facts)
    def reward(self, thought: Thought, looked: Looked) -> Reward:
        """The reward of one thought."""
        return Reward(looked.relevance, self._stance(thought, looked.evidence.strips))

    def _stance(self, thought: Thought, strips: tuple[Strip, ...]) -> Stance:
        best = sorted(strips, key=lambda s: -(s.score or 0.0))[:MOST_STRIPS]
        if not thought.claim or not best:
            return Stance.ABSENT
        claim = asked_claim(thought.question, thought.claim)
        scores = read_stances(self.stances, [(claim, as_passage(strip)) for strip in best])
        supported = max(each.supported for each in scores)
        contradicted = max(each.contradicted for each in scores)
        if max(supported, contradicted) < DECIDED_FROM:
            return Stance.ABSENT
        return Stance.SUPPORTED if supported >= contradicted else Stance.CONTRADICTED
