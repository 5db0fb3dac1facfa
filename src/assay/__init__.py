"""Retrieval-augmented generation that tests its evidence before it speaks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from assay.engine import Engine
from assay.errors import AssayError
from assay.strategies.crag import Crag
from assay.strategies.rag import Rag
from assay.types import Answer, Citation, Passage, Thresholds, Verdict

__version__ = "0.1.0"
__all__ = [
    "Answer",
    "AssayError",
    "Citation",
    "Crag",
    "Engine",
    "Passage",
    "Rag",
    "Thresholds",
    "Verdict",
]
