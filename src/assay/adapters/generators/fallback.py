"""A second generator for when the first one cannot be had."""

from __future__ import annotations

from dataclasses import dataclass, replace

from assay.errors import ServiceError
from assay.ports import Generator, knows_by_itself
from assay.types import Draft, Evidence


@dataclass(frozen=True, slots=True)
class WithFallback:
    """Asks the first generator, and the second when the first one's server fails."""

    first: Generator
    second: Generator

    @property
    def answers_without_evidence(self) -> bool:
        """True when the first may be asked although nothing was found."""
        return knows_by_itself(self.first)

    def generate(self, question: str, evidence: Evidence) -> Draft:
        """The first generator's draft, or the second's with a note that says why."""
        try:
            return self.first.generate(question, evidence)
        except ServiceError as error:
            draft = self.second.generate(question, evidence)
            return replace(draft, notes=(f"the fallback answered: {error}", *draft.notes))
