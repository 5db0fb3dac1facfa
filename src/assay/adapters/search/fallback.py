"""Several sources of external knowledge, one after another: the order of degradation."""

from __future__ import annotations

from dataclasses import dataclass

from assay.adapters.search.facts import search_facts
from assay.budget import current_budget
from assay.errors import AssayError, BudgetSpentError
from assay.ports import KnowledgeSearch
from assay.tracing import step
from assay.types import Findings


@dataclass(frozen=True, slots=True)
class FallbackSearch:
    """Asks each source until one finds something; every step down leaves a note."""

    sources: tuple[tuple[str, KnowledgeSearch], ...]

    @step("search", search_facts)
    def search(self, query: str) -> Findings:
        """The passages of the first source that has any, with notes on all sources asked."""
        notes: list[str] = []
        for name, source in self.sources:
            current_budget().check()
            try:
                found = source.search(query)
            except BudgetSpentError:
                raise
            except AssayError as error:
                notes.append(f"{name} failed: {error}")
                continue
            notes.extend(found.notes)
            if found.passages:
                return Findings(found.passages, (*notes, f"external knowledge is from {name}"))
        return Findings(notes=(*notes, "no external source had anything"))
