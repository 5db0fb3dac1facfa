"""How much work a question asks for (Adaptive-RAG, section 3)."""

from __future__ import annotations

from enum import StrEnum


class Complexity(StrEnum):
    """How often one must look something up before the question can be answered."""

    NONE = "none"
    SINGLE = "single"
    MULTI = "multi"
