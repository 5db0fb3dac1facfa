"""Another assay index as external source: the company's archive behind the team's own folder."""

from __future__ import annotations

from dataclasses import dataclass, replace

from assay.adapters.search.facts import search_facts
from assay.ports import Retriever
from assay.tracing import step
from assay.types import Findings, Kind


@dataclass(frozen=True, slots=True)
class SecondIndex:
    """What another retriever finds, as external knowledge; its text is data like a page's."""

    retriever: Retriever
    name: str = "the fallback index"

    @step("fallback", search_facts)
    def search(self, query: str) -> Findings:
        """The passages of the other index, best first."""
        passages = tuple(
            replace(passage, kind=Kind.EXTERNAL) for passage in self.retriever.retrieve(query)
        )
        if not passages:
            return Findings(notes=(f"{self.name} has nothing for the query",))
        return Findings(passages, (f"searched {self.name}",))
