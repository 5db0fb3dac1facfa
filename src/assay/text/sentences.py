"""Where sentences begin and end in a text; a long text is given up when the time of a run ends."""

from __future__ import annotations

from assay.budget import current_budget
from assay_documents.passages.sentences import sentence_spans as uninterrupted_spans


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """Offsets of the sentences of `text`, in order, without the white space around them."""
    return uninterrupted_spans(text, lambda: current_budget().check())


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
