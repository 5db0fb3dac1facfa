"""The only place that turns settings into objects."""

from __future__ import annotations

from assay.wiring.chat import build_chat_model, model_kind
from assay.wiring.index import (
    build_embedder,
    build_quick_embedder,
    build_retriever,
    index_dir,
    word_likeness,
)
from assay.wiring.overrides import Overrides
from assay.wiring.parts import build_generator, build_refiner, build_rewriter, build_search
from assay.wiring.scorers import (
    assayer_folder,
    build_assayer,
    build_nli_scorer,
    build_primer,
    build_scorer,
    build_thresholds,
    verifier_folder,
    with_scorer,
)
from assay.wiring.strategies import build_corrective, build_engine, build_limits, build_strategy
from assay.wiring.verifiers import build_verifier

__all__ = [
    "Overrides",
    "assayer_folder",
    "build_assayer",
    "build_chat_model",
    "build_corrective",
    "build_embedder",
    "build_engine",
    "build_generator",
    "build_limits",
    "build_nli_scorer",
    "build_primer",
    "build_quick_embedder",
    "build_refiner",
    "build_retriever",
    "build_rewriter",
    "build_scorer",
    "build_search",
    "build_strategy",
    "build_thresholds",
    "build_verifier",
    "index_dir",
    "model_kind",
    "verifier_folder",
    "with_scorer",
    "word_likeness",
]
