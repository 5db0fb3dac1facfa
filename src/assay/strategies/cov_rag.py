"""Chain-of-verification retrieval-augmented generation (CoV-RAG, algorithm 1)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from assay.budget import current_budget
from assay.errors import BudgetSpentError, ServiceError
from assay.ports import Indicator, Strategy, Verifier
from assay.steps.verify.acceptance import VerifiedOnly, as_draft, better
from assay.steps.verify.indicator import RevisedQuestion
from assay.types import Answer, Check

ROUNDS = 3


@dataclass(frozen=True, slots=True)
class CovRag:
    """Answers, verifies, and asks again with a revised question; the best-verified answer counts.

    Over `Rag` with five references it is the paper's; over any other strategy that can look with
    other words it adds the loop to that. The paper has two rounds, names more as future work, and
    keeps the `later` answer.
    """

    strategy: Strategy
    verifier: Verifier
    indicator: Indicator = field(default_factory=RevisedQuestion)
    rounds: int = ROUNDS
    rule: VerifiedOnly = field(default_factory=VerifiedOnly)
    keep: Callable[[Answer, Answer], Answer] = better
    name: str = ""

    def __post_init__(self) -> None:
        """Refuse to answer in no round at all."""
        if self.rounds < 1:
            raise ValueError(f"there is at least one round, got {self.rounds}")

    def answer(self, question: str, query: str | None = None) -> Answer:
        """The best-verified answer of all rounds, or a refusal when none holds."""
        query = query or question
        queries = [query]
        latest = best = self._first_round(question, query)
        while len(queries) < self.rounds and self._looks_again(latest.check, queries):
            revised = latest.check.revised_question if latest.check else ""
            try:
                current_budget().spend("rounds")
                latest = self._round(question, revised, queries)
            except (BudgetSpentError, ServiceError) as error:
                # What an earlier round gave must not be lost because a later one failed.
                best = replace(best, notes=(*best.notes, f"looking again was cut short: {error}"))
                break
            queries.append(revised)
            best = self.keep(best, latest)
        named = replace(best, strategy=self.name or best.strategy, queries=tuple(queries))
        return self.rule.apply(named)

    def _first_round(self, question: str, query: str) -> Answer:
        answer = self.strategy.answer(question, query)
        try:
            return self._verified(answer, question, [query])
        except (BudgetSpentError, ServiceError) as error:
            return replace(answer, notes=(*answer.notes, f"verifying was cut short: {error}"))

    def _round(self, question: str, query: str, asked: list[str]) -> Answer:
        return self._verified(self.strategy.answer(question, query), question, [*asked, query])

    def _verified(self, answer: Answer, question: str, asked: list[str]) -> Answer:
        check = self.verifier.verify(question, answer.evidence, as_draft(answer), asked=asked)
        return replace(answer, check=check)

    def _looks_again(self, check: Check | None, asked: list[str]) -> bool:
        """True when the indicator fires and the revised question is a new one."""
        if check is None or not self.indicator.fires(check):
            return False
        revised = " ".join(check.revised_question.casefold().split())
        return bool(revised) and revised not in {" ".join(q.casefold().split()) for q in asked}
