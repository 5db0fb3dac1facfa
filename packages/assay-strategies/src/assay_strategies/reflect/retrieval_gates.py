"""The two modes of Self-RAG in which nobody is asked whether to retrieve."""

from __future__ import annotations

from dataclasses import dataclass

from assay.tracing import step
from assay.types import Facts


def gate_facts(wanted: float) -> Facts:
    """What the trace shows of a gate."""
    return {"wanted": round(wanted, 4)}


@dataclass(frozen=True, slots=True)
class AlwaysRetrieve:
    """A passage is always wanted."""

    @step("gate", gate_facts)
    def wanted(self, question: str, written: str = "") -> float:
        """One, whatever is asked."""
        return 1.0


@dataclass(frozen=True, slots=True)
class NeverRetrieve:
    """A passage is never wanted."""

    @step("gate", gate_facts)
    def wanted(self, question: str, written: str = "") -> float:
        """Zero, whatever is asked."""
        return 0.0
