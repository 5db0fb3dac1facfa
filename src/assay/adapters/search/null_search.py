"""No external source: what assay uses until one is configured."""

from __future__ import annotations

from dataclasses import dataclass

from assay.tracing import step
from assay.types import Findings

UNSET = "nothing outside the index was searched"


@dataclass(frozen=True, slots=True)
class NullSearch:
    """Finds nothing and says why."""

    reason: str = UNSET

    @step("search", lambda found: {"passages": 0, "notes": list(found.notes)})
    def search(self, query: str) -> Findings:
        """Nothing, with the reason as a note."""
        return Findings(notes=(self.reason,))
