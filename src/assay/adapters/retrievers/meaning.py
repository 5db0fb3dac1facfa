"""The passages nearest in meaning, by the best vectors that an index has of each."""

from __future__ import annotations

from assay.indexing.index_state import IndexState
from assay.ports import Embedder


def by_meaning(
    state: IndexState, question: str, count: int, embedder: Embedder, quick: Embedder | None
) -> list[int]:
    """Row ids of the nearest passages, best first.

    While an index has quick vectors only for some of its passages, these stand where their quick
    vectors place them among all passages, the others where their own vectors place them. What two
    models call near cannot be compared, but ranks can.
    """
    ranks: dict[int, int] = {}
    if state.manifest.thorough:
        near = state.nearest(embedder.embed([question])[0], count)
        ranks = {row: rank for rank, row in enumerate(near, 1)}
    if quick is not None and state.manifest.thorough < state.manifest.passages:
        ranks |= state.nearest_quick(quick.embed([question])[0], count)
    return sorted(ranks, key=lambda row: ranks[row])[:count]
