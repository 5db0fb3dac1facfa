"""assay inside LangChain, and any LangChain retriever inside assay."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import ConfigDict, Field

from assay.extras import require
from assay.tracing import step
from assay.types import Passage
from assay_integrations.corrector import Corrected, Corrector, found_passages, worded

require("langchain_core", extra="langchain")

from langchain_core.callbacks import CallbackManagerForRetrieverRun, Callbacks
from langchain_core.documents import BaseDocumentCompressor, Document
from langchain_core.retrievers import BaseRetriever


class AssayCompressor(BaseDocumentCompressor):
    """Keeps, refines or drops documents by what the evaluator says of them.

    Good documents come back reduced to the sentences that matter, with `assay_score` and
    `assay_verdict` in their metadata; of a retrieval that is judged INCORRECT nothing comes back
    but what the corrector finds outside.
    """

    model_config = ConfigDict(arbitrary_types_allowed=True)
    corrector: Corrector = Field(default_factory=Corrector)

    def compress_documents(
        self, documents: Sequence[Document], query: str, callbacks: Callbacks | None = None
    ) -> list[Document]:
        """The documents that may be used, in reading order."""
        return corrected_documents(self.corrector, query, documents)


class AssayRetriever(BaseRetriever):
    """Any retriever, made corrective: what it finds is judged, refined, and repaired."""

    model_config = ConfigDict(arbitrary_types_allowed=True)
    retriever: BaseRetriever
    corrector: Corrector = Field(default_factory=Corrector)

    def _get_relevant_documents(
        self, query: str, *, run_manager: CallbackManagerForRetrieverRun
    ) -> list[Document]:
        found = self.retriever.invoke(query, config={"callbacks": run_manager.get_child()})
        return corrected_documents(self.corrector, query, found)


@dataclass(frozen=True, slots=True)
class LangChainRetriever:
    """Any LangChain retriever, and so any of its vector stores, as assay's retriever."""

    retriever: BaseRetriever

    @step("retrieve", lambda passages: {"passages": len(passages), "by": "langchain"})
    def retrieve(self, question: str) -> tuple[Passage, ...]:
        """What the retriever finds, in its order."""
        return worded(document_passages(self.retriever.invoke(question)))


def document_passages(documents: Sequence[Document]) -> tuple[Passage, ...]:
    """Documents as passages; `title` and `source` are read from their metadata."""
    return found_passages(
        (each.page_content, each.metadata.get("title"), each.metadata.get("source"))
        for each in documents
    )


def corrected_documents(
    corrector: Corrector, question: str, documents: Sequence[Document]
) -> list[Document]:
    """The documents that may be used: those found, reduced, and those from outside."""
    corrected = corrector.correct(question, document_passages(documents))
    return kept_documents(corrected, documents)


def kept_documents(corrected: Corrected, documents: Sequence[Document]) -> list[Document]:
    """What was kept as documents; the metadata and the id of one that was found stay."""
    kept = []
    for each in corrected.kept:
        facts = {**each.facts, "assay_verdict": corrected.verdict.value}
        if each.index is None:
            named = {"title": each.passage.title, "source": each.passage.source}
            kept.append(Document(page_content=each.text, metadata={**named, **facts}))
        else:
            old = documents[each.index]
            metadata = {**old.metadata, **facts}
            kept.append(Document(id=old.id, page_content=each.text, metadata=metadata))
    return kept
