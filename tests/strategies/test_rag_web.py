from __future__ import annotations

import pytest

from assay.adapters.retrievers.fixed import FixedRetriever
from assay.adapters.rewriters.keyword import KeywordRewriter
from assay.adapters.scorers.onnx_scorer import OnnxScorer
from assay.engine import Engine
from assay.errors import BudgetSpentError, ServiceError
from assay.reader.span_reader import SpanReader
from assay.steps.answer.conclude import NO_EVIDENCE
from assay.steps.correct.outside import OutsideKnowledge
from assay.steps.correct.refine import StripRefiner
from assay.strategies.rag import Rag
from assay.testing import (
    FakeGenerator,
    FakeKnowledgeSearch,
    FakeQueryRewriter,
    FakeRelevanceScorer,
    FakeRetriever,
    FakeStripScorer,
    make_passage,
)
from assay.types import Draft, Kind
from tests.models.shipped import shipped

QUESTION = "What is gold?"
GOOD = make_passage("Gold is a metal. It is dense.", "good")
BAD = make_passage("Bread is baked. It is eaten.", "bad")
WEB = make_passage("Aurum means gold.", "web", kind=Kind.EXTERNAL)
SCORES = {"Gold": 0.9, "Aurum": 0.8}
OUTSIDE = ["rewrite", "search", "score", "refine"]


def rag_web(*passages, generator=None, **search):
    outside = OutsideKnowledge(
        FakeQueryRewriter("gold metal"),
        FakeKnowledgeSearch(**{"passages": [WEB, BAD], **search}),
        FakeRelevanceScorer(SCORES),
        StripRefiner(FakeStripScorer(SCORES)),
    )
    return Rag(FakeRetriever(passages), generator or FakeGenerator(), outside, "rag_web")


def ask(strategy):
    answer = Engine(strategy).ask(QUESTION)
    return answer, [step.name for step in answer.trace]


def test_the_outside_is_searched_even_when_the_index_is_good():
    strategy = rag_web(GOOD, BAD)
    answer, steps = ask(strategy)
    assert steps == ["retrieve", *OUTSIDE, "generate"]
    assert strategy.outside.search.calls == ["gold metal"]
    # The index as it is, the outside only as far as it matters.
    assert [s.text for s in answer.evidence.strips] == [GOOD.text, BAD.text, WEB.text]
    assert (answer.text, answer.strategy, answer.verdict) == (GOOD.text, "rag_web", None)


def test_what_only_repeats_the_index_is_left_out():
    answer, _ = ask(rag_web(WEB))
    assert [s.text for s in answer.evidence.strips] == [WEB.text]


def test_an_empty_index_leaves_the_outside():
    answer, steps = ask(rag_web())
    assert steps == ["retrieve", *OUTSIDE, "generate"]
    assert answer.text == WEB.text


@pytest.mark.parametrize("error", [BudgetSpentError("searches", 3), ServiceError("down")])
def test_trouble_outside_leaves_the_index_with_a_note(error):
    answer, steps = ask(rag_web(GOOD, error=error))
    assert steps == ["retrieve", "rewrite", "search", "generate"]
    assert answer.text == GOOD.text
    assert answer.notes == (f"external search was cut short: {error}",)


def test_nothing_anywhere_is_a_refusal():
    answer, steps = ask(rag_web(passages=[BAD], generator=FakeGenerator(Draft("invented"))))
    assert steps == ["retrieve", *OUTSIDE]
    assert (answer.text, answer.reason) == (None, NO_EVIDENCE)


def test_with_the_shipped_models_the_outside_answers_what_the_index_cannot():
    inside = make_passage("The river Teviot rises in the hills and runs to the north-east.")
    page = make_passage("Marlow Bridge, a road bridge, was opened in 1832.", kind=Kind.EXTERNAL)
    scorer = OnnxScorer(shipped())
    outside = OutsideKnowledge(
        KeywordRewriter(), FakeKnowledgeSearch([page]), scorer, StripRefiner(scorer)
    )
    strategy = Rag(FixedRetriever((inside,)), SpanReader(shipped()), outside)
    answer = Engine(strategy).ask("When was Marlow Bridge opened?")
    assert answer.text == "1832"
    assert outside.search.calls == ["Marlow Bridge, opened"]
    assert [c.source for c in answer.citations] == [page.source]
