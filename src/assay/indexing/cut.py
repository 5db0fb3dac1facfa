"""A document cut into passages along its paragraphs and sentences."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from assay.steps.sentences import sentence_spans

ENOUGH_WORDS = 100  # from here on a new paragraph or heading starts a new passage
MOST_WORDS = 150
_HEADING_WORDS = 12
_PARAGRAPH = re.compile(r"\r?\n[ \t]*(?:\r?\n[ \t]*)+|\f")
_WORD = re.compile(r"\S+")
# Scripts without spaces, by the thousand: two characters carry about as much as one word.
_UNSPACED = re.compile("[\u0e00-\u0eff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
_LONG_WORD = 60  # characters; a longer run is a table, a key or a script without spaces
_MARKED_HEADING = re.compile(r"#{1,6}[ \t]+\S[^\n]*")
_ENDS_SENTENCE = (".", "!", "?", ":", ";", ",", "\u3002", "\uff01", "\uff1f")
_JOINER = "\u200d"


@dataclass(frozen=True, slots=True)
class _Unit:
    """A piece that stays whole: a sentence, a heading, or a part of an endless sentence."""

    start: int
    end: int
    words: int
    opens_paragraph: bool
    is_heading: bool


def cut_spans(text: str) -> list[tuple[int, int]]:
    """Offsets of the passages of `text` in order; only white space lies between them."""
    spans: list[tuple[int, int]] = []
    held: list[_Unit] = []
    for unit in _units(text):
        if held and _is_full(held, unit):
            held = _flush(held, spans)
        held.append(unit)
    if held:
        spans.append((held[0].start, held[-1].end))
    return spans


def _is_full(held: list[_Unit], unit: _Unit) -> bool:
    words = sum(each.words for each in held)
    if words + unit.words > MOST_WORDS:
        return True
    return words >= ENOUGH_WORDS and (unit.opens_paragraph or unit.is_heading)


def _flush(held: list[_Unit], spans: list[tuple[int, int]]) -> list[_Unit]:
    """Close a passage; headings at its end stay behind for the passage they announce."""
    keep = len(held)
    while keep > 1 and held[keep - 1].is_heading:
        keep -= 1
    spans.append((held[0].start, held[keep - 1].end))
    return held[keep:]


def _units(text: str) -> Iterator[_Unit]:
    for start, end in _paragraphs(text):
        paragraph = text[start:end]
        heading = _is_heading(paragraph)
        borders = [start + at for at, _ in sentence_spans(paragraph)[1:]] if not heading else []
        first = True
        for begin, stop in _between(start, end, borders):
            for left, right in _pieces(text, begin, stop):
                yield _Unit(left, right, _count_words(text[left:right]), first, heading)
                first = False


def _paragraphs(text: str) -> Iterator[tuple[int, int]]:
    """Offsets of the paragraphs; a marked heading is one by itself even without a blank line."""
    at = 0
    for match in [*_PARAGRAPH.finditer(text), None]:
        stop = match.start() if match else len(text)
        start, end = _trim(text, at, stop)
        if start < end:
            marked = _MARKED_HEADING.match(text, start, end)
            if marked and marked.end() < end:
                yield _trim(text, start, marked.end())
                start, end = _trim(text, marked.end(), end)
            yield start, end
        at = match.end() if match else stop


def _is_heading(paragraph: str) -> bool:
    lines = paragraph.splitlines()
    if len(lines) == 2 and lines[1].strip() and len(set(lines[1].strip())) == 1:  # noqa: PLR2004 - a title and its underline
        return True
    if len(lines) > 1 or paragraph.endswith(_ENDS_SENTENCE):
        return False
    return len(paragraph.split()) <= _HEADING_WORDS


def _between(start: int, end: int, borders: list[int]) -> Iterator[tuple[int, int]]:
    yield from pairwise([start, *borders, end])


def _pieces(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The sentence itself, or parts of it at word borders when it is too long."""
    start, end = _trim(text, start, end)
    if start >= end:
        return
    if _count_words(text[start:end]) <= MOST_WORDS:
        yield start, end
        return
    words = 0
    begin = stop = start
    for left, right in _words(text, start, end):
        size = _count_words(text[left:right])
        if words and words + size > MOST_WORDS:
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


def _count_words(text: str) -> int:
    long_ones = sum(len(word) // _LONG_WORD for word in text.split() if len(word) > _LONG_WORD)
    return len(text.split()) + long_ones * 4 + len(_UNSPACED.findall(text)) // 2


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end
