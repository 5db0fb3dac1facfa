from __future__ import annotations

import pytest

from assay.steps.evidence_reward import MOST_STRIPS, EvidenceReward, Reward
from assay.steps.lookup import Looked
from assay.steps.refine import whole
from assay.steps.thoughts import Thought
from assay.testing import FakeStanceScorer, make_passage
from assay.types import Evidence, Scored, Stance, StanceScores

GOLD = make_passage("gold is a metal")


def looked(*scores):
    scored = tuple(Scored(GOLD, score) for score in scores)
    return Looked("q", scored, Evidence(tuple(whole(s.passage, s.score) for s in scored)))


class Fixed(FakeStanceScorer):
    def __init__(self, *scores):
        super().__init__()
        self.contradictions = scores

    def stances(self, pairs):
        self._called(str(len(pairs)))
        return list(self.contradictions)[: len(pairs)]


@pytest.mark.parametrize(
    ("scores", "stance", "value"),
    [
        ([StanceScores(0.9, 0.1, 0.0)], Stance.SUPPORTED, 0.8),
        ([StanceScores(0.1, 0.9, 0.0)], Stance.CONTRADICTED, 0.8 * 2 / 3),
        ([StanceScores(0.4, 0.2, 0.4)], Stance.ABSENT, 0.8 / 3),
        ([StanceScores(0.0, 0.6, 0.4), StanceScores(0.7, 0.0, 0.3)], Stance.SUPPORTED, 0.8),
    ],
)
def test_the_marks_of_the_paper(scores, stance, value):
    found = looked(*[0.6] * len(scores))
    reward = EvidenceReward(Fixed(*scores)).reward(Thought("What is gold?", "a metal"), found)
    assert reward.stance is stance
    assert reward.value == pytest.approx(value)


def test_without_a_claim_or_without_evidence_nobody_is_asked():
    scorer = FakeStanceScorer()
    reward = EvidenceReward(scorer)
    assert reward.reward(Thought("What?"), looked(1.0)) == Reward(1.0, Stance.ABSENT)
    assert reward.reward(Thought("What?", "a metal"), looked()) == Reward(0.0, Stance.ABSENT)
    assert scorer.calls == []


def test_only_the_best_strips_are_read():
    scorer = Fixed(*[StanceScores(0.0, 0.0, 1.0)] * 9)
    EvidenceReward(scorer).reward(Thought("What?", "a metal"), looked(*[0.1] * 9))
    assert scorer.calls == [str(MOST_STRIPS)]
