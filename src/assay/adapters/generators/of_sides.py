"""The two sides of a comparison: which candidate is the entry of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from assay.adapters.generators.candidates import LOOKED_AT, Candidate
from assay.steps.answer.comparison import (
    OWN,
    headed,
    heads_both,
    heads_one,
    of_both,
    own_block,
    speaks_of,
)
from assay.steps.answer.rows import MIN_READ, row_asked_for
from assay.text.overlap import content_stems, stems


def of_sides(named: Sequence[str], within: str, candidates: Sequence[Candidate]) -> list[Candidate]:
    """The entry of each side; one for both if it is headed by both, or the best and names both."""
    if rows := _rows_of(named, within, candidates):
        return rows
    both = next((each for each in candidates if heads_both(named, each.passage)), None)
    top = candidates[0]
    if both is None and of_both(named, top.passage) and not heads_one(named, top.passage):
        both = top
    if both and not any(headed(s, each.passage) == OWN for s in named for each in candidates):
        return [both] * len(named)
    best = [
        max(candidates, key=lambda each, s=side: (*speaks_of(s, each.passage, within), each.score))  # type: ignore[misc]
        for side in named
    ]
    own = [own_block(side, each.passage) for side, each in zip(named, best, strict=True)]
    return [replace(each, key=key or each.key) for each, key in zip(best, own, strict=True)]


def _rows_of(
    named: Sequence[str], within: str, candidates: Sequence[Candidate]
) -> list[Candidate] | None:
    """The row of each side, where one table of the best has both and says what they belong to."""
    for each in candidates[:LOOKED_AT]:
        rows = [row_asked_for(each.passage, stems(side), MIN_READ) for side in named]
        if None in rows or rows[0] == rows[1]:
            continue
        found = [replace(each, key=row, row=row) for row in rows if row]
        if all(content_stems(within) <= stems(one.entry().text) for one in found):
            return found
    return None
