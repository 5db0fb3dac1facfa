"""A second generator for when the first one cannot be had."""

from __future__ import annotations

from dataclasses import dataclass, replace

from assay.adapters.generators.chat import CUT_AT_ONCE, EMPTY, UNUSABLE
from assay.budget import in_part_of_time
from assay.errors import AssayError, BudgetSpentError, InputError, ServiceError
from assay.ports import Generator, knows_by_itself
from assay.types import Draft, Evidence

NOTHING_SAID = (CUT_AT_ONCE, EMPTY, UNUSABLE)
SHARE_OF_TIME = 0.8
"""Of the time left, for the first: what it does not use is the second's."""


def is_silent(draft: Draft) -> bool:
    """True when a model wrote nothing, which says nothing of the evidence."""
    return draft.text is None and draft.reason in NOTHING_SAID


def why_not(error: AssayError) -> str:
    """Why a model gave no answer, in words for a note."""
    if isinstance(error, BudgetSpentError) and error.what == "seconds":
        return f"the model had not finished after {error.limit:.1f} s"
    return str(error)


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
            draft = in_part_of_time(SHARE_OF_TIME, lambda: self.first.generate(question, evidence))
        except (ServiceError, InputError, BudgetSpentError) as error:
            return self._second(question, evidence, why_not(error))
        if is_silent(draft):
            return self._second(question, evidence, draft.reason)
        return draft

    def _second(self, question: str, evidence: Evidence, why: str) -> Draft:
        draft = self.second.generate(question, evidence)
        return replace(draft, notes=(f"the fallback answered: {why}", *draft.notes))
