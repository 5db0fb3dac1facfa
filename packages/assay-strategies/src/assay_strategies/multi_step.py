"""Several retrievals, each with a query from the last: Adaptive-RAG's multi-step branch (IRCoT)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from assay.budget import current_budget
from assay.errors import BudgetSpentError, ServiceError
from assay.ports import Generator
from assay.steps.answer.conclude import conclude, draft_answer
from assay.types import Answer, Evidence
from assay_strategies.reason.chain_of_thought import RuleQueries
from assay_strategies.reason.lookup import Lookup, pooled


class NextQuery(Protocol):
    """Says what to look for after a look."""

    def next_query(self, question: str, found: Evidence, asked: Sequence[str]) -> str:
        """The next query, empty when nothing is left to look for."""
        ...


@dataclass(frozen=True, slots=True)
class MultiStep:
    """Retrieves with queries made from what was found so far, then answers from all of it.

    `thinking` says what to look for next: a language model that reasons, or rules.
    """

    lookup: Lookup
    generator: Generator
    max_steps: int = 3
    thinking: NextQuery = field(default_factory=RuleQueries)

    def answer(self, question: str, query: str | None = None) -> Answer:
        """The generator's answer over what all retrievals found together."""
        query = query or question
        evidence = Evidence()
        queries: tuple[str, ...] = ()
        while query and len(queries) < self.max_steps:
            queries += (query,)
            try:
                current_budget().check()
                found = self.lookup.look(query).evidence
            except (BudgetSpentError, ServiceError) as error:
                evidence += Evidence(notes=(f"searching was cut short: {error}",))
                break
            fresh = pooled([evidence, found])
            if len(fresh.strips) == len(evidence.strips):
                break  # a look that finds nothing new leads nowhere
            evidence = fresh
            query = self.thinking.next_query(question, found, queries)
        draft = draft_answer(self.generator, question, evidence)
        return replace(conclude(question, "multi_step", evidence, draft), queries=queries)
