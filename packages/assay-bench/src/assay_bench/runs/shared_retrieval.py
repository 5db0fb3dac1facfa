"""What retrieval found, once for all systems: in the case itself, or from an index."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from assay.adapters.retrievers.fixed import FixedRetriever
from assay.adapters.search.recorded import Recorded
from assay.config import Settings
from assay.errors import InputError
from assay.ports import KnowledgeSearch, Retriever
from assay.tracing import step
from assay.types import Passage
from assay.wiring import Overrides, build_retriever, build_search
from assay_bench.case import Case


@dataclass(frozen=True, slots=True)
class Found:
    """Passages, and the time it took to find them."""

    passages: tuple[Passage, ...]
    ms: float


@dataclass(slots=True)
class CachedRetriever:
    """Retrieves once for each query; later, the step shows the time that was saved."""

    retriever: Retriever
    _known: dict[str, Found] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def retrieve(self, question: str) -> tuple[Passage, ...]:
        """The passages that the index gives for the question."""
        with self._lock:
            known = self._known.get(question)
        if known is not None:
            return self._recall(known).passages
        began = time.perf_counter()
        passages = self.retriever.retrieve(question)
        found = Found(passages, (time.perf_counter() - began) * 1000)
        with self._lock:
            self._known[question] = found
        return passages

    @step(
        "retrieve",
        lambda found: {"passages": len(found.passages), "saved_ms": round(found.ms, 3)},
    )
    def _recall(self, found: Found) -> Found:
        return found


@dataclass(frozen=True, slots=True)
class SharedRetrieval:
    """Gives every system the same passages and the same world outside for a case."""

    index: Retriever | None
    outside: KnowledgeSearch

    def given(self, case: Case) -> Overrides:
        """The parts that are the same for all systems."""
        return Overrides(retriever=self.retriever(case), search=self._search(case))

    def retriever(self, case: Case) -> Retriever:
        """What finds the passages of a case."""
        if case.internal is not None:
            return FixedRetriever(case.internal)
        assert self.index is not None, "open_retrieval has seen to it"
        return self.index

    def _search(self, case: Case) -> KnowledgeSearch:
        return self.outside if case.external is None else Recorded(case.external)


def open_retrieval(settings: Settings, cases: Sequence[Case]) -> SharedRetrieval:
    """The index and the sources outside that the cases need; missing ones are an error at once."""
    index = None
    if lacking := [case.id for case in cases if case.internal is None]:
        if settings.index.dir is None:
            raise InputError(
                f"{len(lacking)} of {len(cases)} questions bring no passages (first: {lacking[0]})"
                " and no index was named",
                hint="add --index DIR; `assay index` makes one from your documents",
            )
        index = CachedRetriever(build_retriever(settings))
    return SharedRetrieval(index, build_search(settings))
