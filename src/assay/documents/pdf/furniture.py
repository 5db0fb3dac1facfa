"""Running headers, footers and page numbers: lines that a page repeats and that say nothing new."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from assay.documents.pdf.lines import Line

_EDGE_LINES = 2  # lines at the top and at the bottom of a page that may be furniture
_MIN_PAGES = 4
_MAX_LABEL = 60  # characters of the number of a page, with what stands around it
_LABEL = re.compile(
    r"\W*(?:[Pp]age|[Pp]\.)?\W*(?:\d{1,5}|[ivxlcdm]{1,8})(?:\W*(?:of|/)\W*\d{1,5})?\W*"
)
_NUMBER = re.compile(r"\d+|\b[ivxlc]+\b")
_SAME_HEIGHT = 3.0  # points between two lines that stand at the same height


def part_furniture(pages: Sequence[Sequence[Line]]) -> tuple[list[list[Line]], list[Line]]:
    """The pages without what is repeated on most of them, and each such line once.

    A line at the edge of a page goes when a line stands at that height on most pages and either
    its words come back on another page or it is a page number only.
    """
    filled = [page for page in pages if page]
    if len(filled) < _MIN_PAGES:
        return [list(page) for page in pages], []
    edges = [_edge(page) for page in pages]
    together = list(zip(pages, edges, strict=True))
    heights = Counter(height for page, lines in together for height in _heights(page, lines))
    words = Counter(text for page, lines in together for text in {_key(page[i]) for i in lines})
    furniture: dict[str, Line] = {}
    kept = []
    for page, lines in together:
        dropped = set()
        for index in lines:
            line = page[index]
            if _near(heights, line.top) * 2 <= len(filled):
                continue
            if len(line.text) <= _MAX_LABEL and _LABEL.fullmatch(line.text):
                dropped.add(index)
            elif words[_key(line)] > 1:
                dropped.add(index)
                furniture.setdefault(_key(line), line)
        kept.append([line for index, line in enumerate(page) if index not in dropped])
    return kept, list(furniture.values())


def _edge(page: Sequence[Line]) -> list[int]:
    """The lines nearest to the upper and to the lower edge."""
    order = sorted(range(len(page)), key=lambda index: -page[index].top)
    return sorted({*order[:_EDGE_LINES], *order[-_EDGE_LINES:]})


def _heights(page: Sequence[Line], lines: Sequence[int]) -> set[int]:
    return {round(page[index].top / _SAME_HEIGHT) for index in lines}


def _near(heights: Counter[int], top: float) -> int:
    slot = round(top / _SAME_HEIGHT)
    return max(heights[slot], heights[slot - 1], heights[slot + 1])


def _key(line: Line) -> str:
    return _NUMBER.sub("#", line.text.lower())
