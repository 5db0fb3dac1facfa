from __future__ import annotations

from dataclasses import dataclass

import pytest

from assay.adapters.chat.llama_cpp import bundled_model
from assay.adapters.generators.chat import ChatGenerator
from assay.config import Settings
from assay.engine import Engine
from assay.errors import BudgetSpentError, ModelError
from assay.strategies.no_retrieval import CURE, ONLY_FROM_EVIDENCE, NoRetrieval
from assay.testing import FakeChatModel, FakeGenerator
from assay.types import Draft
from assay.wiring import Overrides, build_engine
from assay.wiring.baselines import build_memory

QUESTION = "What is the capital of France?"


@dataclass(slots=True)
class Knowing(FakeGenerator):
    answers_without_evidence: bool = True


def ask(generator):
    answer = Engine(NoRetrieval(generator)).ask(QUESTION)
    return answer, [step.name for step in answer.trace]


def test_a_generator_with_a_memory_is_asked_and_nothing_else():
    answer, steps = ask(Knowing(Draft("Paris")))
    assert steps == ["generate"]
    assert (answer.text, answer.strategy) == ("Paris", "no_retrieval")
    assert (answer.evidence.strips, answer.citations) == ((), ())


def test_one_that_only_reads_is_not_asked_and_the_reason_is_given():
    generator = FakeGenerator(Draft("Paris"))
    answer, steps = ask(generator)
    assert (steps, generator.calls) == ([], [])
    assert (answer.text, answer.reason) == (None, ONLY_FROM_EVIDENCE)
    assert answer.notes == (CURE,)


def test_a_model_that_does_not_know_is_a_refusal():
    answer, _ = ask(ChatGenerator(FakeChatModel(["I do not know."]), answers_without_evidence=True))
    assert answer.abstained


def test_a_spent_budget_is_a_refusal():
    answer, _ = ask(Knowing(error=BudgetSpentError("tokens", 4)))
    assert answer.reason == "the budget for tokens is spent (4)"


def test_the_default_reader_refuses_and_needs_no_index():
    answer = build_engine(Settings(strategy="no_retrieval")).ask(QUESTION)
    assert answer.reason == ONLY_FROM_EVIDENCE


def test_a_generator_of_the_callers_own_is_used():
    given = Overrides(generator=Knowing(Draft("Paris")))
    assert build_engine(Settings(strategy="no-retrieval"), given).ask(QUESTION).text == "Paris"


def test_a_real_model_answers_from_memory_and_the_answer_says_so():
    pytest.importorskip("xllamacpp", reason="the extra 'local' is not installed")
    try:
        bundled_model()
    except ModelError as error:
        pytest.skip(f"{error}: {error.hint}")
    model = {"max_tokens": 12, "context": 2048, "threads": 1}
    settings = Settings(
        strategy="no_retrieval", generator={"name": "local", "task": "short"}, model=model
    )
    answer = build_engine(settings).ask(QUESTION)
    assert "Paris" in (answer.text or "")
    assert "without evidence: the model answered from its own memory" in answer.notes
    assert answer.citations == ()
    assert build_memory(settings).answers_without_evidence
