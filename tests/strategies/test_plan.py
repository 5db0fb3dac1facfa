from __future__ import annotations

import pytest

from assay.adapters.chat.llama_cpp import LlamaCppChat, bundled_model
from assay.adapters.retrievers.fixed import FixedRetriever
from assay.adapters.scorers.onnx_scorer import OnnxScorer
from assay.budget import Limits
from assay.config import Settings
from assay.engine import Engine
from assay.errors import BudgetSpentError, ModelError, ServiceError, SettingsError
from assay.reader.span_reader import SpanReader
from assay.steps.answer.conclude import NO_EVIDENCE
from assay.testing import (
    FakeChatModel,
    FakeGenerator,
    FakeRefiner,
    FakeRelevanceScorer,
    FakeRetriever,
    make_passage,
)
from assay.wiring import Overrides, build_engine
from assay_strategies.plan import Plan
from assay_strategies.reason.lookup import Lookup
from assay_strategies.reason.planner import UNREADABLE, Planner
from assay_strategies.reason.top_passages import TopPassages
from tests.models.shipped import shipped

QUESTION = "Where was the author of Emma born?"
AUTHOR = make_passage("Emma was written by Jane Austen.", "emma")
BIRTH = make_passage("Jane Austen was born in Steventon.", "austen")
LOOK = ["retrieve", "score", "refine"]


class Library(FakeRetriever):
    def retrieve(self, question):
        super().retrieve(question)
        return (BIRTH,) if "Austen" in question else (AUTHOR,)


def plan(*replies, retriever=None, rounds=3, generator=None, **chat):
    lookup = Lookup(retriever or Library(), FakeRelevanceScorer(otherwise=0.5), FakeRefiner())
    model = FakeChatModel(replies, **chat)
    return Plan(Planner(model), lookup, generator or FakeGenerator(), rounds)


def ask(strategy, limits=None):
    answer = Engine(strategy, limits=limits or Limits()).ask(QUESTION)
    return answer, [step.name for step in answer.trace if step.depth == 0]


def test_it_plans_looks_plans_again_with_what_was_found_and_answers_from_all():
    strategy = plan("1. author of Emma", "1. birthplace of Jane Austen", "DONE")
    answer, steps = ask(strategy)
    assert steps == ["plan", *LOOK, "replan", *LOOK, "replan", "generate"]
    assert answer.queries == ("author of Emma", "birthplace of Jane Austen")
    assert [s.text for s in answer.evidence.strips] == [AUTHOR.text, BIRTH.text]
    assert (answer.strategy, answer.notes) == ("plan", ())
    assert [c.source for c in answer.citations] == ["emma.txt"]
    first, second, third = strategy.planner.model.calls
    assert AUTHOR.text not in first
    assert AUTHOR.text in second and "- author of Emma" in second
    assert BIRTH.text in third


def test_a_plan_of_several_searches_is_carried_out_before_the_next_one():
    answer, steps = ask(plan("1. author of Emma\n2. Jane Austen, born", "done."))
    assert steps == ["plan", *LOOK, *LOOK, "replan", "generate"]
    assert len(answer.evidence.strips) == 2


@pytest.mark.parametrize("reply", ["", "I would love to help.", "<think>1. a", "\x00\ufffd", "[1"])
def test_a_reply_that_is_no_plan_means_the_question_itself(reply):
    answer, steps = ask(plan(reply))
    assert steps == ["plan", *LOOK, "replan", "generate"]
    assert answer.queries == (QUESTION,)
    assert answer.text == AUTHOR.text
    assert answer.notes == (UNREADABLE,)


def test_a_model_that_only_repeats_itself_ends_the_loop():
    answer, steps = ask(plan("- author of Emma", "- AUTHOR of Emma"))
    assert steps == ["plan", *LOOK, "replan", "generate"]
    assert answer.queries == ("author of Emma",)


