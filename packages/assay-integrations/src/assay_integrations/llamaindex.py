"""assay inside LlamaIndex, and any LlamaIndex retriever inside assay."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import Field

from assay.engine import Engine
from assay.extras import require
from assay.tracing import step
from assay.types import Answer, Passage
from assay_integrations.corrector import Corrector, Kept, found_passages, worded

require("llama_index.core", extra="llamaindex")

from llama_index.core.base.base_retriever import BaseRetriever
from llama_index.core.base.response.schema import Response
from llama_index.core.postprocessor.types import BaseNodePostprocessor
from llama_index.core.query_engine import CustomQueryEngine
from llama_index.core.schema import MetadataMode, NodeWithScore, QueryBundle, TextNode


class AssayPostprocessor(BaseNodePostprocessor):
    """Keeps, refines or drops nodes by what the evaluator says of them."""

    corrector: Corrector = Field(default_factory=Corrector, exclude=True)

    def _postprocess_nodes(
        self, nodes: list[NodeWithScore], query_bundle: QueryBundle | None = None
    ) -> list[NodeWithScore]:
        if query_bundle is None:  # nothing to judge them by
            return nodes
        return corrected_nodes(self.corrector, query_bundle.query_str, nodes)


class AssayRetriever(BaseRetriever):
    """Any retriever, made corrective: what it finds is judged, refined, and repaired."""

    def __init__(self, retriever: BaseRetriever, corrector: Corrector | None = None) -> None:
        """Wrap the retriever."""
        self._retriever = retriever
        self._corrector = corrector or Corrector()
        super().__init__()

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        found = self._retriever.retrieve(query_bundle)
        return corrected_nodes(self._corrector, query_bundle.query_str, found)


class AssayQueryEngine(CustomQueryEngine):
    """An engine of assay as a query engine: its citations are source nodes, a refusal is empty."""

    engine: Engine

    def custom_query(self, query_str: str) -> Response:
        """The answer with its sources."""
        answer = self.engine.ask(query_str)
        return Response(
            answer.text or "", source_nodes=_cited(answer), metadata=_answer_facts(answer)
        )


@dataclass(frozen=True, slots=True)
class LlamaIndexRetriever:
    """Any LlamaIndex retriever, and so any of its vector stores, as assay's retriever."""

    retriever: BaseRetriever

    @step("retrieve", lambda passages: {"passages": len(passages), "by": "llamaindex"})
    def retrieve(self, question: str) -> tuple[Passage, ...]:
        """What the retriever finds, in its order."""
        return worded(node_passages(self.retriever.retrieve(question)))


def node_passages(nodes: Sequence[NodeWithScore]) -> tuple[Passage, ...]:
    """Nodes as passages; the title and the file's name are read from their metadata."""
    return found_passages(
        (
            each.node.get_content(MetadataMode.NONE),
            each.node.metadata.get("title"),
            each.node.metadata.get("file_path") or each.node.metadata.get("file_name"),
        )
        for each in nodes
    )


def corrected_nodes(
    corrector: Corrector, question: str, nodes: Sequence[NodeWithScore]
) -> list[NodeWithScore]:
    """The nodes that may be used: those found, reduced, and those from outside."""
    corrected = corrector.correct(question, node_passages(nodes))
    verdict = {"assay_verdict": corrected.verdict.value}
    return [NodeWithScore(node=_node(k, nodes, verdict), score=k.score) for k in corrected.kept]


def _node(kept: Kept, nodes: Sequence[NodeWithScore], verdict: dict[str, str]) -> TextNode:
    facts = {**kept.facts, **verdict}
    if kept.index is None:
        named = {"title": kept.passage.title, "source": kept.passage.source}
        return TextNode(text=kept.text, metadata={**named, **facts})
    old = nodes[kept.index].node
    own = {"id_": old.node_id, "relationships": old.relationships}
    return TextNode(text=kept.text, metadata={**old.metadata, **facts}, **own)


def _cited(answer: Answer) -> list[NodeWithScore]:
    return [
        NodeWithScore(node=TextNode(text=c.quote, metadata={"source": c.source}), score=c.score)
        for c in answer.citations
    ]


def _answer_facts(answer: Answer) -> dict[str, str]:
    verdict = answer.verdict.value if answer.verdict is not None else ""
    return {"strategy": answer.strategy, "verdict": verdict, "reason": answer.reason}
