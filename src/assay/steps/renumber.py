"""Citation markers moved from the only strip a generator saw to its number among all."""

from __future__ import annotations

from dataclasses import replace

from assay.types import Draft

ONLY = "[1]"


def renumbered(draft: Draft, number: int) -> Draft:
    """The draft with `[1]` written as `[number]`, every span of it still true."""
    if not draft.text or ONLY not in draft.text:
        return draft
    marker = f"[{number}]"
    ends: list[int] = []
    at = draft.text.find(ONLY)
    while at >= 0:
        ends.append(at + len(ONLY))
        at = draft.text.find(ONLY, ends[-1])

    def moved(place: int) -> int:
        return place + (len(marker) - len(ONLY)) * sum(end <= place for end in ends)

    return replace(
        draft,
        text=draft.text.replace(ONLY, marker),
        citations=tuple(
            replace(c, answer_start=moved(c.answer_start), answer_end=moved(c.answer_end))
            for c in draft.citations
        ),
        unsupported=tuple((moved(a), moved(b)) for a, b in draft.unsupported),
    )
