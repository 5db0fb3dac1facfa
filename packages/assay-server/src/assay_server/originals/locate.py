"""Where quoted words stand in the text of an original, which is laid out otherwise than ours."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from itertools import groupby

Range = tuple[int, int]
"""Offsets of the first character and of the one after the last."""
MAX_TEXT = 3_000_000
MAX_WORDS = 400
MAX_LINES = 40
AROUND = 60_000  # characters before and after the likely place in which single words are looked for
ENOUGH = 0.5  # of the quoted words must stand together where the whole quotation does not
_WORD = re.compile(r"\w+")


def locate(quote: str, text: str, near: float) -> list[Range]:
    """The parts of `text` that hold the quotation; of several places the one nearest to `near`.

    `near` is a share of the text. Only letters and digits are compared, so that line breaks,
    hyphens and marks do not matter. A quotation of several lines may stand there in several
    places. A line that does not stand there as a whole, such as a row of a table that was written
    as facts, is found by the place that holds most of its words.
    """
    if len(text) > MAX_TEXT:
        return []
    wanted = _letters(quote)[0]
    if not wanted:
        return []
    letters, places = _letters(text)
    found = [each.start() for each in re.finditer(re.escape(wanted), letters)]
    if found:
        best = min(found, key=lambda start: abs(start - near * len(letters)))
        return [_with_marks(quote, text, places[best], places[best + len(wanted) - 1] + 1)]
    lines = [line for line in quote.split("\n")[:MAX_LINES] if line.strip()]
    if len(lines) > 1:
        return _merged(part for line in lines for part in locate(line, text, near))
    return _most_words(quote, text, near)


def _with_marks(quote: str, text: str, start: int, end: int) -> Range:
    """The same part with the brackets before it and the full stop behind it, if quoted too."""
    _, inner = _letters(quote)
    before, behind = quote[: inner[0]].lstrip(), quote[inner[-1] + 1 :].rstrip()
    if text[:start].endswith(before):
        start -= len(before)
    return start, end + len(behind) if text.startswith(behind, end) else end


def _merged(parts: Iterable[Range]) -> list[Range]:
    """The same parts in order, with those that overlap made one."""
    merged: list[Range] = []
    for start, end in sorted(parts):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


@lru_cache(maxsize=2)  # the text stays while line after line is looked for in it
def _letters(text: str) -> tuple[str, list[int]]:
    """Letters and digits in their plainest form, and where each stands in the text."""
    letters: list[str] = []
    places: list[int] = []
    for at, character in enumerate(text):
        plain = character if character.isascii() else unicodedata.normalize("NFKC", character)
        for each in plain.casefold():
            if each.isalnum():
                letters.append(each)
                places.append(at)
    return "".join(letters), places


def _most_words(quote: str, text: str, near: float) -> list[Range]:
    wanted = Counter(_plain(each) for each in _WORD.findall(quote)[:MAX_WORDS])
    centre = int(near * len(text))
    found = _WORD.finditer(text, max(0, centre - AROUND), centre + AROUND)
    words = [(_plain(each[0]), each.start(), each.end()) for each in found]
    width = 2 * wanted.total()
    held: Counter[str] = Counter()
    shared = most = 0
    best: list[int] = []
    for at, (word, *_) in enumerate(words):
        shared += held[word] < wanted[word]
        held[word] += 1
        if at >= width:
            before = words[at - width][0]
            held[before] -= 1
            shared -= held[before] < wanted[before]
        if shared > most:
            most, best = shared, []
        if shared == most:
            best.append(at)
    if most < max(1, ENOUGH * wanted.total()):
        return []
    nearest = bisect_left(best, centre, key=lambda at: words[at][1])
    last = best[min(nearest, len(best) - 1)]
    window = words[max(0, last - width + 1) : last + 1]
    return _each_once(wanted, window)


def _each_once(wanted: Counter[str], words: list[tuple[str, int, int]]) -> list[Range]:
    """The runs of quoted words, longest first, each word as often as it is quoted.

    So the words that a row of a table shares with its neighbours are marked in that row alone.
    """
    runs = [list(run) for quoted, run in groupby(words, lambda each: each[0] in wanted) if quoted]
    left = Counter(wanted)
    marked: set[int] = set()
    for run in sorted(runs, key=len, reverse=True):
        for word, start, _ in run:
            if left[word]:
                left[word] -= 1
                marked.add(start)
    again = groupby(words, lambda each: each[1] in marked)
    parts = (list(run) for is_marked, run in again if is_marked)
    return [(run[0][1], run[-1][2]) for run in parts]


def _plain(word: str) -> str:
    return unicodedata.normalize("NFKC", word).casefold()
