"""The only place that turns settings into objects."""

from __future__ import annotations

from assay.build.chat import build_chat_model
from assay.build.given import Given
from assay.build.parts import (
    MODELS,
    assayer_folder,
    build_assayer,
    build_embedder,
    build_generator,
    build_primer,
    build_refiner,
    build_retriever,
    build_rewriter,
    build_scorer,
    build_search,
    build_stance_scorer,
    build_thresholds,
    index_dir,
    verifier_folder,
)
from assay.build.strategies import build_corrective, build_engine, build_limits, build_strategy
from assay.build.verifiers import build_verifier

__all__ = [
    "MODELS",
    "Given",
    "assayer_folder",
    "build_assayer",
    "build_chat_model",
    "build_corrective",
    "build_embedder",
    "build_engine",
    "build_generator",
    "build_limits",
    "build_primer",
    "build_refiner",
    "build_retriever",
    "build_rewriter",
    "build_scorer",
    "build_search",
    "build_stance_scorer",
    "build_strategy",
    "build_thresholds",
    "build_verifier",
    "index_dir",
    "verifier_folder",
]
