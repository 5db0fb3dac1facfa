"""Retrieval by words and by meaning, fused by reciprocal rank."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial

from assay.adapters.retrievers.by_parts import by_parts
from assay.adapters.retrievers.in_order import in_order
from assay.adapters.retrievers.meaning import EmbeddedOnce, by_meaning, compared
from assay.indexing.index_state import IndexState
from assay.indexing.open_index import LanceIndex
from assay.ports import Embedder
from assay.text.idf import Coverage, question_words
from assay.text.overlap import word_forms
from assay.text.repeats import without_copies
from assay.text.stemmer import stem_of
from assay.text.stop_words import FUNCTION_WORDS
from assay.tracing import step
from assay.types import BlockKind, Passage

RANK_CONSTANT = 60  # of Cormack, Clarke and Büttcher (2009), where the method comes from
_DEPTH = 100  # candidates of each kind, however few are wanted
_WEIGHED = 60  # fused candidates whose words are compared with the question's
# The best so many of each list are among the first ten: a passage in both lists, low in each,
# would else push out the one that is nearest in meaning and shares no word with the question.
_SURE, _FIRST = 2, 10
# So are the passages with the rarest word of the question, where no more than these hold it: "the
# code of the Klingon script" has many passages about codes and scripts before the one row.
_HOLDERS = 2
# What the words of a question in the passage, and in its headings, are worth beside the two ranks.
_COVERED, _COVERED_ABOVE = 0.01, 0.01


@dataclass(frozen=True, slots=True)
class HybridRetriever:
    """The passages that stand high in the full-text list, in the dense list, or in both.

    An index whose second stage is not done needs the `quick` embedder too.
    """

    index: LanceIndex
    embedder: Embedder
    top_k: int = 10
    quick: Embedder | None = None

    @step("retrieve", lambda passages: {"passages": len(passages), "by": "hybrid"})
    def retrieve(self, question: str) -> tuple[Passage, ...]:
        """The passages that fit best, best first."""
        embedder = EmbeddedOnce(self.embedder)

        def search(state: IndexState) -> list[Passage]:
            rows: dict[str, int] = {}
            find = partial(self._found, state, embedder, rows)
            return compared(state, question, by_parts(question, find), rows, embedder)

        return in_order(self.index.reading(search))

    def _found(
        self, state: IndexState, embedder: Embedder, known: dict[str, int], question: str
    ) -> tuple[Passage, ...]:
        """The passages for one query; `known` learns the row of each by its id."""
        depth = max(_DEPTH, self.top_k)
        # Lance searches on threads of its own: the embedder need not wait for it.
        with ThreadPoolExecutor(1) as pool:
            words = pool.submit(state.full_text, question, depth)
            meaning = by_meaning(state, question, depth, embedder, self.quick)
        fused = fuse_ranks([meaning, words.result()])
        rarest = _with_rarest_word(state, question)
        sure = [*meaning[:_SURE], *words.result()[:_SURE], *rarest]
        rows = list(dict.fromkeys([*sure, *fused]))[: max(_WEIGHED, self.top_k)]
        passages = dict(zip(rows, state.passages(rows), strict=True))
        known |= {passage.id: row for row, passage in passages.items()}
        weigh = question_words(question, state.vocabulary)
        worth = {
            row: _worth(fused.get(row, 0.0), weigh.coverage(passage), passage)
            for row, passage in passages.items()
        }
        ranked = (passages[row] for row in _ranked(worth, sure))
        return tuple(without_copies(ranked, self.top_k))


def _with_rarest_word(state: IndexState, question: str) -> list[int]:
    """The passages that hold the rarest known word of the question, where they are few."""
    words = state.vocabulary
    known = (w for w in sorted(word_forms(question) - FUNCTION_WORDS) if words.knows(w))
    rarest = max(known, key=lambda word: words.idf(stem_of(word)), default="")
    found = state.full_text(rarest, _HOLDERS + 1)
    return found if len(found) <= _HOLDERS else []


def _worth(rank: float, seen: Coverage, passage: Passage) -> float:
    """Both ranks and the words in one figure; navigation and page headers come last."""
    only_furniture = all(block.kind is BlockKind.FURNITURE for block in passage.blocks)
    worth = rank + _COVERED * seen.whole + _COVERED_ABOVE * seen.above
    return worth - 1 if passage.blocks and only_furniture else worth


def _ranked(worth: Mapping[int, float], sure: Sequence[int]) -> list[int]:
    """The rows by their worth, but the sure ones among the first at the latest."""
    ranked = sorted(worth, key=lambda row: -worth[row])
    kept = (row for row in sure if worth[row] > 0)  # navigation is not
    first = set(list(dict.fromkeys([*kept, *ranked]))[:_FIRST])
    return sorted(ranked, key=lambda row: row not in first)


def fuse_ranks(lists: Sequence[Sequence[int]]) -> dict[int, float]:
    """All members of the ranked lists by the sum of 1 / (60 + rank); earlier lists win ties."""
    scores: dict[int, float] = {}
    for ranked in lists:
        for rank, member in enumerate(ranked, start=1):
            scores[member] = scores.get(member, 0.0) + 1 / (RANK_CONSTANT + rank)
    return {member: scores[member] for member in sorted(scores, key=lambda each: -scores[each])}
