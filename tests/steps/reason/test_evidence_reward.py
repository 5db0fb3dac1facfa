from __future__ import annotations

import pytest

from assay.steps.correct.refine import whole
from assay.testing import FakeNliScorer, make_passage
from assay.types import Evidence, NliLabel, NliScores, Scored
from assay_strategies.reason.evidence_reward import MAX_STRIPS, EvidenceReward, Reward
from assay_strategies.reason.lookup import Looked
from assay_strategies.reason.thoughts import Thought

GOLD = make_passage("gold is a metal")


def looked(*scores):
    scored = tuple(Scored(GOLD, score) for score in scores)
    return Looked("q", scored, Evidence(tuple(whole(s.passage, s.score) for s in scored)))


class Fixed(FakeNliScorer):
    def __init__(self, *scores):
        super().__init__()
        self.contradictions = scores

    def nli(self, pairs):
        self._called(str(len(pairs)))
        return list(self.contradictions)[: len(pairs)]


@pytest.mark.parametrize(
    ("scores", "label", "value"),
    [
        ([NliScores(0.9, 0.1, 0.0)], NliLabel.SUPPORTED, 0.8),
        ([NliScores(0.1, 0.9, 0.0)], NliLabel.CONTRADICTED, 0.8 * 2 / 3),
        ([NliScores(0.4, 0.2, 0.4)], NliLabel.ABSENT, 0.8 / 3),
        ([NliScores(0.0, 0.6, 0.4), NliScores(0.7, 0.0, 0.3)], NliLabel.SUPPORTED, 0.8),
    ],
)
def test_the_marks_of_the_paper(scores, label, value):
    found = looked(*[0.6] * len(scores))
    reward = EvidenceReward(Fixed(*scores)).reward(Thought("What is gold?", "a metal"), found)
    assert reward.label is label
    assert reward.value == pytest.approx(value)


def test_without_a_claim_or_without_evidence_nobody_is_asked():
    scorer = FakeNliScorer()
    reward = EvidenceReward(scorer)
    assert reward.reward(Thought("What?"), looked(1.0)) == Reward(1.0, NliLabel.ABSENT)
    assert reward.reward(Thought("What?", "a metal"), looked()) == Reward(0.0, NliLabel.ABSENT)
    assert scorer.calls == []


def test_only_the_best_strips_are_read():
    scorer = Fixed(*[NliScores(0.0, 0.0, 1.0)] * 9)
    EvidenceReward(scorer).reward(Thought("What?", "a metal"), looked(*[0.1] * 9))
    assert scorer.calls == [str(MAX_STRIPS)]
