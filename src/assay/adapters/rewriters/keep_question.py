"""The question itself as the query: the ablation of rewriting."""

from __future__ import annotations

from dataclasses import dataclass

from assay.tracing import step


@dataclass(frozen=True, slots=True)
class KeepQuestion:
    """Searches for the question as it was asked."""

    @step("rewrite", lambda query: {"query": query})
    def rewrite(self, question: str) -> str:
        """The question, unchanged."""
        return question
