from __future__ import annotations

import pytest

from assay.ports import Attempting
from assay.steps.outside import OutsideKnowledge
from assay.steps.refine import NoRefinement
from assay.steps.retrieval_wishes import AlwaysRetrieve
from assay.strategies.crag import CorrectiveRetriever, Crag
from assay.strategies.rag import Rag
from assay.strategies.rag_web import RagWeb
from assay.strategies.rewrite_first import RewriteFirst
from assay.strategies.self_crag import SelfCrag
from assay.strategies.self_rag import SelfRag
from assay.strategies.self_rag_web import SelfRagWeb
from assay.testing import (
    FakeGenerator,
    FakeKnowledgeSearch,
    FakeQueryRewriter,
    FakeRelevanceScorer,
    FakeRetriever,
    make_passage,
)
from assay.types import Thresholds

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


def rag_web(retriever):
    outside = OutsideKnowledge(
        FakeQueryRewriter(), FakeKnowledgeSearch(), FakeRelevanceScorer(), NoRefinement()
    )
    return RagWeb(retriever, outside, FakeGenerator())


def rewrite_first(retriever):
    return RewriteFirst(FakeQueryRewriter(), Rag(retriever, FakeGenerator()))


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
    pytest.param(rag_web, id="RagWeb"),
    pytest.param(
        lambda retriever: SelfRagWeb(
            AlwaysRetrieve(), retriever, rag_web(retriever).outside, FakeGenerator()
        ),
        id="SelfRagWeb",
    ),
    pytest.param(rewrite_first, id="RewriteFirst"),
]


@pytest.fixture(params=SUBJECTS)
def make(request):
    return request.param


def test_it_fits_the_port(make):
    assert isinstance(make(FakeRetriever(PASSAGES)), Attempting)


def test_it_looks_with_the_query_and_answers_the_question(make):
    retriever = FakeRetriever(PASSAGES)
    answer = make(retriever).attempt("What is a list?", "mutable sequence")
    assert retriever.calls == ["mutable sequence"]
    assert answer.question == "What is a list?"
