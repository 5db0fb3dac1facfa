"""What stands side by side on the lines of a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from assay_documents.pdf.lines import Line
from assay_documents.tables.captions import is_numbered

MAX_LINES = 120  # of a table on one page
MAX_HEAD = 3  # lines of names
NEXT_LINE = 1.5  # times the size of the type, by which a line stands above the next at most
_SAME_LINE = 2.0


@dataclass(frozen=True, slots=True)
class Strip:
    """What stands side by side on one line: where each part begins, and how long the first is."""

    top: float
    bottom: float
    size: float
    starts: tuple[float, ...]
    first: int
    lines: tuple[Line, ...] = ()  # from left to right


def strips_between(
    lines: Sequence[Line], left: float, right: float, top: float, bottom: float
) -> list[Strip]:
    """What stands between two rules, from the top to the bottom; nothing if a line goes beyond."""
    own = [line for line in lines if bottom < line.top + line.size / 3 < top]
    own = [line for line in own if line.right > left and line.left < right]
    beyond = any(each.left < left - each.size or each.right > right + each.size for each in own)
    if beyond or any(line.table for line in own):
        return []
    own = [part for line in own for part in _parts(line)]
    if len(own) > MAX_LINES or any(part.top < bottom for part in own):
        return []
    groups: list[list[Line]] = []
    for line in sorted(own, key=lambda line: -line.top):
        if groups and groups[-1][0].top - line.top <= _SAME_LINE:
            groups[-1].append(line)
        else:
            groups.append([line])
    return [_strip(group) for group in groups]


def _parts(line: Line) -> Iterator[Line]:
    """A line, parted at its parted words."""
    yield line
    for left, height in line.lower:
        yield replace(line, left=left, top=height, gaps=(), near=(), text=line.text[-1:])


def names_above(lines: Sequence[Line], left: float, right: float, height: float) -> list[Strip]:
    """What stands side by side right above the first rule, where no rule is above the names."""
    names: list[Strip] = []
    floor = height
    reach = MAX_HEAD * 2 * max((line.size for line in lines), default=0.0)
    lines = [line for line in lines if not is_numbered(line.text)]
    for strip in reversed(strips_between(lines, left, right, height + reach, height)):
        if strip.bottom - floor > NEXT_LINE * strip.size or len(names) == MAX_HEAD:
            break
        names.insert(0, strip)
        floor = strip.top
    while names and len(names[0].starts) == 1:
        del names[0]  # a caption
    return names


def _strip(group: Sequence[Line]) -> Strip:
    order = sorted(group, key=lambda line: line.left)
    starts = [place for line in order for place in (line.left, *(left for _, left in line.near))]
    first = order[0].near[0][0] if order[0].near else len(order[0].text)
    top, size = max(line.top for line in group), max(line.size for line in group)
    return Strip(top, min(line.top for line in group), size, tuple(starts), first, tuple(order))


def width_of(band: Sequence[Strip]) -> int:
    """How much stands side by side at most."""
    return max((len(strip.starts) for strip in band), default=0)
