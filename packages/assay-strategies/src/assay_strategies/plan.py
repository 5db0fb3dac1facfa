"""Plan, retrieve, observe, plan again (PlanRAG)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from assay.budget import current_budget
from assay.errors import BudgetSpentError, ServiceError
from assay.ports import Generator
from assay.steps.answer.conclude import conclude, draft_answer
from assay.types import Answer, Evidence
from assay_strategies.reason.lookup import Lookup, pooled
from assay_strategies.reason.planner import Planner, Searches


@dataclass(frozen=True, slots=True)
class Plan:
    """Runs the searches that a language model plans, then answers from what they find."""

    planner: Planner
    lookup: Lookup
    generator: Generator
    max_rounds: int = 3

    def answer(self, question: str, query: str | None = None) -> Answer:
        """The generator's answer over everything that the plan led to."""
        query = query or question
        planned = self.planner.plan(query)
        # A model that cannot plan must not stand in the way of an answer, neither here nor below.
        steps = planned.queries or (query,)
        evidence = Evidence(notes=planned.notes)
        searched: tuple[str, ...] = ()
        for left in reversed(range(self.max_rounds)):
            evidence = pooled([evidence, *self._observe(steps)])
            searched += steps
            if not left:
                break
            planned = self._replan(query, searched, evidence)
            evidence = pooled([evidence, Evidence(notes=planned.notes)])
            steps = planned.queries
            if not steps:
                break
        if not evidence.strips and query not in searched:
            evidence = pooled([evidence, *self._observe((query,))])
            searched += (query,)
        draft = draft_answer(self.generator, question, evidence)
        return replace(conclude(question, "plan", evidence, draft), queries=searched)

    def _observe(self, steps: tuple[str, ...]) -> list[Evidence]:
        found: list[Evidence] = []
        try:
            found.extend(self.lookup.look(step).evidence for step in steps)
        except (BudgetSpentError, ServiceError) as error:
            found.append(Evidence(notes=(f"searching was cut short: {error}",)))
        return found

    def _replan(self, query: str, searched: tuple[str, ...], evidence: Evidence) -> Searches:
        try:
            current_budget().spend("rounds")
        except BudgetSpentError as spent:
            return Searches(notes=(f"planning was cut short: {spent}",))
        return self.planner.replan(query, searched, evidence)
