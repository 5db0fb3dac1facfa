"""Plain text that was laid out in pages: its running lines, and the text without the breaks."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise

from assay_documents.texts.lines import Line

_NUMBER = re.compile(r"\d+")
_PARTED = "\u2010"  # a hyphen, and no minus: no option has it
_WORD = re.compile(r"[^\W\d_]+")
_COMPOUND = re.compile(r"(?<!\w)[^\W\d_]{1,40}-[^\W\d_]{1,40}(?!\w)")
_BEFORE_HYPHEN = re.compile(r"(?<![\w-])([^\W\d]{1,40})-$")
_AFTER_HYPHEN = re.compile(r"[^\W\dA-Z]{1,40}(?![\w-])")
_MIN_PAGES = 3  # that follow one another, before a number that counts is the number of a page
_MIN_HEIGHT = 20  # lines of a page
_ABOUT = 3  # lines that a page may be longer or shorter than the others
_MOST = 0.8  # of the pages
_MAX_NUMBERS, _MAX_DIGITS = 9, 6  # that are looked at
_MAX_RUNNING = 4  # lines of text between two pages: foot, head, and a second line of each


def without_pages(lines: Sequence[Line]) -> tuple[list[Line], list[Line]]:
    """The lines without what stands around the pages, and each kind of such a line once.

    A line that stands alone and comes back with a number that is one more each time numbers the
    pages; with it goes what stands beside it at most breaks, such as a title and a date. A
    paragraph that a break divides is whole again.
    """
    numbered = _numbered(lines)
    if not numbered:
        return list(lines), []
    breaks = list(_breaks(lines, numbered))
    beside: dict[str, int] = defaultdict(int)
    for start, end in breaks:
        for key in {_key(line) for line in lines[start:end] if line.text}:
            beside[key] += 1
    running = {key for key, count in beside.items() if count * 2 > len(breaks)}
    feet = {
        at
        for at in range(breaks[-1][1], len(lines))
        if _key(lines[at]) in running and _alone(lines, at)
    }
    breaks.extend(_breaks(lines, feet))  # the last page ends in no number where heads have it
    kept: list[Line] = []
    dropped: dict[str, Line] = {}
    at = 0
    for first, last in breaks:
        start, end = _shrunk(lines, first, last, running)
        kept.extend(lines[at:start])
        for line in lines[start:end]:
            if line.text:
                dropped.setdefault(_key(line), line)
        if not _goes_on(lines, start, end):
            kept.append(Line(lines[start].number, 0, ""))
        at = end
    kept.extend(lines[at:])
    return kept, list(dropped.values())


def _key(line: Line) -> str:
    return _NUMBER.sub("#", " ".join(line.text.split()))


def _numbered(lines: Sequence[Line]) -> set[int]:
    """The places of the lines that number the pages."""
    seen: dict[str, list[int]] = defaultdict(list)
    for at, line in enumerate(lines):
        if line.text and _NUMBER.search(line.text) and _alone(lines, at):
            seen[_key(line)].append(at)
    found: set[int] = set()
    for places in seen.values():
        if len(places) >= _MIN_PAGES and _counts(lines, places):
            found.update(places)
    return found


def _alone(lines: Sequence[Line], at: int) -> bool:
    above = at == 0 or not lines[at - 1].text
    return above and (at + 1 >= len(lines) or not lines[at + 1].text)


def _counts(lines: Sequence[Line], places: Sequence[int]) -> bool:
    """True when one number of the lines grows by one each time, and no other number changes.

    "Chapter 3" counts, too, but chapters are not as long as one another.
    """
    rows = [_NUMBER.findall(lines[at].text)[:_MAX_NUMBERS] for at in places]
    changing = [column for column in zip(*rows, strict=True) if len(set(column)) > 1]
    if len(changing) != 1:
        return False
    numbers = [int(each[:_MAX_DIGITS]) for each in changing[0]]
    steps = [after - before == 1 for before, after in pairwise(numbers)]
    heights = [after - before for before, after in pairwise(places)]
    height = sorted(heights)[len(heights) // 2]
    same = [abs(each - height) <= _ABOUT for each in heights]
    return height >= _MIN_HEIGHT and min(sum(steps), sum(same)) >= _MOST * len(steps)


def _breaks(lines: Sequence[Line], numbered: set[int]) -> Iterator[tuple[int, int]]:
    """Start and end of what stands around each line with a number, up to the text on both sides."""
    end = 0
    for at in sorted(numbered):
        if at < end:
            continue
        start = _past(lines, at, -1)
        end = _past(lines, at, 1) + 1
        yield max(0, start), end


def _past(lines: Sequence[Line], at: int, step: int) -> int:
    """The last place in a direction that is blank or a line that stands alone."""
    said = 0
    place = at
    while 0 <= place + step < len(lines):
        line = lines[place + step]
        if line.text:
            said += 1
            if said > _MAX_RUNNING or not _alone(lines, place + step):
                break
        place += step
    return place


def _shrunk(lines: Sequence[Line], start: int, end: int, running: set[str]) -> tuple[int, int]:
    """The break without the lines at its ends that are text."""
    said = [at for at in range(start, end) if lines[at].text]
    kept = [at for at in said if _key(lines[at]) in running]
    first, last = (kept[0], kept[-1]) if kept else (start, end - 1)
    while first > 0 and not lines[first - 1].text:
        first -= 1
    while last + 1 < len(lines) and not lines[last + 1].text:
        last += 1
    return first, last + 1


def _goes_on(lines: Sequence[Line], start: int, end: int) -> bool:
    """True when the paragraph above the break goes on below it."""
    if not 0 < start < end < len(lines):
        return False
    above, below = lines[start - 1], lines[end]
    return not above.ends_sentence and below.text[0].islower() and below.indent <= above.indent


def with_whole_words(lines: Sequence[Line]) -> list[Line]:
    """The lines with words that were parted at their ends marked as such.

    Most hyphens there stand in the names of options and in compounds, so a word is whole again only
    where the text has it elsewhere; unless there are so many that the text parts words as a rule.
    `joined` takes out the sign that is put in place of the hyphen.
    """
    parted = {
        at: (first[1].lower(), second[0])
        for at, (line, below) in enumerate(pairwise(lines))
        if line.text.endswith("-")
        and (first := _BEFORE_HYPHEN.search(line.text))
        and (second := _AFTER_HYPHEN.match(below.text))
    }
    if not parted:
        return list(lines)
    seen = Counter(word.lower() for line in lines for word in _WORD.findall(line.text))
    seen.subtract(part for parts in parted.values() for part in parts)
    known = {word for word, count in seen.items() if count > 0}
    known |= {word.lower() for line in lines for word in _COMPOUND.findall(line.text)}
    whole = {at for at, parts in parted.items() if _is_one_word(*parts, known)}
    compounds = {at for at, parts in parted.items() if _is_compound(*parts, known)}
    if len(whole) > max(1, len(compounds)):
        whole = parted.keys() - compounds
    return [
        Line(line.number, line.indent, f"{line.text[:-1]}{_PARTED}") if at in whole else line
        for at, line in enumerate(lines)
    ]


def _is_one_word(first: str, second: str, known: set[str]) -> bool:
    """True where the text has the word without a hyphen, and not both of its parts as words."""
    return f"{first}{second}" in known and not {first, second} <= known


def _is_compound(first: str, second: str, known: set[str]) -> bool:
    """True where the text has it with a hyphen, or its parts as words and not the whole."""
    both = {first, second} <= known and f"{first}{second}" not in known
    return both or f"{first}-{second}" in known


def with_hyphen(line: Line) -> str:
    """The text of a line that is shown as it stands, with the hyphen that it had."""
    return f"{line.text[:-1]}-" if line.text.endswith(_PARTED) else line.text
