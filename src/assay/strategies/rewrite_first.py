"""Rewrite-retrieve-read: the query is revised before anything is retrieved (Ma et al. 2023)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from assay.errors import ServiceError
from assay.ports import QueryRewriter, Strategy
from assay.types import Answer


@dataclass(frozen=True, slots=True)
class RewriteFirst:
    """Rewrites the question into a query, with which another strategy retrieves and answers."""

    rewriter: QueryRewriter
    reader: Strategy

    def answer(self, question: str, query: str | None = None) -> Answer:
        """The answer from what the rewritten question finds; a given query is not rewritten."""
        notes: tuple[str, ...] = ()
        if query is None:
            try:
                query = self.rewriter.rewrite(question).strip() or question
            except ServiceError as error:
                query, notes = question, (f"the question itself was searched for: {error}",)
        answer = self.reader.answer(question, query)
        return replace(
            answer, strategy="rewrite_first", queries=(query,), notes=notes + answer.notes
        )
