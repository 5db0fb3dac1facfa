"""Running headers, footers and page numbers: lines that a page repeats and that say nothing new."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from assay_documents.pdf.lines import Line

_EDGE_LINES = 2  # lines at the top and at the bottom of a page that may be furniture
_MIN_PAGES = 4  # from which on a line need not come back on every page
_MIN_SHORT = 2
_MAX_LABEL = 60  # characters of the number of a page, with what stands around it
_LABEL = re.compile(
    r"\W*(?:[Pp]age|[Pp]\.)?\W*(?:\d{1,5}|[ivxlcdm]{1,8})(?:\W*(?:of|/)\W*\d{1,5})?\W*"
)
_NUMBER = re.compile(r"\d+|\b[ivxlc]+\b")
_APART = 1.6  # times the size of the type between the text and what stands around it
_OWN_NUMBER = re.compile(
    r"^\d{1,4}\b|(?<=\bpage )\d{1,4}\b|\b\d{1,4}(?=(?: ?(?:of|/) ?\d{1,4})?\W*$)", re.I
)
_SAME_HEIGHT = 3.0  # points between two lines that stand at the same height


def part_furniture(pages: Sequence[Sequence[Line]]) -> tuple[list[list[Line]], list[Line]]:
    """The pages without what is repeated on most of them, and each such line once.

    A line at the edge of a page goes when a line stands at that height on most pages and either
    its words come back on another page or it is a page number only. In a short document it goes
    when it stands there on every page, the same but for the number of the page.
    """
    filled = [page for page in pages if page]
    if len(filled) < _MIN_PAGES:
        return _part_short(pages, filled)
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


def _part_short(
    pages: Sequence[Sequence[Line]], filled: Sequence[Sequence[Line]]
) -> tuple[list[list[Line]], list[Line]]:
    if len(filled) < _MIN_SHORT:
        return [list(page) for page in pages], []
    shift = _shift(filled)
    edges = [{_whole_key(page[at], shift): page[at] for at in _edge(page)} for page in filled]
    common = {
        key: line
        for key, line in edges[0].items()
        if all(key in edge and abs(edge[key].top - line.top) <= _SAME_HEIGHT for edge in edges)
    }
    for _ in range(2 * _EDGE_LINES):  # a line that is text makes the next one text, too
        text = [line for line in filled[0] if _whole_key(line, shift) not in common]
        common = {key: line for key, line in common.items() if _stands_apart(line, text)}
    kept = [
        [
            line
            for at, line in enumerate(page)
            if at not in edge or _whole_key(line, shift) not in common
        ]
        for page, edge in zip(pages, map(_edge, pages), strict=True)
    ]
    around = _length(list(common.values()))
    if any(_length(page) < around for page, whole in zip(kept, pages, strict=True) if whole):
        return [list(page) for page in pages], []  # the pages say the same, or nearly
    said = [line for line in common.values() if not _LABEL.fullmatch(line.text)]
    return kept, said


def _length(lines: Sequence[Line]) -> int:
    return sum(len(line.text) for line in lines)


def _stands_apart(line: Line, text: Sequence[Line]) -> bool:
    """True when a line is not set like the next one of the text."""
    return not line.table and all(
        abs(each.top - line.top) > _APART * max(each.size, line.size) for each in text
    )


def _whole_key(line: Line, shift: int) -> str:
    """The words of a line, with a sign for the number of its page, if that stands there."""
    own = str(line.page + shift)
    for found in _OWN_NUMBER.finditer(line.text):
        if found[0] == own:
            return f"{line.text[: found.start()]}#{line.text[found.end() :]}"
    return line.text


def _shift(pages: Sequence[Sequence[Line]]) -> int:
    """By how much the numbers printed on all pages go before those in the file; 0 for none."""
    shifts = [
        {int(n) - page[at].page for at in _edge(page) for n in _OWN_NUMBER.findall(page[at].text)}
        for page in pages
    ]
    return min(set.intersection(*shifts), key=abs, default=0)


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
    """The words of a line without its numbers: left pages have theirs first, right ones last."""
    key = _NUMBER.sub("#", line.text.lower())
    return f"#{key.strip('# ')}" if key.startswith("#") or key.endswith("#") else key
