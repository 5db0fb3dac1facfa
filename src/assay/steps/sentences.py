"""Where sentences begin and end in a text."""

from __future__ import annotations

from sentencex import segment


def sentence_spans(text: str, language: str = "en") -> list[tuple[int, int]]:
    """Offsets of the sentences of `text`, in order, without the white space around them."""
    spans: list[tuple[int, int]] = []
    at = 0
    for piece in segment(language, text):
        start = text.find(piece, at)
        if start < 0:  # the splitter altered the piece: leave it to its neighbours
            continue
        at = start + len(piece)
        words = piece.strip()
        if words:
            first = start + piece.index(words)
            spans.append((first, first + len(words)))
    return spans
