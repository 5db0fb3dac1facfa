"""Rewrite-retrieve-read: the query is revised before anything is retrieved (Ma et al. 2023)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from assay.errors import ServiceError
from assay.ports import Attempting, QueryRewriter
from assay.types import Answer


@dataclass(frozen=True, slots=True)
class RewriteFirst:
    """Turn the question into a query, then let another strategy retrieve with it and answer."""

    rewriter: QueryRewriter
    reader: Attempting

    def answer(self, question: str) -> Answer:
        """The answer to the question from what its rewritten form finds."""
        try:
            query = self.rewriter.rewrite(question).strip() or question
        except ServiceError as error:
            answer = self.attempt(question, question)
            note = f"the question itself was searched for: {error}"
            return replace(answer, notes=(note, *answer.notes))
        return self.attempt(question, query)

    def attempt(self, question: str, query: str) -> Answer:
        """The answer from what the query finds, which is not rewritten again."""
        answer = self.reader.attempt(question, query)
        return replace(answer, strategy="rewrite_first", queries=(query,))
