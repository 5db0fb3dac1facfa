"""Detection of repeated text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from assay.types import Evidence, Passage, Strip

# Of the word pairs of a text, how many may be known before it counts as a repeat.
SAME_ABOVE = 0.85
LONG = 30  # words that hardly stand in two documents by chance
_WORD = re.compile(r"\w+")


def distinct(passages: Sequence[Passage]) -> tuple[Passage, ...]:
    """The passages without those that repeat an earlier one, as mirrors of a page do."""
    seen: set[tuple[str, ...]] = set()
    kept = []
    for passage in passages:
        pairs = word_pairs(passage.text)
        if not is_repeat(pairs, seen):
            kept.append(passage)
        seen |= pairs
    return tuple(kept)


def without_copies(passages: Iterable[Passage], most: int | None = None) -> list[Passage]:
    """The passages without those that another document has word for word under the same headings.

    A manual often lies beside its pages once more, on one page to be printed. The same words under
    other headings are another entry: "--quiet" of another command. Of a ranking, only the first
    `most` that are kept are looked for.
    """
    first: dict[tuple[object, ...], str] = {}
    kept: list[Passage] = []
    for passage in passages:
        words = _WORD.findall(passage.text)
        # "It lasts two years." under "Warranty" has its subject in the title; a page has it inside.
        whole = len(passage.headings) > 1 or len(words) >= LONG
        said = (passage.headings, "" if whole else passage.title, *words)
        if first.setdefault(said, passage.document) == passage.document:
            kept.append(passage)
        if len(kept) == most:
            break
    return kept


def best_distinct(ranked: Iterable[Strip], most: int) -> list[Strip]:
    """The first strips of a ranking, without those that only repeat one of another document.

    Five copies of a text would otherwise leave no place for what the others say.
    """
    kept: list[Strip] = []
    known: list[set[tuple[str, ...]]] = []
    for strip in ranked:
        if len(kept) == most:
            break
        pairs = word_pairs(strip.text)
        copied = any(
            is_repeat(pairs, each) and strip.passage.document != other.passage.document
            for each, other in zip(known, kept, strict=True)
        )
        if not copied:
            kept.append(strip)
            known.append(pairs)
    return kept


def combine(internal: Evidence, external: Evidence) -> Evidence:
    """Both bodies of evidence, without the external strips that only repeat internal ones."""
    known = _all_pairs(internal.strips)
    repeats = {strip.id for strip in external.strips if is_repeat(word_pairs(strip.text), known)}
    if not repeats:
        return internal + external
    fresh = Evidence(
        strips=tuple(strip for strip in external.strips if strip.id not in repeats),
        dropped=external.dropped + tuple(s for s in external.strips if s.id in repeats),
        notes=(*external.notes, f"{len(repeats)} external strip(s) repeat what the index says"),
    )
    return internal + fresh


def is_repeat(pairs: set[tuple[str, ...]], known: set[tuple[str, ...]]) -> bool:
    """True when almost everything in a text is known already."""
    return bool(pairs) and len(pairs & known) >= SAME_ABOVE * len(pairs)


def word_pairs(text: str) -> set[tuple[str, ...]]:
    """The adjacent words of a text, case and punctuation aside."""
    words = _WORD.findall(text.casefold())
    return set(pairwise(words)) or {tuple(words)} - {()}


def _all_pairs(strips: Iterable[Strip]) -> set[tuple[str, ...]]:
    return set().union(*(word_pairs(strip.text) for strip in strips))
