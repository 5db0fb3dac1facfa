"""The adapters against the real frameworks; the guide's examples run in tests/docs."""

from __future__ import annotations

import asyncio

import pytest

import assay
from assay_integrations.corrector import Corrector
from tests.integrations.stores import (
    BREAD,
    MOTOR,
    QUESTION,
    RETRIEVERS,
    haystack_store,
    langchain_store,
    llamaindex_store,
)

pytestmark = pytest.mark.frameworks
OUTSIDE = "A service centre repairs the motor. The warranty covers the motor for five years."


@pytest.mark.parametrize("make", RETRIEVERS, ids=lambda make: make.__name__)
def test_a_store_of_theirs_answers_through_assay(make):
    answer = assay.open(retriever=make()).ask(QUESTION)
    assert "five years" in answer.text
    assert answer.trace[0].name == "retrieve"
    assert answer.trace[0].facts["by"] == make.__name__.removeprefix("from_")


def test_langchain_keeps_id_and_metadata_of_what_it_keeps():
    from assay_integrations.langchain import AssayCompressor

    found = langchain_store().invoke(QUESTION)
    (kept,) = AssayCompressor().compress_documents(found, QUESTION)
    (old,) = [document for document in found if "motor" in document.page_content]
    assert (kept.id, kept.metadata["page"]) == (old.id, 1)
    assert kept.metadata["assay_score"] > 0
    assert AssayCompressor().compress_documents([], QUESTION) == []


def test_langchain_works_asynchronously_and_in_a_chain():
    from langchain_core.runnables import RunnableLambda

    from assay_integrations.langchain import AssayRetriever

    retriever = AssayRetriever(retriever=langchain_store([BREAD]), corrector=Corrector([OUTSIDE]))
    chain = retriever | RunnableLambda(lambda documents: documents[0])
    document = asyncio.run(chain.ainvoke(QUESTION))
    assert "five years" in document.page_content
    assert document.metadata["assay_kind"] == "external"


def test_the_graph_ends_on_every_path():
    from assay_integrations.langgraph import corrective_graph

    def generate(question, documents):
        return documents[0].page_content

    good = corrective_graph(langchain_store(), generate).invoke({"question": QUESTION})
    assert good["verdict"] == "correct"
    assert "five years" in good["answer"]
    bad = corrective_graph(langchain_store([BREAD]), generate).invoke({"question": QUESTION})
    assert bad["answer"] is None
    assert "nothing else was found" in bad["notes"][-1]
    repaired = corrective_graph(langchain_store([BREAD]), generate, Corrector([OUTSIDE]))
    assert "five years" in repaired.invoke({"question": QUESTION})["answer"]


def test_the_node_fits_a_graph_of_ones_own():
    from langgraph.graph import END, START, StateGraph

    from assay_integrations.langgraph import CorrectiveState, corrective_node

    graph = StateGraph(CorrectiveState)
    graph.add_node("correct", corrective_node())
    graph.add_edge(START, "correct")
    graph.add_edge("correct", END)
    documents = langchain_store().invoke(QUESTION)
    state = graph.compile().invoke({"question": QUESTION, "documents": documents})
    assert len(state["documents"]) == 1


def test_llamaindex_nodes_keep_id_and_metadata():
    from assay_integrations.llamaindex import AssayPostprocessor, AssayRetriever

    found = llamaindex_store().retrieve(QUESTION)
    (kept,) = AssayPostprocessor().postprocess_nodes(found, query_str=QUESTION)
    assert (kept.node.node_id, kept.metadata["page"], kept.metadata["assay_verdict"]) == (
        "n0",
        1,
        "correct",
    )
    assert AssayPostprocessor().postprocess_nodes(found) == found
    outside = AssayRetriever(llamaindex_store([BREAD]), Corrector([OUTSIDE])).retrieve(QUESTION)
    assert outside[0].metadata["assay_kind"] == "external"


def test_a_llamaindex_query_engine_answers_with_sources_or_says_why_not():
    from assay_integrations.llamaindex import AssayQueryEngine, LlamaIndexRetriever

    engine = AssayQueryEngine(engine=assay.open(retriever=LlamaIndexRetriever(llamaindex_store())))
    response = asyncio.run(engine.aquery(QUESTION))
    assert "five years" in str(response)
    assert response.source_nodes[0].text in MOTOR
    refusal = engine.query("Who was the first emperor of Rome?")
    assert refusal.response == ""
    assert refusal.metadata["reason"]


def test_a_haystack_pipeline_survives_being_written_and_read():
    from haystack import Pipeline

    from assay_integrations.haystack import AssayCorrector

    pipeline = Pipeline()
    pipeline.add_component("find", haystack_store())
    pipeline.add_component("correct", AssayCorrector(upper=0.0, lower=-0.5, refine=False))
    pipeline.connect("find.documents", "correct.documents")
    again = Pipeline.loads(
        pipeline.dumps(), allowed_modules=["assay_integrations.haystack", "haystack"]
    )
    assert again.get_component("correct").to_dict() == pipeline.get_component("correct").to_dict()
    result = pipeline.run({"find": {"query": QUESTION}, "correct": {"query": QUESTION}})
    assert result["correct"]["documents"][0].meta["page"] == 1


def test_haystack_documents_can_come_from_outside_through_a_socket():
    from haystack import Document

    from assay_integrations.haystack import AssayCorrector

    component = AssayCorrector(settings={"refine": {"name": "none"}})
    found = component.run(QUESTION, [Document(content=BREAD)], [Document(content=OUTSIDE)])
    assert found["verdict"] == "incorrect"
    assert found["documents"][0].content == OUTSIDE
    assert component.run(QUESTION, [Document(content=None)])["documents"] == []


def test_one_threshold_given_to_haystack_leaves_the_other_to_the_card():
    from haystack import Document

    from assay_integrations.haystack import AssayCorrector

    strict = AssayCorrector(upper=0.999).run(QUESTION, [Document(content=MOTOR)])
    assert strict["verdict"] == "ambiguous"


def test_haystack_retrievers_by_vectors_take_an_embedder():
    from haystack import Document
    from haystack.components.retrievers.in_memory import InMemoryEmbeddingRetriever
    from haystack.document_stores.in_memory import InMemoryDocumentStore

    from assay_integrations.haystack import HaystackRetriever

    class Embedder:
        def run(self, text):
            return {"embedding": [1.0, 0.0]}

    store = InMemoryDocumentStore()
    store.write_documents([Document(content=MOTOR, embedding=[1.0, 0.1])])
    retriever = HaystackRetriever(InMemoryEmbeddingRetriever(store), Embedder())
    assert retriever.retrieve(QUESTION)[0].text == MOTOR


def test_a_dspy_module_gives_passages_and_verdict():
    from assay_integrations.dspy import AssayRetrieve

    repaired = AssayRetrieve(lambda query: [BREAD], Corrector([OUTSIDE]))(query=QUESTION)
    assert repaired.verdict == "incorrect"
    assert "five years" in repaired.passages[0]
