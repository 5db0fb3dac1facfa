"""From settings to retrieval with a language model's words for the question."""

from __future__ import annotations

from assay.config import Settings
from assay.ports import Retriever
from assay.text.stop_words import Language
from assay.wiring.chat import build_chat_model, model_kind
from assay.wiring.index import build_retriever, index_language
from assay.wiring.scorers import build_evaluator

DEPTH = 20
"""Passages for each query: the sieve keeps the best of all of them."""


def build_pooled_retriever(settings: Settings) -> Retriever:
    """Build the retriever of the index, with query expansion if the settings ask for it."""
    retrieval = settings.retrieval
    if not retrieval.expand:
        return build_retriever(settings)
    from assay.adapters.retrievers.expanded import KEEP, ExpandedRetriever
    from assay.adapters.rewriters.expansion import Expander

    english = index_language(settings) is Language.ENGLISH
    deep = retrieval.model_copy(update={"top_k": max(DEPTH, retrieval.top_k)})
    return ExpandedRetriever(
        build_retriever(settings.model_copy(update={"retrieval": deep})),
        Expander(build_chat_model(settings, model_kind(settings) or "chat")),
        build_evaluator(settings) if english else None,
        max(KEEP, retrieval.top_k),
    )
