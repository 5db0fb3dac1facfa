from __future__ import annotations

import pytest

from assay.adapters.retrievers.fixed import FixedRetriever
from assay.config import Settings
from assay.engine import Engine
from assay.reader.span_reader import SpanReader
from assay.strategies.no_retrieval import NoRetrieval
from assay.strategies.rag import Rag
from assay.testing import (
    FakeComplexityClassifier,
    FakeGenerator,
    FakeRetriever,
    FakeStrategy,
    make_passage,
)
from assay.types import Complexity, Draft
from assay.wiring import Overrides, build_engine
from assay_strategies.adaptive import Adaptive
from assay_strategies.multi_step import MultiStep
from tests.models.shipped import shipped

QUESTION = "What is gold?"


def adaptive(complexity):
    return Adaptive(
        FakeComplexityClassifier(complexity),
        memory=FakeStrategy("from memory"),
        single=FakeStrategy(None, {QUESTION: "from one look", "aurum": "one look for aurum"}),
        multi=FakeStrategy(None, {QUESTION: "from several", "aurum": "several for aurum"}),
    )


@pytest.mark.parametrize(
    ("complexity", "text", "asked"),
    [
        (Complexity.NONE, "from memory", "one look for aurum"),
        (Complexity.SINGLE, "from one look", "one look for aurum"),
        (Complexity.MULTI, "from several", "several for aurum"),
    ],
)
def test_each_complexity_takes_its_own_way(complexity, text, asked):
    strategy = adaptive(complexity)
    answer = Engine(strategy).ask(QUESTION)
    assert [step.name for step in answer.trace] == ["classify"]
    assert (answer.text, answer.strategy) == (text, "adaptive")
    assert answer.notes == (f"the question was judged to need this much retrieval: {complexity}",)
    ways = (strategy.memory, strategy.single, strategy.multi)
    assert sum(len(way.calls) for way in ways) == 1
    # Whoever brings a query wants to look, also where memory would have done.
    assert strategy.answer(QUESTION, "aurum").text == asked


def test_a_reader_without_memory_looks_at_least_once():
    given = Overrides(retriever=FakeRetriever(), generator=FakeGenerator())
    strategy = build_engine(Settings(strategy="adaptive"), given).strategy
    assert isinstance(strategy.memory, Rag)
    assert isinstance(strategy.multi, MultiStep)


def test_a_language_model_may_answer_from_memory():
    class Knowing(FakeGenerator):
        answers_without_evidence = True

    given = Overrides(retriever=FakeRetriever(), generator=Knowing(Draft("gold")))
    strategy = build_engine(Settings(strategy="adaptive"), given).strategy
    assert isinstance(strategy.memory, NoRetrieval)


def test_the_shipped_models_end_to_end():
    passages = (
        make_passage("Harbour Lights is a song by Ada Palm.", "song"),
        make_passage("Ada Palm was born in Lindholm in 1911.", "palm"),
    )
    given = Overrides(retriever=FixedRetriever(passages), generator=SpanReader(shipped()))
    engine = build_engine(Settings(strategy="adaptive"), given)
    simple = engine.ask("Where was Ada Palm born?")
    assert simple.text == "Lindholm"
    assert "classify" in simple.timings_ms
    assert simple.notes == ("the question was judged to need this much retrieval: single",)
