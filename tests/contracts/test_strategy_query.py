from __future__ import annotations

import pytest

from assay.ports import Strategy
from assay.steps.correct.outside import OutsideKnowledge
from assay.steps.correct.refine import NoRefinement
from assay.strategies.cov_rag import CovRag
from assay.strategies.crag import CorrectiveRetriever, Crag
from assay.strategies.rag import Rag
from assay.strategies.rewrite_first import RewriteFirst
from assay.testing import (
    FakeChatModel,
    FakeComplexityClassifier,
    FakeGenerator,
    FakeKnowledgeSearch,
    FakeNliScorer,
    FakeQueryRewriter,
    FakeRelevanceScorer,
    FakeRetriever,
    FakeVerifier,
    make_passage,
)
from assay.types import Complexity, Thresholds
from assay_strategies.adaptive import Adaptive
from assay_strategies.multi_step import MultiStep
from assay_strategies.plan import Plan
from assay_strategies.reason.evidence_reward import EvidenceReward
from assay_strategies.reason.lookup import Lookup
from assay_strategies.reason.planner import Planner
from assay_strategies.reason.thoughts import Thinker
from assay_strategies.reason.top_passages import TopPassages
from assay_strategies.reflect.retrieval_gates import AlwaysRetrieve
from assay_strategies.self_crag import SelfCrag
from assay_strategies.self_rag import SelfRag
from assay_strategies.star import Star

PASSAGES = (make_passage("A list is a mutable sequence of items.", "a"),)


def corrective(retriever):
    return CorrectiveRetriever(
        retriever=retriever,
        scorer=FakeRelevanceScorer(),
        refiner=NoRefinement(),
        rewriter=FakeQueryRewriter(),
        search=FakeKnowledgeSearch(),
        thresholds=Thresholds(0.5, -0.5),
    )


def outside():
    return OutsideKnowledge(
        FakeQueryRewriter(), FakeKnowledgeSearch(), FakeRelevanceScorer(), NoRefinement()
    )


def rag_web(retriever):
    return Rag(retriever, FakeGenerator(), outside())


def rewrite_first(retriever):
    return RewriteFirst(FakeQueryRewriter(), Rag(retriever, FakeGenerator()))


def lookup(retriever):
    return Lookup(retriever, FakeRelevanceScorer(), TopPassages())


def multi_step(retriever):
    return MultiStep(lookup(retriever), FakeGenerator(), max_steps=1)


def adaptive(complexity):
    def make(retriever):
        rag = Rag(retriever, FakeGenerator())
        return Adaptive(FakeComplexityClassifier(complexity), rag, rag, multi_step(retriever))

    return make


def plan(retriever):
    return Plan(Planner(FakeChatModel()), lookup(retriever), FakeGenerator())


def star(retriever):
    reward = EvidenceReward(FakeNliScorer())
    return Star(Thinker(FakeChatModel()), lookup(retriever), reward, FakeGenerator())


SUBJECTS = [
    pytest.param(lambda retriever: Rag(retriever, FakeGenerator()), id="Rag"),
    pytest.param(lambda retriever: Crag(corrective(retriever), FakeGenerator()), id="Crag"),
    pytest.param(
        lambda retriever: SelfRag(AlwaysRetrieve(), retriever, FakeGenerator()), id="SelfRag"
    ),
    pytest.param(
        lambda retriever: SelfCrag(AlwaysRetrieve(), corrective(retriever), FakeGenerator()),
        id="SelfCrag",
    ),
    pytest.param(
        lambda retriever: CovRag(Rag(retriever, FakeGenerator()), FakeVerifier()), id="CovRag"
    ),
    pytest.param(rag_web, id="RagWeb"),
    pytest.param(
        lambda retriever: SelfRag(AlwaysRetrieve(), retriever, FakeGenerator(), outside=outside()),
        id="SelfRagWeb",
    ),
    pytest.param(rewrite_first, id="RewriteFirst"),
    pytest.param(multi_step, id="MultiStep"),
    *(pytest.param(adaptive(each), id=f"Adaptive-{each.value}") for each in Complexity),
    pytest.param(plan, id="Plan"),
    pytest.param(star, id="Star"),
]


@pytest.fixture(params=SUBJECTS)
def make(request):
    return request.param


def test_it_fits_the_port(make):
    assert isinstance(make(FakeRetriever(PASSAGES)), Strategy)


def test_it_looks_with_the_query_and_answers_the_question(make):
    retriever = FakeRetriever(PASSAGES)
    answer = make(retriever).answer("What is a list?", "mutable sequence")
    assert retriever.calls == ["mutable sequence"]
    assert answer.question == "What is a list?"
