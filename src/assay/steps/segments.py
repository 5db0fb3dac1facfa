"""Every part of a text that says something: its sentences and the runs of words between them."""

from __future__ import annotations

from assay.steps.sentences import sentence_spans


def segments(text: str) -> list[tuple[int, int]]:
    """The sentences of a text and every other run of words, so that nothing goes unchecked."""
    found: list[tuple[int, int]] = []
    at = 0
    for start, end in [*sentence_spans(text), (len(text), len(text))]:
        between = text[at:start]
        if any(c.isalnum() for c in between):
            bare = between.strip()
            first = at + between.index(bare)
            found.append((first, first + len(bare)))
        if any(c.isalnum() for c in text[start:end]):
            found.append((start, end))
            at = end
    return found
