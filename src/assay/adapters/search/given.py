"""Outside knowledge that the caller brings: a search, a retriever, a function, or texts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from assay.adapters.given_texts import Text, as_passages
from assay.adapters.search.facts import search_facts
from assay.adapters.search.null_search import NullSearch
from assay.adapters.search.second_index import SecondIndex
from assay.errors import InputError
from assay.ports import KnowledgeSearch, Retriever
from assay.tracing import step
from assay.types import Findings, Kind

Lookup = Callable[[str], Sequence[Text]]
Outside = KnowledgeSearch | Retriever | Lookup | Sequence[Text]


@dataclass(frozen=True, slots=True)
class FunctionSearch:
    """A function from a query to texts, as external knowledge."""

    look_up: Lookup

    @step("search", search_facts)
    def search(self, query: str) -> Findings:
        """What the function gives for the query, in its order."""
        return Findings(as_passages(self.look_up(query), kind=Kind.EXTERNAL))


def as_search(outside: Outside | None) -> KnowledgeSearch:
    """Whatever the caller has as a search; None finds nothing and says so."""
    match outside:
        case None:
            return NullSearch()
        case KnowledgeSearch():
            return outside
        case Retriever():
            return SecondIndex(outside, "the given retriever")
        case str():
            raise InputError("outside is one string", hint="pass a list of texts: [text]")
        case Sequence():
            return FunctionSearch(lambda query: outside)
        case _ if callable(outside):
            return FunctionSearch(outside)
    raise InputError(
        f"{type(outside).__name__} is no source of knowledge",
        hint="pass texts, a function from a query to texts, or an object with search or retrieve",
    )
