from __future__ import annotations

import pytest

from assay.errors import ModelError
from assay.steps.answer.prompts import AnswerTask
from assay.steps.correct.refine import whole
from assay.testing import FakeNliScorer, FakeRelevanceScorer, make_passage
from assay.types import Draft, Evidence, NliScores, Segment
from assay_strategies.critics.assayer_critic import AssayerCritic

QUESTION = "Where is Oslo?"
STRIP = whole(make_passage("Oslo lies on a fjord.", "oslo"))
SEEN = Evidence((STRIP,))


class Labels(FakeNliScorer):
    """Supports a claim by its ending, and contradicts it with half of what is left."""

    shares: dict[str, float]

    def nli(self, pairs):
        self._called(" | ".join(claim for claim, _ in pairs))
        found = []
        for claim, _ in pairs:
            share = next(
                (p for word, p in self.shares.items() if claim.rstrip(".").endswith(word)), 0.0
            )
            found.append(NliScores(share, (1 - share) / 2, (1 - share) / 2))
        return found


def critic(shares=None, task=AnswerTask.FREE, **scores) -> AssayerCritic:
    nli = Labels()
    nli.shares = shares or {}
    return AssayerCritic(FakeRelevanceScorer(scores), nli, task)


def test_relevance_is_the_probability_of_the_evaluator():
    (reflection,) = critic(Oslo=0.6).reflect(QUESTION, [Segment(SEEN, Draft("x"))])
    assert reflection.relevance == pytest.approx((0.8, 0.2))


def test_a_block_is_as_good_as_the_best_of_its_strips():
    sea = whole(make_passage("Bergen lies at the sea.", "bergen"))

    class ByStrip(FakeNliScorer):
        def nli(self, pairs):
            shares = [0.9 if claim.split()[-1] in passage.text else 0.1 for claim, passage in pairs]
            return [NliScores(share, 1 - share, 0.0) for share in shares]

    judge = AssayerCritic(FakeRelevanceScorer({"Oslo": 0.6, "Bergen": -0.8}), ByStrip())
    both = Segment(Evidence((sea, STRIP)), Draft("On a fjord. It lies at the sea."))
    alone = Segment(SEEN, both.draft)
    whole_block, one_strip = judge.reflect(QUESTION, [both, alone])
    assert whole_block.relevance == pytest.approx((0.8, 0.2))
    assert whole_block.support == pytest.approx((0.9, 0.0, 0.1))
    assert one_strip.support == pytest.approx((0.1, 0.8, 0.1))


def test_all_some_and_none_of_the_sentences_are_supported():
    judge = critic({"fjord": 0.9, "sea": 0.3})
    text = "It lies on a fjord. It lies at sea."
    one, two = judge.reflect(
        QUESTION, [Segment(SEEN, Draft(text)), Segment(SEEN, Draft("On a fjord."))]
    )
    assert one.support == pytest.approx((0.3, 0.6, 0.1))
    assert two.support == pytest.approx((0.9, 0.0, 0.1))
    assert judge.nli.calls == [
        f"{QUESTION} It lies on a fjord. | {QUESTION} It lies at sea. | {QUESTION} On a fjord."
    ]


def test_utility_is_the_generators_own_confidence_where_it_has_one():
    judge = critic(**{"fjord": 1.0, "in Norway": 0.5})
    sure = Segment(SEEN, Draft("in Norway", confidence=0.25))
    silent = Segment(SEEN, Draft("in Norway"))
    one, two = judge.reflect(QUESTION, [sure, silent])
    assert one.utility == pytest.approx((0, 1, 0, 0, 0))
    assert one.likelihood == 0.25
    assert two.utility == pytest.approx((0, 0, 0, 1, 0))
    assert two.likelihood == 0


def test_a_refusal_is_useless_and_unsupported():
    (reflection,) = critic(Oslo=1.0).reflect(
        QUESTION, [Segment(SEEN, Draft(None, reason="none", confidence=0.9))]
    )
    assert reflection.support == (0, 0, 1)
    assert reflection.utility == (1, 0, 0, 0, 0)


def test_from_memory_there_is_nothing_to_be_relevant_or_to_support():
    (reflection,) = critic().reflect(
        QUESTION, [Segment(Evidence(), Draft("Norway", confidence=1.0))]
    )
    assert (reflection.relevance, reflection.support) == ((), ())
    assert reflection.utility == (0, 0, 0, 0, 1)


def test_a_statement_called_false_is_supported_by_what_contradicts_it():
    judge = critic({"Oslo is dry": 0.2}, AnswerTask.TRUE_FALSE)
    right, wrong = judge.reflect(
        "Oslo is dry.", [Segment(SEEN, Draft("False")), Segment(SEEN, Draft("true"))]
    )
    assert right.support == pytest.approx((0.4, 0, 0.6))
    assert wrong.support == pytest.approx((0.2, 0, 0.8))
    assert judge.nli.calls == ["Oslo is dry. | Oslo is dry."]


def test_a_chosen_letter_stands_for_its_words():
    judge = critic({"a fjord": 0.9}, AnswerTask.CHOICE)
    question = "Where is Oslo?\nA: in a desert\nB: on a fjord"
    good, bad = judge.reflect(question, [Segment(SEEN, Draft("B")), Segment(SEEN, Draft("A"))])
    assert judge.nli.calls == [f"{question} on a fjord | {question} in a desert"]
    assert good.support[0] == pytest.approx(0.9)
    assert bad.support[0] == 0


@pytest.mark.parametrize("wrong", [[], [NliScores(2.0, 0.0, 0.0)]])
def test_a_broken_stance_scorer_is_reported(wrong):
    class Broken(FakeNliScorer):
        def nli(self, pairs):
            return wrong

    with pytest.raises(ModelError):
        AssayerCritic(FakeRelevanceScorer(), Broken()).reflect(
            QUESTION, [Segment(SEEN, Draft("x"))]
        )
