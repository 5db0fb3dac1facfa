"""The title of a PDF whose metadata has none: what is printed largest, on its first page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile

from assay_documents.pdf.lines import Line
from assay_documents.title import is_general

_LARGER = 1.25  # than the usual text
_SAME = 0.97
_SIZES = 3  # a large initial or number is no title: the next smaller size is looked at
_LEAST_WORDS, _MOST_WORDS = 2, 30
_FIRST_SECTION = re.compile(r"(?:1(?:\.0)?\.?|I\.) +[^\W\d_]")
_WORD = re.compile(r"[^\W\d_]{2,}")


def title_on(pages: Sequence[Sequence[Line]], usual: float) -> str:
    """The lines of the largest type that say something; empty where sections have that size too."""
    first, *others = pages or [[]]
    lines = [line for line in first if line.table is None]
    sizes = sorted({line.size for line in lines if line.size >= _LARGER * usual}, reverse=True)
    for size in sizes[:_SIZES]:
        title = _from_first(lines, size)
        if len(_WORD.findall(title)) >= _LEAST_WORDS and len(title.split()) <= _MOST_WORDS:
            later = (line for page in others for line in page if line.size >= _SAME * size)
            of_sections = is_general(title) or any(line.text not in title for line in later)
            return "" if of_sections else title
    return ""


def _from_first(lines: Sequence[Line], size: float) -> str:
    """The first line of a size with those of that size that follow it, before "1 Introduction"."""
    first = next(number for number, line in enumerate(lines) if line.size == size)
    same = takewhile(lambda line: _SAME * size <= line.size <= size / _SAME, lines[first + 1 :])
    more = takewhile(lambda line: not _FIRST_SECTION.match(line.text), same)
    return " ".join(line.text for line in (lines[first], *more))
