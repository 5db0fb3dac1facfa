from __future__ import annotations

import pytest

from assay.adapters.verifiers.trained import NO_ANSWER, JudgmentRule, TrainedVerifier
from assay.engine import Engine
from assay.steps.correct.refine import whole
from assay.steps.verify.indicator import RevisedQuestion
from assay.strategies.cov_rag import CovRag
from assay.strategies.rag import Rag
from assay.testing import (
    FakeGenerator,
    FakeNliScorer,
    FakeRelevanceScorer,
    FakeRetriever,
    make_passage,
)
from assay.types import Draft, Evidence, NliLabel

QUESTION = "What is gold?"
GOLD = make_passage("Gold is a dense metal. It has 79 protons.", "gold")
BREAD = make_passage("Bread is baked in an oven.", "bread")
EVIDENCE = Evidence((whole(BREAD, -0.8), whole(GOLD, 0.6)))


class ByWords(FakeNliScorer):
    """Leaves the question out, so that a plain claim is judged by its own words."""

    def nli(self, pairs):
        return super().nli([(claim.removeprefix(f"{QUESTION} "), p) for claim, p in pairs])


def verify(text, evidence=EVIDENCE, scorer=None, question=QUESTION, **parts):
    verifier = TrainedVerifier(scorer or ByWords(), **parts)
    return verifier.verify(question, evidence, Draft(text), asked=(question,))


def test_what_the_evidence_says_passes():
    check = verify("Gold is a dense metal [2].", relevance=FakeRelevanceScorer({"Gold": 0.9}))
    assert check.judgment
    assert not RevisedQuestion().fires(check)
    assert (check.truthfulness, check.citation_accuracy) == (1, 1)
    assert check.correctness == pytest.approx(0.8 ** (1 / 3))
    assert check.reference_score == pytest.approx(0.8)
    assert (check.bias, check.conciseness) == (0, 1)
    assert [each.span.source for each in check.sentences] == ["gold.txt"]
    assert check.notes == ()


def test_right_but_unsupported_fails_and_asks_again():
    check = verify("Gold is chemically inert.")
    assert not check.judgment
    assert (check.truthfulness, check.correctness) == (0, 0)
    assert check.revised_question not in ("", QUESTION)


def test_supported_but_beside_the_question_fails():
    relevance = FakeRelevanceScorer({"Gold": 0.9}, otherwise=-0.98)
    check = verify("Bread is baked in an oven.", relevance=relevance)
    assert check.truthfulness == 1
    # The references promise 0.8, the span that supports the answer keeps 0.01 of it.
    assert check.correctness == pytest.approx(0.8 ** (1 / 3) * (1 - 0.79))
    assert not check.judgment


def test_references_that_hold_nothing_of_what_is_asked_cannot_make_an_answer_right():
    poor = Evidence((whole(GOLD, -0.98),))
    check = verify("Gold is a dense metal.", poor, relevance=FakeRelevanceScorer())
    assert check.truthfulness == 1
    assert check.correctness < 0.3
    assert not check.judgment


def test_a_generator_that_doubts_itself_makes_the_answer_less_likely_right():
    verifier = TrainedVerifier(ByWords())
    sure, unsure = (
        verifier.verify(QUESTION, EVIDENCE, Draft("Gold is a dense metal.", confidence=c))
        for c in (0.9, 0.05)
    )
    assert unsure.correctness < 0.5 < sure.correctness
    assert (sure.judgment, unsure.judgment) == (True, False)


def test_truth_is_weighed_by_length():
    check = verify("Gold is a dense metal. It is blue.")
    assert 0.6 < check.truthfulness < 1
    assert [each.label for each in check.sentences] == [NliLabel.SUPPORTED, NliLabel.ABSENT]


def test_a_number_off_by_one_fails_whatever_the_network_says():
    class Sure(FakeNliScorer):
        def nli(self, pairs):
            return super().nli([("gold", GOLD) for _ in pairs])

    right, wrong = (verify(f"It has {n} protons.", scorer=Sure()) for n in (79, 80))
    assert right.judgment
    assert not wrong.judgment
    assert wrong.notes[0] == 'no evidence for "80": "It has 80 protons."'


def test_one_contradiction_is_enough_to_fail():
    scorer = ByWords(contradictions=["oven"])
    check = verify("Gold is a dense metal. It has 79 protons. Bread is cold.", scorer=scorer)
    assert check.sentences[-1].label is NliLabel.CONTRADICTED
    assert check.sentences[-1].span.quote == "Bread is baked in an oven."
    assert not check.judgment


def test_evidence_that_contradicts_itself_is_doubtful():
    other = Evidence((whole(GOLD), whole(make_passage("Gold is no dense metal, they say.", "no"))))
    check = verify("Gold is a dense metal.", other, ByWords(contradictions=["they say"]))
    assert not check.judgment
    assert check.notes[0] == 'the evidence contradicts itself: "Gold is a dense metal."'


def test_without_evidence_nothing_holds():
    check = verify("Gold is a dense metal.", Evidence())
    assert (check.reference_score, check.truthfulness, check.correctness) == (0, 0, 0)
    assert not check.judgment


@pytest.mark.parametrize("text", [None, "", "  ", "..."])
def test_no_answer_is_no_pass_and_a_reason_to_ask_again(text):
    question = "Where is gold mined in Ghana?"
    check = verify(text, question=question)
    assert not check.judgment
    assert check.notes == (NO_ANSWER,)
    assert check.revised_question not in ("", question)
    assert check.reference_score == pytest.approx(0.8)


def test_fifty_sentences_are_all_checked():
    text = " ".join(["Gold is a dense metal.", "Copper is cheap."] * 25)
    check = verify(text)
    labels = [each.label for each in check.sentences]
    assert len(labels) == 50
    assert labels.count(NliLabel.SUPPORTED) == 25
    assert check.conciseness < 0.1


def test_references_without_scores_are_judged_when_there_is_a_judge():
    bare = Evidence((whole(BREAD), whole(GOLD)))
    judged = verify("Gold is a dense metal.", bare, relevance=FakeRelevanceScorer({"Gold": 0.5}))
    assert judged.reference_score == pytest.approx(0.75)
    assert verify("Gold is a dense metal.", bare).reference_score == 1


def test_a_text_without_a_question_can_be_checked():
    check = verify("Gold is a dense metal.", question="")
    assert check.judgment
    assert check.correctness == 1


def test_the_rule_is_a_part():
    text = "Gold is a dense metal. It is blue."
    assert verify(text, rule=JudgmentRule(truthfulness=0.5, correctness=0.0)).judgment
    assert not verify(text, rule=JudgmentRule(truthfulness=1.0, correctness=0.0)).judgment


def test_verifying_and_revising_are_steps():
    rag = Rag(FakeRetriever([BREAD]), FakeGenerator(Draft("Gold is chemically inert.")))
    answer = Engine(CovRag(rag, TrainedVerifier(ByWords()), rounds=2)).ask(QUESTION)
    names = [each.name for each in answer.trace]
    assert names.count("verify") == 2
    assert "revise" in names
    verified = next(each for each in answer.trace if each.name == "verify")
    assert verified.facts["judgment"] is False
