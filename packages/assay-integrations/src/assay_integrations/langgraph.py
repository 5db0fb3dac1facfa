"""A corrective node for LangGraph, and a ready graph that retrieves, corrects and answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypedDict

from assay.extras import require
from assay_integrations.corrector import Corrector

require("langgraph", extra="langchain")

from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from assay_integrations.langchain import document_passages, kept_documents

RETRIEVE, CORRECT, GENERATE, ABSTAIN = "retrieve", "correct", "generate", "abstain"


class CorrectiveState(TypedDict, total=False):
    """What the nodes share: give it the question; the rest is filled in on the way."""

    question: str
    documents: list[Document]
    verdict: str
    notes: list[str]
    answer: str | None


Generate = Callable[[str, list[Document]], str]


def corrective_node(
    corrector: Corrector | None = None,
) -> Callable[[CorrectiveState], CorrectiveState]:
    """A node for a graph of your own: it reads `question` and `documents` and repairs them."""
    chosen = corrector or Corrector()

    def correct(state: CorrectiveState) -> CorrectiveState:
        documents = state.get("documents", [])
        corrected = chosen.correct(state["question"], document_passages(documents))
        return {
            "documents": kept_documents(corrected, documents),
            "verdict": corrected.verdict.value,
            "notes": list(corrected.notes),
        }

    return correct


def corrective_graph(
    retriever: BaseRetriever, generate: Generate, corrector: Corrector | None = None
) -> CompiledStateGraph[Any, Any, Any, Any]:
    """A compiled graph: retrieve, correct, then generate, or abstain where nothing is left.

    It has no loop, so it ends after three nodes whatever the retriever and the world outside do.
    """

    def retrieve(state: CorrectiveState) -> CorrectiveState:
        return {"documents": retriever.invoke(state["question"])}

    def write(state: CorrectiveState) -> CorrectiveState:
        return {"answer": generate(state["question"], state["documents"])}

    def abstain(state: CorrectiveState) -> CorrectiveState:
        reason = f"the retrieval is {state['verdict']} and nothing else was found"
        return {"answer": None, "notes": [*state["notes"], reason]}

    def has_evidence(state: CorrectiveState) -> str:
        return GENERATE if state["documents"] else ABSTAIN

    graph = StateGraph(CorrectiveState)
    graph.add_node(RETRIEVE, retrieve)
    graph.add_node(CORRECT, corrective_node(corrector))
    graph.add_node(GENERATE, write)
    graph.add_node(ABSTAIN, abstain)
    graph.add_edge(START, RETRIEVE)
    graph.add_edge(RETRIEVE, CORRECT)
    graph.add_conditional_edges(CORRECT, has_evidence, [GENERATE, ABSTAIN])
    graph.add_edge(GENERATE, END)
    graph.add_edge(ABSTAIN, END)
    return graph.compile()
