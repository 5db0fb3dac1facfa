from __future__ import annotations

import pytest

from assay.adapters.search.null_search import NullSearch
from assay.adapters.verifiers.trained import TrainedVerifier
from assay.ports import Strategy
from assay.steps.answer.citations import is_verbatim
from assay.steps.verify.word_overlap_nli import WordOverlapNli
from assay.strategies.cov_rag import CovRag
from assay.strategies.crag import CorrectiveRetriever, Crag
from assay.strategies.no_retrieval import NoRetrieval
from assay.strategies.rag import Rag
from assay.strategies.rewrite_first import RewriteFirst
from assay.testing import (
    FakeCritic,
    FakeGenerator,
    FakeQueryRewriter,
    FakeRefiner,
    FakeRelevanceScorer,
    FakeRetriever,
    FakeSegmentWriter,
    FakeStrategy,
    make_passage,
)
from assay.types import Complexity, Thresholds
from assay_strategies.reflect.retrieval_gates import AlwaysRetrieve, NeverRetrieve
from assay_strategies.self_crag import SelfCrag
from assay_strategies.self_rag import ReflectiveGenerator, SelfRag
from tests.contracts.hostile import TEXTS
from tests.contracts.test_strategy_query import adaptive, multi_step, plan, star

FOUND = FakeRetriever([make_passage("A list is a mutable sequence.")])


def crag(score: float) -> Crag:
    corrective = CorrectiveRetriever(
        FOUND,
        FakeRelevanceScorer(otherwise=score),
        FakeRefiner(),
        FakeQueryRewriter(),
        NullSearch(),
        Thresholds(0.5, -0.5),
    )
    return Crag(corrective, FakeGenerator())


REFLECTIVE = ReflectiveGenerator(FakeSegmentWriter(), FakeCritic(), AlwaysRetrieve())
SUBJECTS = [
    pytest.param(lambda folder: FakeStrategy(), id="FakeStrategy"),
    pytest.param(lambda folder: FakeStrategy(None), id="FakeStrategy-refusing"),
    pytest.param(lambda folder: Rag(FOUND, FakeGenerator()), id="Rag"),
    pytest.param(lambda folder: Rag(FakeRetriever(), FakeGenerator()), id="Rag-empty"),
    pytest.param(
        lambda folder: CovRag(Rag(FOUND, FakeGenerator()), TrainedVerifier(WordOverlapNli())),
        id="CovRag",
    ),
    pytest.param(lambda folder: NoRetrieval(FakeGenerator()), id="NoRetrieval"),
    pytest.param(lambda folder: multi_step(FOUND), id="MultiStep"),
    pytest.param(lambda folder: adaptive(Complexity.NONE)(FOUND), id="Adaptive"),
    pytest.param(lambda folder: plan(FOUND), id="Plan"),
    pytest.param(lambda folder: star(FOUND), id="Star"),
    pytest.param(
        lambda folder: RewriteFirst(FakeQueryRewriter(), Rag(FOUND, FakeGenerator())),
        id="RewriteFirst",
    ),
    pytest.param(lambda folder: crag(0.9), id="Crag-correct"),
    pytest.param(lambda folder: SelfRag(AlwaysRetrieve(), FOUND, REFLECTIVE), id="SelfRag"),
    pytest.param(lambda folder: SelfRag(NeverRetrieve(), FOUND, REFLECTIVE), id="SelfRag-never"),
    pytest.param(
        lambda folder: SelfCrag(AlwaysRetrieve(), crag(0.9).retriever, REFLECTIVE), id="SelfCrag"
    ),
    pytest.param(lambda folder: crag(0.0), id="Crag-ambiguous"),
    pytest.param(lambda folder: crag(-0.9), id="Crag-incorrect"),
]


@pytest.fixture(params=SUBJECTS)
def strategy(request, tmp_path):
    return request.param(tmp_path)


def test_it_fits_the_port(strategy):
    assert isinstance(strategy, Strategy)


@pytest.mark.parametrize("question", TEXTS.values(), ids=TEXTS.keys())
def test_it_answers_soundly_or_refuses_with_a_reason(strategy, question):
    answer = strategy.answer(question)
    assert answer.question == question
    assert answer.strategy
    assert answer.abstained == bool(answer.reason)
    assert not (answer.abstained and answer.citations)
    assert all(is_verbatim(citation, answer.evidence) for citation in answer.citations)
