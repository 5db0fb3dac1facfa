"""The two sides of a comparison: which candidate is the entry of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from assay.adapters.generators.candidates import LOOKED_AT, Candidate
from assay.steps.answer.comparison import (
    HALF,
    OWN,
    belongs,
    headed,
    heads_both,
    heads_one,
    of_both,
    own_block,
    share,
    speaks_of,
)
from assay.steps.answer.rows import MIN_READ, row_asked_for
from assay.text.overlap import content_stems, stems
from assay.text.question_parts import own_words


def of_sides(named: Sequence[str], within: str, candidates: Sequence[Candidate]) -> list[Candidate]:
    """The entry of each side; one for both if it is headed by both, or the best and names both."""
    if rows := _rows_of(named, within, candidates):
        return rows
    inside = [each for each in candidates if belongs(within, each.passage)]
    if all(any(share(side, each.passage) >= HALF for each in inside) for side in named):
        candidates = inside
    both = next((each for each in candidates if heads_both(named, each.passage)), None)
    top = candidates[0]
    if both is None and of_both(named, top.passage) and not heads_one(named, top.passage):
        both = top
    called = list(zip(named, own_words(named), strict=True))
    if both and not any(headed(s, c.passage, o) == OWN for s, o in called for c in candidates):
        return [both] * len(named)
    found = []
    for side, own in called:
        speaks = [(*speaks_of(side, c.passage, within, own), c.score) for c in candidates]
        best = candidates[speaks.index(max(speaks))]
        found.append(replace(best, key=own_block(side, best.passage, own) or best.key))
    return found


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
