"""How evidence is divided into the blocks that Self-RAG writes from, one answer for each."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from assay.types import Draft, Evidence, Kind, Passage, Strip

Divide = Callable[[Evidence], tuple[Evidence, ...]]
NOTHING = Evidence()
"""The block of a segment that is written from memory."""
_MARKER = re.compile(r"\[(\d{1,3})\]")


def each_alone(evidence: Evidence) -> tuple[Evidence, ...]:
    """A block for each strip: Self-RAG's passages."""
    return tuple(Evidence((strip,)) for strip in evidence.strips)


def knowledge_blocks(evidence: Evidence) -> tuple[Evidence, ...]:
    """Internal knowledge, external knowledge, and both: Self-CRAG's passages.

    What is there on one side only is one block; with both sides there are three.
    """
    sides = [tuple(s for s in evidence.strips if s.passage.kind is kind) for kind in Kind]
    found = [side for side in sides if side]
    if len(found) > 1:
        found.append(evidence.strips)
    return tuple(map(Evidence, found))


def block_text(block: Evidence) -> Passage:
    """The block as one passage, for a model that reads one; its title if all strips share it."""
    first = block.strips[0].passage
    titles = {strip.passage.title for strip in block.strips}
    return replace(first, text=block.text, title=first.title if len(titles) == 1 else "")


def renumbered(draft: Draft, block: Sequence[Strip], strips: Sequence[Strip]) -> Draft:
    """The draft with each `[n]` of its block as its number among all strips, every span true."""
    places = {strip.id: number for number, strip in enumerate(strips, 1)}
    numbers = {str(n): str(places.get(strip.id, n)) for n, strip in enumerate(block, 1)}
    text = draft.text or ""
    grown: list[tuple[int, int]] = []  # where a marker ends, and by how much it grew

    def marker(match: re.Match[str]) -> str:
        new = numbers.get(match[1], match[1])
        grown.append((match.end(), len(new) - len(match[1])))
        return f"[{new}]"

    said = _MARKER.sub(marker, text)
    if said == text:
        return draft

    def moved(place: int) -> int:
        return place + sum(by for end, by in grown if end <= place)

    return replace(
        draft,
        text=said,
        citations=tuple(
            replace(c, answer_start=moved(c.answer_start), answer_end=moved(c.answer_end))
            for c in draft.citations
        ),
        unsupported=tuple((moved(a), moved(b)) for a, b in draft.unsupported),
    )
