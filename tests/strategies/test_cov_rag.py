from __future__ import annotations

from dataclasses import replace

import pytest

from assay.budget import Limits, current_budget
from assay.engine import Engine
from assay.errors import BudgetSpentError, ServiceError
from assay.steps.verify.acceptance import VerifiedOnly
from assay.strategies.cov_rag import CovRag
from assay.strategies.rag import Rag
from assay.testing import (
    FakeGenerator,
    FakeIndicator,
    FakeRetriever,
    FakeStrategy,
    FakeVerifier,
    make_passage,
)
from assay.types import Answer, Check, NliLabel, SentenceCheck

QUESTION = "What is gold?"
ONE = SentenceCheck(0, 5, NliLabel.ABSENT, 0.1)
GOOD = Check(0.9, 0.9, 1.0, 1.0, 0.0, 1.0, judgment=True)
WEAK = Check(0.5, 0.4, 1.0, 0.6, 0.0, 1.0, judgment=False, revised_question="gold metal")
BAD = Check(0.1, 0.0, 0.0, 0.0, 0.0, 1.0, False, "gold metal", (ONE,))
TEXTS = {QUESTION: "first", "gold metal": "second", "gold element": "third", "gold ore": "fourth"}


def cov(*checks, texts=TEXTS, **parts):
    loop = CovRag(FakeStrategy(None, texts), FakeVerifier(checks))
    return replace(loop, **parts)


def ask(loop, **limits):
    return Engine(loop, name="cov_rag", limits=Limits(**limits)).ask(QUESTION)


def test_an_answer_that_verifies_is_asked_for_once():
    loop = cov(GOOD)
    answer = ask(loop)
    assert (answer.text, answer.check, answer.queries) == ("first", GOOD, (QUESTION,))
    assert loop.strategy.calls == [QUESTION]


def test_a_revised_question_brings_a_better_answer():
    loop = cov(BAD, GOOD)
    answer = ask(loop)
    assert (answer.text, answer.check) == ("second", GOOD)
    assert answer.queries == (QUESTION, "gold metal")
    assert answer.question == QUESTION
    assert loop.verifier.calls == [QUESTION, QUESTION]


def test_a_worse_answer_never_replaces_the_first():
    answer = ask(cov(WEAK, replace(BAD, revised_question="")))
    assert (answer.text, answer.check) == ("first", WEAK)
    assert answer.queries == (QUESTION, "gold metal")


def test_an_equal_answer_does_not_replace_the_first():
    answer = ask(cov(WEAK, replace(WEAK, revised_question="")))
    assert answer.text == "first"


def test_the_best_of_all_rounds_counts_not_the_last():
    better = replace(WEAK, correctness=0.7, revised_question="gold element")
    answer = ask(cov(WEAK, better, replace(BAD, revised_question="")))
    assert answer.text == "second"
    assert answer.queries == (QUESTION, "gold metal", "gold element")


@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_there_are_never_more_rounds_than_the_bound(rounds):
    class Restless(FakeVerifier):
        def verify(self, question, evidence, draft, *, asked=()):
            check = super().verify(question, evidence, draft, asked=asked)
            return replace(check, revised_question=f"gold {len(asked)}")

    loop = cov(rounds=rounds, verifier=Restless([BAD]))
    answer = ask(loop, rounds=10)
    assert len(loop.strategy.calls) == rounds
    assert len(set(answer.queries)) == rounds


def test_the_budget_bounds_the_rounds_too():
    checks = [replace(WEAK, revised_question=q) for q in ("gold metal", "gold element", "gold ore")]
    loop = cov(*checks, rounds=9)
    answer = ask(loop, rounds=1)
    assert len(loop.strategy.calls) == 2
    assert answer.text == "first"
    assert answer.notes == ("looking again was cut short: the budget for rounds is spent (1)",)


@pytest.mark.parametrize("again", [QUESTION, "what is  GOLD?"])
def test_the_same_query_is_never_asked_twice(again):
    class Stubborn(FakeVerifier):
        def verify(self, question, evidence, draft, *, asked=()):
            return replace(WEAK, revised_question=again)

    loop = cov(verifier=Stubborn())
    assert ask(loop).text == "first"
    assert loop.strategy.calls == [QUESTION]


def test_a_refusal_is_a_reason_to_ask_again():
    answer = ask(cov(BAD, GOOD, texts={"gold metal": "second"}))
    assert (answer.text, answer.queries) == ("second", (QUESTION, "gold metal"))


