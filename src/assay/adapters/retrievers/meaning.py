"""The passages nearest in meaning, by the best vectors that an index has of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from assay.indexing.index_state import IndexState
from assay.ports import Embedder
from assay.types import Passage


class EmbeddedOnce:
    """An embedder that remembers: a question is looked up, then compared with what was found."""

    def __init__(self, embedder: Embedder) -> None:
        """Embed by this one what is new."""
        self._embedder = embedder
        self._known: dict[str, NDArray[np.float32]] = {}

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One vector for each text."""
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        if new:
            self._known |= zip(new, self._embedder.embed(new), strict=True)
        return np.stack([self._known[text] for text in texts])


def compared(
    state: IndexState,
    question: str,
    passages: Sequence[Passage],
    rows: Mapping[str, int],
    embedder: Embedder,
) -> list[Passage]:
    """The passages of these rows, by their ids, each with how similar it is to the question."""
    if not state.manifest.thorough:
        return list(passages)
    vector = embedder.embed([question])[0]
    similar = state.similarities(vector, [rows[passage.id] for passage in passages])
    return [replace(each, similar=similar.get(rows[each.id])) for each in passages]


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
