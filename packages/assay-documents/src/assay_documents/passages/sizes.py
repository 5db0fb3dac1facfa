"""How much a text holds, and where a long one may be cut."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from itertools import pairwise

from assay_documents.passages.sentences import sentence_spans

_WORD = re.compile(r"\S+")
# Scripts without spaces, by the thousand: two characters carry about as much as one word.
_UNSPACED = re.compile("[\u0e00-\u0eff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
_LONG_WORD = 60  # characters; a longer run is a table, a key or a script without spaces
_JOINER = "\u200d"
# The sentence splitter is quadratic in a paragraph without breaks, so it is fed pieces.
_PIECE = 4000
_PIECE_END = re.compile(r"[.!?\u3002\uff01\uff1f]['\")\]]*(?:\s+|(?<=[\u3002\uff01\uff1f]))|\n+")
_BREAKS = (re.compile(r"\n[ \t]*\n\s*"), re.compile(r"\n"))


def count_words(text: str) -> int:
    """The words of a text; long runs and scripts without spaces count for what they carry."""
    words = text.split()
    long_ones = sum(len(word) // _LONG_WORD for word in words if len(word) >= _LONG_WORD)
    unspaced = 0 if text.isascii() else len(_UNSPACED.findall(text)) // 2
    return len(words) + long_ones * 4 + unspaced


def split_prose(text: str, most: int) -> list[tuple[int, int]]:
    """Offsets of parts of at most `most` words: sentences, packed; a long one between words."""
    return _packed(text, _sentences(text), most)


def split_code(text: str, most: int) -> list[tuple[int, int]]:
    """Offsets of parts of at most `most` words: lines, with a preference for empty ones."""
    lines: list[tuple[int, int]] = []
    for start, end in _between(text, _BREAKS[0]):
        if count_words(text[start:end]) <= most:
            lines.append((start, end))
        else:
            inner = text[start:end]
            lines += [(start + a, start + b) for a, b in _between(inner, _BREAKS[1])]
    return _packed(text, lines, most, strip=False)


def _packed(
    text: str, pieces: list[tuple[int, int]], most: int, strip: bool = True
) -> list[tuple[int, int]]:
    packed: list[tuple[int, int]] = []
    held = 0
    for start, end in pieces:
        for left, right in _short_enough(text, start, end, most, strip):
            words = count_words(text[left:right])
            if packed and held + words <= most:
                packed[-1] = (packed[-1][0], right)
                held += words
            else:
                packed.append((left, right))
                held = words
    return packed


def _sentences(text: str) -> list[tuple[int, int]]:
    borders = [0]
    for start, end in _pieces(text):
        borders += [start + at for at, _ in sentence_spans(text[start:end])]
    return list(pairwise([*dict.fromkeys(borders), len(text)]))


def _pieces(text: str) -> Iterator[tuple[int, int]]:
    """Parts that the sentence splitter takes quickly, ended where a sentence seems to."""
    start = 0
    while start < len(text):
        limit = start + _PIECE
        end = len(text)
        if limit < end:
            ends = [match.end() for match in _PIECE_END.finditer(text, start + 1, limit)]
            blank = max(text.rfind(" ", start, limit), text.rfind("\n", start, limit)) + 1
            end = ends[-1] if ends else blank if blank > start else limit
        yield start, end
        start = end


def _between(text: str, gap: re.Pattern[str]) -> Iterator[tuple[int, int]]:
    at = 0
    for match in gap.finditer(text):
        if match.start() > at:
            yield at, match.start()
        at = match.end()
    if at < len(text):
        yield at, len(text)


def _short_enough(
    text: str, start: int, end: int, most: int, strip: bool
) -> Iterator[tuple[int, int]]:
    """The piece itself, or parts of it at word borders when it is too long."""
    left, end = _trim(text, start, end)
    start = left if strip else start
    if left >= end:
        return
    if count_words(text[start:end]) <= most:
        yield start, end
        return
    words, begin, stop = 0, start, start
    for left, right in _words(text, start, end):
        size = count_words(text[left:right])
        if words and words + size > most:
            yield begin, stop
            begin, words = left, 0
        words += size
        stop = right
    yield begin, stop


def _words(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Offsets of the words; an endless one comes in parts that split no visible character."""
    for match in _WORD.finditer(text, start, end):
        left, right = match.span()
        while right - left > _LONG_WORD:
            cut = left + _LONG_WORD
            while cut < right and _continues(text, cut):
                cut += 1
            yield left, cut
            left = cut
        if left < right:
            yield left, right


def _continues(text: str, at: int) -> bool:
    """True when the character at `at` belongs to the one before it."""
    return _joins(text[at]) or text[at - 1] == _JOINER


def _joins(character: str) -> bool:
    return (
        unicodedata.category(character).startswith("M")
        or character == _JOINER
        or "\U0001f3fb" <= character <= "\U0001f3ff"  # skin tones
    )


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end
