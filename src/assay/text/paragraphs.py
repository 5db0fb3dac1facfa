"""A page cut into passages of a paragraph or so, and the promising ones among many."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence

from assay.text.overlap import stems
from assay.text.sentences import sentence_spans
from assay.types import Kind, Page, Passage

# About the length of the passages that the scorer was trained on.
WORDS_PER_PASSAGE = 120
# No sentence is longer; what is has no full stops, or no blanks at all.
MAX_PIECE = 1_200
_LINE = re.compile(r"\S[^\n]*")
_WORD = re.compile(r"\w+")


def cut_paragraphs(page: Page, words: int = WORDS_PER_PASSAGE) -> tuple[Passage, ...]:
    """The passages of a page in order: short paragraphs joined, long ones cut at sentences."""
    pieces = [
        piece
        for line in _LINE.finditer(page.text)
        for piece in _pieces(page.text, line.start(), line.end(), words)
    ]
    joined: list[tuple[int, int, int]] = []
    for start, end, count in pieces:
        fits = joined and end - joined[-1][0] <= MAX_PIECE
        if fits and joined[-1][2] + count <= words:
            joined[-1] = (joined[-1][0], end, joined[-1][2] + count)
        else:
            joined.append((start, end, count))
    return tuple(
        Passage(
            id=f"{page.url}#{start}",
            text=page.text[start:end],
            title=page.title,
            source=page.url,
            document=page.url,
            start=start,
            kind=Kind.EXTERNAL,
        )
        for start, end, _ in joined
    )


def _pieces(text: str, start: int, end: int, words: int) -> list[tuple[int, int, int]]:
    """A line as one piece with its number of words, or as its sentences when it is long."""
    end = start + len(text[start:end].rstrip())
    count = len(_WORD.findall(text, start, end))
    if count <= words and end - start <= MAX_PIECE:
        return [(start, end, count)]
    spans = sentence_spans(text[start:end]) or [(0, end - start)]
    return [
        (a, b, len(_WORD.findall(text, a, b)))
        for first, last in spans
        for a, b in _chopped(text, start + first, start + last)
    ]


def _chopped(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Parts of a sentence that no reader would call one, cut at blanks where there are any."""
    while end - start > MAX_PIECE:
        blank = text.rfind(" ", start + MAX_PIECE // 2, start + MAX_PIECE)
        cut = blank if blank > 0 else start + MAX_PIECE
        yield start, cut
        start = cut + (blank > 0)
    if start < end:
        yield start, end


def most_promising(passages: Sequence[Passage], query: str, keep: int) -> tuple[Passage, ...]:
    """At most `keep` passages, those that share the rarest words with the query, in order.

    A model looks at each passage afterwards; this only keeps a long page from costing minutes.
    """
    if len(passages) <= keep:
        return tuple(passages)
    bags = [stems(f"{p.title} {p.text}") for p in passages]
    seen_in = Counter(word for bag in bags for word in bag)
    words = sorted(word for word in stems(query) if seen_in[word])  # sums in one order
    wanted = {word: math.log(1 + len(bags) / seen_in[word]) for word in words}
    score = [sum(weight for word, weight in wanted.items() if word in bag) for bag in bags]
    best = sorted(range(len(passages)), key=lambda i: -score[i])[:keep]
    return tuple(passages[i] for i in sorted(best))
