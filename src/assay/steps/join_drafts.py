"""Several drafts put together into one, in order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from assay.types import Citation, Draft

BETWEEN = " "


def joined(drafts: Sequence[Draft]) -> Draft:
    """One draft that says what all say; the first one's reason where none has a text."""
    told = [draft for draft in drafts if draft.text]
    notes = tuple(dict.fromkeys(note for draft in drafts for note in draft.notes))
    if not told:
        return replace(drafts[0], notes=notes) if drafts else Draft(None)
    citations: list[Citation] = []
    unsupported: list[tuple[int, int]] = []
    text = ""
    for draft in told:
        at = len(text) + len(BETWEEN) if text else 0
        text += f"{BETWEEN}{draft.text}" if text else f"{draft.text}"
        citations += [
            replace(c, answer_start=c.answer_start + at, answer_end=c.answer_end + at)
            for c in draft.citations
        ]
        unsupported += [(start + at, end + at) for start, end in draft.unsupported]
    known = [draft.confidence for draft in told if draft.confidence is not None]
    return Draft(
        text,
        tuple(citations),
        notes=notes,
        confidence=sum(known) / len(known) if known else None,
        unsupported=tuple(unsupported),
    )
