"""Keywords by rules: the default, which needs no language model."""

from __future__ import annotations

from dataclasses import dataclass

from assay.text.keywords import MAX_KEYWORDS, MAX_QUERY, keywords
from assay.tracing import step


@dataclass(frozen=True, slots=True)
class KeywordRewriter:
    """Searches for at most three keywords of the question."""

    most: int = MAX_KEYWORDS

    @step("rewrite", lambda query: {"query": query})
    def rewrite(self, question: str) -> str:
        """The keywords, separated by commas as in the paper."""
        return ", ".join(keywords(question, self.most))[:MAX_QUERY]
