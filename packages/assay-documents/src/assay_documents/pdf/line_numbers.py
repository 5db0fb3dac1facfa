"""Numbers of lines at the margin of a page, as bills, transcripts and drafts have: no text."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

_STEPS = (1, 2, 5, 10)  # every line has a number, or every fifth
_MAX_STEP = 20  # from one number to the next; a word parted at the end of a line hides one
_MIN_REGULAR = 0.6  # share of the steps that are the same
_MIN_LINES = 5  # that are counted from the first number to the last
_SLOT = 4.0  # points of height that lines beside one another differ by at most
_MAX_BESIDE = 16  # lines at one height that are looked at
_APART = 2.0  # points between a number and the text, at least
_ALIGNED = 3.0  # times the size of the type: numbers of one to four digits, set to either side
_MAX_MORE = 1.4  # times as many lines as are counted: the rest are signs and notes
_MIN_BESIDE = 0.6  # share of the numbers that stand beside text; the others count empty lines
_MIN_GOES_ON = 0.2  # share of the lines that begin within a sentence: those of no table do
_MIN_FULL, _FULL = 0.4, 0.8  # share of the lines that fill so much of the widest: no list does
PARTED = "\ufffe"  # stands where a word was parted at the end of a line
BEFORE_NUMBER = re.compile(rf"(?<={PARTED})(?=\d{{1,5}} )")
MIN_PARTED = 2  # words before a number on a page, to make it one whose lines may be counted
_FIRST = re.compile(r"(\d{1,5})\s+(?=\S)")
_LAST = re.compile(r"(?<=\S)\s+(\d{1,5})$")
_ALONE = re.compile(r"\d{1,5}")


@dataclass(frozen=True, slots=True)
class Placed:
    """A line as the library gives it, with its edges; `second` is where its second word begins.

    `last` is the left edge of what follows its last wide gap; `lower` where each part of it begins
    behind a word parted at the end of a line.
    """

    raw: str
    left: float
    right: float
    top: float
    size: float
    second: float | None = None
    last: float | None = None
    lower: Sequence[tuple[float, float]] = ()


@dataclass(frozen=True, slots=True)
class _Number:
    """A number that may count the line beside it; `text` is where that begins and ends in it."""

    at: int
    value: int
    place: float
    top: float
    size: float
    beside: Placed | None
    text: tuple[int, int] = (0, 0)


def line_numbers(lines: Sequence[Placed]) -> dict[int, tuple[int, int]]:
    """Where the text of each line stands that holds the number of a line, or is one."""
    words = [each for line in lines if not _ALONE.fullmatch(line.raw) for each in _lines_of(line)]
    rows: dict[int, list[Placed]] = defaultdict(list)
    for line in words:
        rows[round(line.top / _SLOT)].append(line)
    found: dict[int, tuple[int, int]] = {}
    for left in (True, False):
        numbers = sorted(_numbers(lines, rows, left=left), key=lambda each: -each.top)
        run = _longest_run(numbers)
        if _count_lines(run, words):
            found |= {each.at: each.text for each in run}
    return found


def _lines_of(line: Placed) -> Iterator[Placed]:
    """The line, and those that the library joined to it because a word goes on."""
    first, *more = line.raw.split(PARTED)
    yield replace(line, raw=first)
    for raw, (left, top) in zip(more, line.lower, strict=False):
        yield replace(line, raw=raw, left=left, top=top)


def _numbers(
    lines: Sequence[Placed], rows: dict[int, list[Placed]], *, left: bool
) -> Iterator[_Number]:
    """Numbers that stand alone, and those that begin or end a line, with the text beside them."""
    for at, line in enumerate(lines):
        raw = line.raw
        if _ALONE.fullmatch(raw):
            beside = _beside(line, rows, left=left)
            yield _Number(at, int(raw), line.left, line.top, line.size, beside)
        elif left and line.second is not None and (first := _FIRST.match(raw)):
            rest = Placed(raw[first.end() :], line.second, line.right, line.top, line.size)
            text = first.end(), len(raw)
            yield _Number(at, int(first[1]), line.left, line.top, line.size, rest, text)
        elif not left and line.last is not None and (last := _LAST.search(raw)):
            rest = Placed(raw[: last.start()], line.left, line.last - _APART, line.top, line.size)
            text = 0, last.start()
            yield _Number(at, int(last[1]), line.last, line.top, line.size, rest, text)


def _beside(line: Placed, rows: dict[int, list[Placed]], *, left: bool) -> Placed | None:
    """The nearest text to the right of a number at the left margin, or the other way round."""
    slot = round(line.top / _SLOT)
    near = [each for at in (slot - 1, slot, slot + 1) for each in rows.get(at, ())[:_MAX_BESIDE]]
    side = [each for each in near if (each.left > line.left) is left]
    return min(side, key=lambda each: abs(each.left - line.left), default=None)


def _longest_run(numbers: Sequence[_Number]) -> Sequence[_Number]:
    """The longest row of numbers down the page that grow."""
    begins = [
        at
        for at, number in enumerate(numbers)
        if not at or not 0 < number.value - numbers[at - 1].value <= _MAX_STEP
    ]
    runs = pairwise([*begins, len(numbers)])
    first, last = max(runs, key=lambda run: run[1] - run[0], default=(0, 0))
    return numbers[first:last]


def _count_lines(run: Sequence[_Number], words: Sequence[Placed]) -> bool:
    """True for numbers in one column beside lines of sentences that fill the page."""
    steps = Counter(after.value - before.value for before, after in pairwise(run))
    counted = sum(step * times for step, times in steps.items()) + 1
    regular = max(steps[step] for step in _STEPS) >= _MIN_REGULAR * steps.total()
    if counted < _MIN_LINES or not regular:
        return False
    places = [each.place for each in run]
    if max(places) - min(places) > _ALIGNED * run[0].size:
        return False
    beside = [each.beside for each in run if each.beside]
    if len(beside) < _MIN_BESIDE * len(run) or not _are_outside(places, beside):
        return False
    low, high = run[-1].top - 1, run[0].top + 1
    heights = {round(line.top / _SLOT) for line in words if low <= line.top <= high}
    if len(heights) > _MAX_MORE * counted:
        return False
    widest = max(each.right for each in beside) - min(each.left for each in beside)
    full = sum(each.right - each.left >= _FULL * widest for each in beside)
    goes_on = sum(each.raw[:1].islower() for each in beside)
    return full >= _MIN_FULL * len(beside) and goes_on >= _MIN_GOES_ON * len(beside)


def _are_outside(places: Sequence[float], beside: Sequence[Placed]) -> bool:
    """True for numbers that all stand at the same side of the text."""
    left, right = min(each.left for each in beside), max(each.right for each in beside)
    return max(places) + _APART <= left or min(places) >= right - _APART
