from __future__ import annotations

from assay.adapters.retrievers.hybrid import HybridRetriever
from assay.adapters.rewriters.keyword import KeywordRewriter
from assay.config import Settings
from assay.engine import Engine
from assay.errors import BudgetSpentError, ServiceError
from assay.indexing.index_paths import index_paths
from assay.indexing.open_index import open_index
from assay.reader.span_reader import SpanReader
from assay.strategies.rag import Rag
from assay.strategies.rewrite_first import RewriteFirst
from assay.testing import FakeGenerator, FakeQueryRewriter, FakeRetriever, make_passage
from assay.wiring import Overrides, build_engine
from tests.models.shipped import shipped

QUESTION = "What, pray, is gold?"
GOLD = make_passage("Gold is heavy.")


def rewrite_first(query="gold", **rewriter):
    retriever = FakeRetriever([GOLD])
    strategy = RewriteFirst(FakeQueryRewriter(query, **rewriter), Rag(retriever, FakeGenerator()))
    return strategy, retriever


def ask(strategy):
    answer = Engine(strategy).ask(QUESTION)
    return answer, [step.name for step in answer.trace]


def test_it_retrieves_with_the_query_and_answers_the_question():
    strategy, retriever = rewrite_first()
    answer, steps = ask(strategy)
    assert steps == ["rewrite", "retrieve", "generate"]
    assert retriever.calls == ["gold"]
    assert strategy.reader.generator.calls == [QUESTION]
    assert (answer.text, answer.strategy) == (GOLD.text, "rewrite_first")
    assert (answer.question, answer.queries) == (QUESTION, ("gold",))


def test_an_empty_query_means_the_question():
    strategy, retriever = rewrite_first("  ")
    answer, _ = ask(strategy)
    assert retriever.calls == [QUESTION]
    assert answer.queries == (QUESTION,)


def test_a_rewriter_that_is_down_costs_a_note_not_the_answer():
    strategy, retriever = rewrite_first(error=ServiceError("down"))
    answer, steps = ask(strategy)
    assert steps == ["rewrite", "retrieve", "generate"]
    assert retriever.calls == [QUESTION]
    assert answer.notes == ("the question itself was searched for: down",)


def test_a_rewriter_that_spends_the_budget_ends_the_run_with_a_reason():
    strategy, retriever = rewrite_first(error=BudgetSpentError("tokens", 5))
    answer, _ = ask(strategy)
    assert answer.reason == "the budget for tokens is spent (5)"
    assert retriever.calls == []


def test_a_query_of_the_caller_is_not_rewritten():
    strategy, retriever = rewrite_first()
    answer = strategy.answer(QUESTION, "aurum")
    assert (retriever.calls, strategy.rewriter.calls) == (["aurum"], [])
    assert answer.queries == ("aurum",)


def test_the_settings_build_it_without_a_language_model():
    given = Overrides(retriever=FakeRetriever([GOLD]), generator=FakeGenerator())
    engine = build_engine(Settings(strategy="rewrite-first"), given)
    assert isinstance(engine.strategy.rewriter, KeywordRewriter)
    assert engine.ask("What is the weight of gold?").queries == ("weight, gold",)


def test_a_real_index_and_the_shipped_reader(tmp_path):
    from assay.adapters.embedders.onnx_embedder import OnnxEmbedder

    (tmp_path / "bridges.txt").write_text("Marlow Bridge was opened in 1832.\n")
    (tmp_path / "rivers.txt").write_text("The river Teviot runs to the north-east.\n")
    embedder = OnnxEmbedder()
    index_paths([tmp_path], tmp_path / "index", embedder)
    retriever = HybridRetriever(open_index(tmp_path / "index"), embedder, top_k=1)
    strategy = RewriteFirst(KeywordRewriter(), Rag(retriever, SpanReader(shipped())))
    answer = Engine(strategy).ask("Please tell me, when was Marlow Bridge opened?")
    assert answer.text == "1832"
    assert answer.queries == ("Marlow Bridge, opened",)
