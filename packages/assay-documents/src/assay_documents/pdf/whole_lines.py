"""Lines put together again that the library parted: at wide gaps and at raised or lowered signs."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from assay_documents.pdf.lines import BULLETS, Line

BULLET_ONLY = re.compile(rf"[{BULLETS}]|\(?(?:\d{{1,3}}|[a-z])[.)]|\((?:[ivx]{{2,5}}|([a-z])\1)\)")
_SPACE = 0.12  # times the size of the type: between two words there is more
_RAISED = 0.1  # times the size of the type, by which a line may lean
_STEP = 0.3  # times the size of the type, by which a cell beside another stands higher or lower
_INDENT = 4.0  # times the size of the type between a mark and its item
_MAX_BESIDE = 12  # lines at one height that are looked at
_SAME_SIZE = 0.1  # of the size of the type, by which that of two columns may differ


def whole_lines(page: Sequence[Line]) -> list[Line]:
    """The lines of a page, what stands side by side joined to one line with gaps."""
    lines: list[list[Line]] = []
    level = [part for line in page for part in _level_parts(line)]
    for line in _with_marks_before(level):
        if lines and _same_line(lines[-1][0], lines[-1][-1], line):
            lines[-1].append(line)
        else:
            lines.append([line])
    return [parts[0] if len(parts) == 1 else _joined(parts) for parts in lines]


def _level_parts(line: Line) -> Iterator[Line]:
    """A line, parted at the gaps behind which it goes on higher or lower.

    Cells may stand in the middle of their row, beside others of several lines.
    """
    heights = [line.top, *line.heights]
    steps = [abs(one - two) > _STEP * line.size for one, two in pairwise(heights)]
    if not any(steps) or len(line.heights) != len(line.gaps):
        yield line
        return
    first = 0  # of the gaps behind the beginning of a part
    borders = [at for at, step in enumerate(steps) if step]
    for border in [*borders, len(line.gaps)]:
        begin, left = (0, line.left) if first == 0 else line.gaps[first - 1]
        whole = border == len(line.gaps)
        end = len(line.text) if whole else line.gaps[border][0]
        gaps = tuple((at - begin, x) for at, x in line.gaps[first:border])
        yield replace(
            line,
            text=line.text[begin:end].rstrip(),
            left=left,
            right=line.right if whole else line.ends[border],
            top=heights[first],
            bottom=line.bottom if whole else heights[border],
            gaps=gaps,
            ends=line.ends[first:border],
            heights=line.heights[first:border],
            starts=(),
            near=gaps,
        )
        first = border + 1


def _with_marks_before(page: Sequence[Line]) -> list[Line]:
    """The lines, each bullet or number right before the item that it stands beside.

    Some programs draw the marks of all items after their texts.
    """
    marks = [at for at, line in enumerate(page) if BULLET_ONLY.fullmatch(line.text)]
    apart = [at for at in marks if at + 1 == len(page) or not _is_beside(page[at], page[at + 1])]
    if not apart:
        return list(page)
    places = sorted(
        (line.top, line.left, at)
        for at, line in enumerate(page)
        if not line.table and not BULLET_ONLY.fullmatch(line.text)
    )
    before: dict[int, int] = {}
    for at in apart:
        mark = page[at]
        near = bisect_left(places, (mark.top - _RAISED * mark.size, mark.right, 0))
        for _, _, item in places[near : near + _MAX_BESIDE]:
            if _is_beside(mark, page[item]) and item not in before:
                before[item] = at
                break
    moved = set(before.values())
    lines: list[Line] = []
    for at, line in enumerate(page):
        if at in before:
            lines.append(page[before[at]])
        if at not in moved:
            lines.append(line)
    return lines


def _is_beside(mark: Line, item: Line) -> bool:
    """True for what a mark stands before, on the same line."""
    return (
        not item.table
        and abs(mark.top - item.top) <= _RAISED * mark.size
        and 0 <= item.left - mark.right <= _INDENT * mark.size
    )


def _joined(parts: Sequence[Line]) -> Line:
    texts, length = [parts[0].text], len(parts[0].text)
    gaps, ends, near = list(parts[0].gaps), list(parts[0].ends), list(parts[0].near)
    for before, line in pairwise(parts):
        space = " " if line.left - before.right > _SPACE * before.size else ""
        at = length + len(space)
        if line.left - before.right > before.size:
            gaps.append((at, line.left))
            ends.append(before.right)
            near.append((at, line.left))
        gaps += [(at + offset, left) for offset, left in line.gaps]
        ends += line.ends
        near += [(at + offset, left) for offset, left in line.near]
        texts += [space, line.text]
        length = at + len(line.text)
    return replace(
        parts[0],
        text="".join(texts),
        right=parts[-1].right,
        bottom=min(part.bottom for part in parts),
        bold=all(part.bold for part in parts),
        gaps=tuple(gaps),
        ends=tuple(ends),
        near=tuple(near),
        heights=(),
    )


def _same_line(first: Line, before: Line, line: Line) -> bool:
    """True when a line goes on beside the one before it, right where that ends or in a column."""
    if before.table or line.table or before.mono != line.mono:
        return False
    beyond = line.left - before.right
    if beyond > before.size:
        return (
            abs(first.top - line.top) <= _RAISED * first.size
            and abs(first.size - line.size) <= _SAME_SIZE * first.size
            and before.top == before.bottom
            and not BULLET_ONLY.fullmatch(before.text)
        )
    return beyond >= -_SPACE * before.size and any(
        abs(one - two) <= _RAISED * before.size
        for one in (before.top, before.bottom)
        for two in (line.top, line.bottom)
    )
