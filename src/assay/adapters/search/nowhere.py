"""No external source: what assay uses until one is configured."""

from __future__ import annotations

from dataclasses import dataclass

from assay.tracing import step
from assay.types import Findings


@dataclass(frozen=True, slots=True)
class Nowhere:
    """Finds nothing and says so."""

    @step("search", lambda found: {"passages": 0, "notes": list(found.notes)})
    def search(self, query: str) -> Findings:
        """Nothing, with a note that no source is configured."""
        return Findings(notes=("no external source is configured, so nothing was searched",))
