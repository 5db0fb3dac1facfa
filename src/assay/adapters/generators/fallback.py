"""A second generator for when the first one cannot be had."""

from __future__ import annotations

from dataclasses import dataclass, replace

from assay.adapters.generators.chat import CUT_AT_ONCE, EMPTY, UNUSABLE
from assay.budget import part_of_time
from assay.errors import BudgetSpentError, InputError, ServiceError
from assay.ports import Generator, knows_by_itself
from assay.types import Draft, Evidence

NOTHING_SAID = (CUT_AT_ONCE, EMPTY, UNUSABLE)
"""Reasons of a draft without text that say nothing of the evidence."""
SHARE_OF_TIME = 0.8
"""Of the time left, for the first: what it does not use is the second's."""


@dataclass(frozen=True, slots=True)
class WithFallback:
    """Asks the first generator, and the second when it fails, is too slow or writes nothing."""

    first: Generator
    second: Generator

    @property
    def answers_without_evidence(self) -> bool:
        """True when the first may be asked although nothing was found."""
        return knows_by_itself(self.first)

    def generate(self, question: str, evidence: Evidence) -> Draft:
        """The first generator's draft, or the second's with a note that says why."""
        try:
            with part_of_time(SHARE_OF_TIME):
                draft = self.first.generate(question, evidence)
        except (ServiceError, InputError, BudgetSpentError) as error:
            return self._second(question, evidence, str(error))
        if draft.text is None and draft.reason in NOTHING_SAID:
            return self._second(question, evidence, draft.reason)
        return draft

    def _second(self, question: str, evidence: Evidence, why: str) -> Draft:
        draft = self.second.generate(question, evidence)
        return replace(draft, notes=(f"the fallback answered: {why}", *draft.notes))
