"""Parts that the caller brings instead of those the settings name."""

from __future__ import annotations

from dataclasses import dataclass

from assay.ports import (
    ChatModel,
    Generator,
    KnowledgeSearch,
    QueryRewriter,
    Refiner,
    RelevanceScorer,
    Retriever,
    Verifier,
)
from assay.types import Thresholds


@dataclass(frozen=True, slots=True)
class Overrides:
    """Parts that the caller brings; what is None is built as the settings say."""

    retriever: Retriever | None = None
    scorer: RelevanceScorer | None = None
    refiner: Refiner | None = None
    rewriter: QueryRewriter | None = None
    search: KnowledgeSearch | None = None
    generator: Generator | None = None
    verifier: Verifier | None = None
    thresholds: Thresholds | None = None
    chat: ChatModel | None = None