def test_the_rounds_are_bounded():
    endless = [f"1. search number {n}" for n in range(50)]
    strategy = plan(*endless, rounds=2)
    answer, steps = ask(strategy)
    assert steps == ["plan", *LOOK, "replan", *LOOK, "generate"]
    assert len(answer.queries) == 2
    answer, steps = ask(plan(*endless, rounds=20), Limits(rounds=1))
    assert steps == ["plan", *LOOK, "replan", *LOOK, "generate"]


def test_one_plan_holds_only_so_many_searches():
    answer, _ = ask(plan("\n".join(f"{n}. search {n}" for n in range(1, 40)), "DONE"))
    assert answer.queries == ("search 1", "search 2", "search 3")


@pytest.mark.parametrize("error", [ServiceError("down"), BudgetSpentError("tokens", 5)])
def test_a_model_that_fails_leaves_a_plain_look_with_a_note(error):
    answer, _ = ask(plan(error=error))
    assert answer.text == AUTHOR.text
    assert answer.notes == (f"planning was cut short: {error}",)


def test_a_budget_that_ends_while_looking_keeps_what_was_found():
    class Slow(Library):
        def retrieve(self, question):
            if len(self.calls) == 1:
                raise BudgetSpentError("seconds", 60)
            return super().retrieve(question)

    answer, _ = ask(plan("1. author of Emma\n2. Jane Austen\n3. Steventon", retriever=Slow()))
    assert [s.text for s in answer.evidence.strips] == [AUTHOR.text]
    assert answer.notes[0] == "searching was cut short: the budget for seconds is spent (60)"


def test_nothing_found_is_a_refusal():
    answer, steps = ask(plan("1. a", "DONE", retriever=FakeRetriever()))
    assert steps == ["plan", *LOOK, "replan", *LOOK]
    assert answer.queries == ("a", QUESTION)
    assert (answer.text, answer.reason) == (None, NO_EVIDENCE)


def test_a_plan_that_finds_nothing_falls_back_to_the_question():
    class Picky(Library):
        def retrieve(self, question):
            found = super().retrieve(question)
            return found if question == QUESTION else ()

    answer, steps = ask(plan("1. nonsense", "DONE", retriever=Picky()))
    assert steps == ["plan", *LOOK, "replan", *LOOK, "generate"]
    assert (answer.text, answer.queries) == (AUTHOR.text, ("nonsense", QUESTION))


def test_it_needs_a_language_model_and_says_how_to_get_one():
    given = Overrides(retriever=FakeRetriever())
    for name in ("plan", "star"):
        with pytest.raises(SettingsError, match=f"'{name}' needs a language model") as caught:
            build_engine(Settings(strategy=name), given)
        assert "--generator local" in caught.value.hint


def test_the_settings_build_it():
    given = Overrides(
        retriever=Library(), generator=FakeGenerator(), chat=FakeChatModel(["1. Jane Austen"])
    )
    settings = Settings(strategy="plan", reasoning={"rounds": 1})
    answer = build_engine(settings, given).ask("Where was Jane Austen born?")
    assert answer.queries == ("Jane Austen",)
    assert answer.text == BIRTH.text


def test_a_real_language_model_and_the_shipped_reader():
    pytest.importorskip("xllamacpp", reason="the extra 'local' is not installed")
    try:
        bundled_model()
    except ModelError as error:
        pytest.skip(f"{error}: {error.hint}")
    scorer = OnnxScorer(shipped())
    lookup = Lookup(FixedRetriever((AUTHOR, BIRTH)), scorer, TopPassages())
    planner = Planner(LlamaCppChat(context=2048, threads=1), max_tokens=40)
    strategy = Plan(planner, lookup, SpanReader(shipped()), max_rounds=1)
    answer = Engine(strategy).ask("Where was Jane Austen born?")
    assert answer.text == "Steventon"
    assert answer.queries
    assert [c.source for c in answer.citations] == ["austen.txt"]
