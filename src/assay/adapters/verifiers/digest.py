"""The sentences of a long text that a claim can rest on, side by side."""

from __future__ import annotations

from assay.text.overlap import coverage, statement
from assay.text.sentences import segments

# As many words as leave room for the claim in one window of our networks.
DIGEST_WORDS = 150


def digest(claim: str, text: str, words: int = DIGEST_WORDS) -> str:
    """Those that say most of the claim in its words, in their order, as one text.

    What a page says in two distant places bears a claim out only when both are read together.
    """
    wanted = statement(claim)
    parts = [
        line.strip()
        for start, end in segments(text)
        for line in text[start:end].splitlines()
        if line.strip()
    ]
    said = [coverage(wanted, part) for part in parts]
    kept: list[int] = []
    room = words
    for at in sorted(range(len(parts)), key=lambda n: -said[n]):
        room -= len(parts[at].split())
        if not said[at] or (kept and room < 0):
            break
        kept.append(at)
    return " ".join(parts[at] for at in sorted(kept))