def test_a_refusal_in_every_round_keeps_its_own_reason():
    answer = ask(cov(BAD, replace(BAD, revised_question=""), texts={}))
    assert (answer.text, answer.reason) == (None, "the fake strategy refuses")


def test_what_fails_badly_in_every_round_is_withheld():
    answer = ask(cov(BAD, replace(BAD, revised_question="")))
    assert answer.text is None
    assert answer.reason == (
        "the answer could not be verified: 1 of 1 sentence(s) have no support in the evidence"
    )
    assert answer.check.judgment is False
    assert answer.citations == ()


def test_unless_there_shall_always_be_an_answer():
    answer = ask(cov(BAD, rule=VerifiedOnly(always_answer=True)))
    assert answer.text == "first"
    assert answer.notes[0].startswith("answered although the answer could not be verified")


def test_what_fails_by_little_is_given_with_its_check():
    answer = ask(cov(replace(WEAK, revised_question="")))
    assert (answer.text, answer.check.judgment) == ("first", False)


def test_the_indicator_decides():
    loop = cov(BAD, GOOD, indicator=FakeIndicator(times=0))
    assert ask(loop).queries == (QUESTION,)
    fires = FakeIndicator(times=1)
    ask(cov(BAD, replace(BAD, revised_question="gold element"), GOOD, indicator=fires))
    assert fires.calls == ["gold metal", "gold element"]


@pytest.mark.parametrize("error", [BudgetSpentError("tokens", 9), ServiceError("down")])
@pytest.mark.parametrize("part", ["strategy", "verifier"])
def test_trouble_in_a_later_round_keeps_the_best_so_far(part, error):
    class Attempts(FakeStrategy):
        def answer(self, question, query=None):
            if part == "strategy" and self.calls:
                raise error
            return super().answer(question, query)

    class Checks(FakeVerifier):
        def verify(self, question, evidence, draft, *, asked=()):
            if part == "verifier" and self.calls:
                raise error
            return super().verify(question, evidence, draft, asked=asked)

    answer = ask(cov(strategy=Attempts(None, TEXTS), verifier=Checks([WEAK])))
    assert (answer.text, answer.check) == ("first", WEAK)
    assert answer.notes == (f"looking again was cut short: {error}",)
    assert answer.queries == (QUESTION,)


def test_time_that_runs_out_in_a_round_keeps_what_there_is():
    class Slow(FakeStrategy):
        def answer(self, question, query=None):
            current_budget().started -= 1_000
            return super().answer(question, query)

    answer = ask(cov(WEAK, GOOD, strategy=Slow(None, TEXTS)))
    assert answer.text == "first"
    assert "the budget for seconds is spent" in answer.notes[0]


@pytest.mark.parametrize("error", [BudgetSpentError("tokens", 9), ServiceError("down")])
def test_an_answer_that_cannot_be_checked_is_withheld(error):
    loop = cov(verifier=FakeVerifier(error=error))
    answer = ask(loop)
    assert (answer.text, answer.reason) == (None, "the answer could not be verified")
    assert answer.notes == (f"verifying was cut short: {error}",)
    open_handed = replace(loop, rule=VerifiedOnly(always_answer=True))
    assert ask(open_handed).text == "first"


def test_a_budget_spent_before_any_answer_is_a_refusal():
    answer = ask(cov(strategy=FakeStrategy(error=BudgetSpentError("seconds", 5))))
    assert (answer.text, answer.reason) == (None, "the budget for seconds is spent (5)")


def test_no_round_at_all_is_refused():
    with pytest.raises(ValueError, match="at least one round"):
        cov(GOOD, rounds=0)


def test_over_rag_the_new_query_finds_and_the_question_is_answered():
    class Library(FakeRetriever):
        def retrieve(self, question):
            text = "Gold is a metal." if question == "gold metal" else "Bread is baked."
            self.passages = [make_passage(text)]
            return super().retrieve(question)

    retriever, generator = Library(), FakeGenerator()
    loop = CovRag(Rag(retriever, generator), FakeVerifier([BAD, GOOD]), name="cov_rag")
    answer = ask(loop)
    assert (answer.text, answer.strategy) == ("Gold is a metal.", "cov_rag")
    assert retriever.calls == [QUESTION, "gold metal"]
    assert generator.calls == [QUESTION, QUESTION]
    steps = [each.name for each in answer.trace]
    assert steps == ["retrieve", "generate", "verify"] * 2


def test_without_a_name_of_its_own_it_keeps_that_of_the_strategy():
    assert ask(cov(GOOD)).strategy == "fake"
    assert isinstance(ask(cov(GOOD)), Answer)
