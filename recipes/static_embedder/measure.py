"""How often a question finds its passage among those of its manual."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from recipes.static_embedder.bags import Bags
from recipes.static_embedder.pairs import Pairs

DEPTHS = (10, 20, 40)
K1, B = 1.2, 0.75
FUSED_DEPTH, RANK_CONSTANT = 50, 60  # as assay's hybrid retriever

Matrix = NDArray[np.float32]


def held_out_recalls(
    pairs: Pairs, bags: Bags, embedders: Mapping[str, Callable[[Sequence[str]], Matrix]]
) -> dict[str, float]:
    """Recall of words, of each embedder, and of each fused with words; the mean over manuals."""
    groups = np.array(pairs.groups)
    found: dict[str, list[float]] = {}
    for name in sorted(set(pairs.groups)):
        inside = np.flatnonzero(groups == name)
        place = {int(row): at for at, row in enumerate(inside)}
        asked = [at for at, row in enumerate(pairs.gold) if row in place]
        texts = [pairs.passages[row] for row in inside]
        questions = [pairs.questions[at] for at in asked]
        gold = np.array([place[pairs.gold[at]] for at in asked])
        words = ranked(bm25(bags.rows(questions), bags.rows(texts)))
        orders = {"words": words}
        for kind, embed in embedders.items():
            orders[kind] = ranked(embed(questions) @ embed(texts).T)
            orders[f"words_{kind}"] = fused([orders[kind], words], len(texts))
        for kind, order in orders.items():
            for depth, value in recalls(order, gold).items():
                found.setdefault(f"{kind}_recall_at_{depth}", []).append(value)
    return {name: float(np.mean(values)) for name, values in found.items()}


def bm25(questions: csr_matrix, passages: csr_matrix) -> Matrix:
    """Okapi's scores over the same tokens; the bags hold roots of counts."""
    counts = passages.power(2)
    held = np.bincount(passages.indices, minlength=passages.shape[1])
    rarity = np.log(1 + (passages.shape[0] - held + 0.5) / (held + 0.5))
    length = np.asarray(counts.sum(axis=1)).ravel()
    damped = K1 * (1 - B + B * length / max(1e-9, length.mean()))
    rows = np.repeat(np.arange(counts.shape[0]), np.diff(counts.indptr))
    weight = counts.data * (K1 + 1) / (counts.data + damped[rows]) * rarity[counts.indices]
    weighted = csr_matrix((weight, counts.indices, counts.indptr), shape=counts.shape)
    asked = questions.copy()
    asked.data = np.ones_like(asked.data)
    found: Matrix = np.asarray((asked @ weighted.T).todense(), np.float32)
    return found


def ranked(scores: Matrix) -> NDArray[np.int64]:
    """For each question the passages, best first, as deep as lists are fused."""
    return np.argsort(-scores, axis=1, kind="stable")[:, :FUSED_DEPTH]


def fused(lists: Sequence[NDArray[np.int64]], passages: int) -> NDArray[np.int64]:
    """Lists of the same questions joined by the sum of 1 / (60 + rank)."""
    scores = np.zeros((len(lists[0]), passages), np.float32)
    for each in lists:
        gain = 1 / (RANK_CONSTANT + 1 + np.arange(each.shape[1], dtype=np.float32))
        np.put_along_axis(
            scores, each, np.take_along_axis(scores, each, axis=1) + gain[None, :], axis=1
        )
    return ranked(scores)


def recalls(order: NDArray[np.int64], gold: NDArray[np.int64]) -> Mapping[int, float]:
    """The share of questions whose passage is among the first so many."""
    hits = order == gold[:, None]
    return {depth: float(hits[:, :depth].any(axis=1).mean()) for depth in DEPTHS}
