"""Several looks, each led by the last one: the multi-step branch of Adaptive-RAG, after IRCoT."""

from __future__ import annotations

from dataclasses import dataclass, replace

from assay.budget import current_budget
from assay.errors import BudgetSpentError, ServiceError
from assay.ports import Generator
from assay.steps.conclude import conclude, draft_answer
from assay.steps.lookup import Lookup
from assay.steps.pooled import pooled
from assay.steps.revise import revise
from assay.types import Answer, Evidence


@dataclass(frozen=True, slots=True)
class MultiStep:
    """Look, let what was found lead the next look; then any generator answers from all."""

    lookup: Lookup
    generator: Generator
    most_steps: int = 3

    def answer(self, question: str) -> Answer:
        """The generator's answer over what all looks found together."""
        return self.attempt(question, question)

    def attempt(self, question: str, query: str) -> Answer:
        """The same, with the query for the first look."""
        evidence = Evidence()
        queries: tuple[str, ...] = ()
        while query and len(queries) < self.most_steps:
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
            query = revise(question, found, asked=queries)
        draft = draft_answer(self.generator, question, evidence)
        return replace(conclude(question, "multi_step", evidence, draft), queries=queries)
