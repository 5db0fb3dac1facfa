"""The planning half of PlanRAG: a language model says what to search for, and again after it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assay.errors import BudgetSpentError, ServiceError
from assay.ports import ChatModel
from assay.steps.listed_lines import listed_lines
from assay.steps.plan_prompts import plan_prompt, replan_prompt, says_done
from assay.tracing import step
from assay.types import Evidence, Facts, Message

UNREADABLE = "the model's plan could not be read"


@dataclass(frozen=True, slots=True)
class Searches:
    """What to search for next, nothing when the plan is complete; notes on what went wrong."""

    queries: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def _facts(searches: Searches) -> Facts:
    return {"searches": list(searches.queries), "notes": list(searches.notes)}


@dataclass(frozen=True, slots=True)
class Planner:
    """Makes a plan of searches and revises it; a reply that is no plan ends the planning."""

    model: ChatModel
    most_searches: int = 3
    max_tokens: int = 160

    @step("plan", _facts)
    def plan(self, question: str) -> Searches:
        """The first plan."""
        return self._ask(plan_prompt(question, self.most_searches))

    @step("replan", _facts)
    def replan(self, question: str, searched: Sequence[str], found: Evidence) -> Searches:
        """What is still missing; never a search that was made before."""
        made = {each.casefold() for each in searched}
        planned = self._ask(replan_prompt(question, searched, found, self.most_searches))
        fresh = tuple(each for each in planned.queries if each.casefold() not in made)
        return Searches(fresh, planned.notes)

    def _ask(self, prompt: tuple[Message, ...]) -> Searches:
        try:
            reply = self.model.complete(prompt, max_tokens=self.max_tokens).text
        except (BudgetSpentError, ServiceError) as error:
            return Searches(notes=(f"planning was cut short: {error}",))
        if says_done(reply):
            return Searches()
        queries = listed_lines(reply, self.most_searches)
        return Searches(queries, () if queries else (UNREADABLE,))
