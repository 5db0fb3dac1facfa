"""Retrieval by words and by meaning, fused by reciprocal rank."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from assay.indexing.open_index import LanceIndex
from assay.ports import Embedder
from assay.tracing import step
from assay.types import Passage

RANK_CONSTANT = 60  # of Cormack, Clarke and Büttcher (2009), where the method comes from
_DEPTH = 50  # candidates of each kind, however few are wanted


@dataclass(frozen=True, slots=True)
class HybridRetriever:
    """The passages that stand high in the full-text list, in the dense list, or in both."""

    index: LanceIndex
    embedder: Embedder
    top_k: int = 10

    @step("retrieve", lambda passages: {"passages": len(passages), "by": "hybrid"})
    def retrieve(self, question: str) -> tuple[Passage, ...]:
        """The passages that fit best, best first."""
        depth = max(_DEPTH, self.top_k)
        state = self.index.now()
        # LanceDB searches on threads of its own: the embedder need not wait for it.
        with ThreadPoolExecutor(1) as pool:
            words = pool.submit(state.full_text, question, depth)
            meaning = state.nearest(self.embedder.embed([question])[0], depth)
        return state.passages(fuse_ranks([meaning, words.result()])[: self.top_k])


def fuse_ranks(lists: Sequence[Sequence[int]]) -> list[int]:
    """All members of the ranked lists by the sum of 1 / (60 + rank); earlier lists win ties."""
    scores: dict[int, float] = {}
    for ranked in lists:
        for rank, member in enumerate(ranked, start=1):
            scores[member] = scores.get(member, 0.0) + 1 / (RANK_CONSTANT + rank)
    return sorted(scores, key=lambda member: -scores[member])
