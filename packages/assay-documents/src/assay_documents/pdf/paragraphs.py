"""Lines of PDF pages put together to paragraphs."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from assay_documents.pdf.lines import BULLETS, HYPHEN, Line
from assay_documents.pdf.whole_lines import BULLET_ONLY

_MARK = re.compile(
    rf"(?P<bullet>[{BULLETS}*o-])\s+(?=\S)"
    r"|(?P<number>\(?(?:\d{1,3}|[a-zA-Z])[.)]|\((?:[ivxIVX]{2,5}|(?P<twice>[a-z])(?P=twice))\))\s+(?=\S)"
)
_WEAK_MARK = re.compile(r"[-–—*o]\s")  # noqa: RUF001 - a dash may also stand inside a sentence
_ENDS = re.compile(r"[.!?:;][\"'”’)\]]*$")  # noqa: RUF001 - closing quotation marks
_LABELLED = re.compile(r"[A-Z][\w.-]{1,20}(?: [\w.-]{1,20}){0,2}: \S")
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_PARTED = re.compile(rf"(?<![^\W\d_])([^\W\d_]+){HYPHEN}([^\W\d_]+)")
_MAX_SIGNS = 8  # characters of a part of a formula
_MIN_SIGNS = 3  # parts, fewer are words
_COLUMN = 80.0  # points by which the lines of one column may be set in
_INDENT = 4.0  # points by which a line is set in
_LOOSE = 1.13  # times the usual distance of lines, from which on a paragraph ends
_SLACK = 0.03  # of the width of a line, for letters that are wider than the average
_LETTER = 0.5  # width of a letter of average width, in sizes of the type


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Lines that belong together."""

    lines: tuple[Line, ...]

    @property
    def first(self) -> Line:
        """The first line, which says where the paragraph stands."""
        return self.lines[0]

    @property
    def mono(self) -> bool:
        """True when all of it is set like code."""
        return all(line.mono for line in self.lines)

    @property
    def bold(self) -> bool:
        """True when all of it is bold."""
        return all(line.bold for line in self.lines)

    @property
    def italic(self) -> bool:
        """True when all of it is italic."""
        return all(line.italic for line in self.lines)


class Typography:
    """What is usual in a document: the size of its type and the distance of its lines."""

    def __init__(self, pages: Iterable[Sequence[Line]]) -> None:
        """Count over all lines."""
        sizes: Counter[float] = Counter()
        leadings: dict[float, Counter[float]] = defaultdict(Counter)
        self.words: Counter[str] = Counter()
        for page in pages:
            before = None
            for line in page:
                sizes[line.size] += len(line.text)
                self.words.update(word.lower() for word in _WORD.findall(line.text))
                if before is not None and before.size == line.size and before.left == line.left:
                    leadings[line.size][round((before.bottom - line.top) / line.size, 2)] += 1
                before = line
        self.size = sizes.most_common(1)[0][0] if sizes else 10.0
        everywhere = sum(leadings.values(), Counter())
        self._leading = _most_common(everywhere) or 1.2
        self._leadings = {size: _most_common(each) for size, each in leadings.items()}

    def leading(self, size: float) -> float:
        """The usual distance of two lines of that size, in sizes of the type."""
        return self._leadings.get(size) or self._leading

    def join(self, before: str, after: str) -> str:
        """Two lines as one text; a word that was parted at the border is whole again."""
        if before.endswith(HYPHEN):
            return self.mend(before + after)
        if before.endswith("-") and after[:1].islower() and before[-2:-1].isalpha():
            return self.mend(f"{before[:-1]}{HYPHEN}{after}")
        return f"{before} {after}"

    def mend(self, text: str) -> str:
        """The text with the hyphens of parted words taken out, or kept where they belong."""
        if HYPHEN not in text:
            return text
        return _PARTED.sub(self._whole, text).replace(HYPHEN, "-")

    def _whole(self, found: re.Match[str]) -> str:
        whole, hyphened = found[1] + found[2], f"{found[1]}-{found[2]}"
        kept = self.words[hyphened.lower()] > self.words[whole.lower()]
        return hyphened if kept else whole


def _most_common(ratios: Counter[float]) -> float:
    """The ratio that comes most often, the larger of two; 0 where none is that of running text."""
    plausible = [(n, ratio) for ratio, n in ratios.items() if 0.8 < ratio < 2.5]  # noqa: PLR2004
    return max(plausible)[1] if plausible else 0.0


def paragraphs(page: Sequence[Line], usual: Typography) -> Iterator[Paragraph]:
    """The paragraphs of a page in their order."""
    lines = _with_formulas(_with_marks(page))
    current: list[Line] = []
    for index, line in enumerate(lines):
        apart = current and (current[-1].table or line.table)
        if apart or (current and _breaks(current, line, _margin(lines, index), usual)):
            yield Paragraph(tuple(current))
            current = []
        current.append(line)
    if current:
        yield Paragraph(tuple(current))


def item_mark(text: str) -> tuple[str | None, str]:
    """The number of an ordered item, "" for a bullet or None for no item, and the rest."""
    found = _MARK.match(text)
    if found is None:
        return None, text
    return found["number"] or "", text[found.end() :]


def goes_on(before: Line, after: Line) -> bool:
    """True when a sentence that ends a page seems to go on upon the next."""
    return (
        not before.mono
        and not before.table
        and not after.table
        and not _ENDS.search(before.text)
        and after.text[:1].islower()
        and abs(before.size - after.size) < 1
        and item_mark(after.text)[0] is None
    )


def _with_marks(page: Sequence[Line]) -> list[Line]:
    """The lines of the page, a bullet that stands alone joined with what it marks."""
    lines: list[Line] = []
    for line in page:
        before = lines[-1] if lines else None
        if (
            before is not None
            and not line.table
            and BULLET_ONLY.fullmatch(before.text)
            and abs(before.top - line.top) < line.size
            and line.left > before.left
        ):
            lines[-1] = Line(
                line.page, f"{before.text} {line.text}", before.left, line.right, line.top,
                line.bottom, line.size, line.mono, line.bold,
            )  # fmt: skip
        else:
            lines.append(line)
    return lines


def _with_formulas(page: Sequence[Line]) -> list[Line]:
    """The lines, the signs of a formula that stand around one height as one line."""
    lines: list[Line] = []
    signs: list[Line] = []
    for line in page:
        if signs and not _is_near(signs, line):
            lines += _formula(signs)
            signs = []
        if signs or _is_sign(line):
            signs.append(line)
        else:
            lines.append(line)
    return lines + _formula(signs)


def _is_sign(line: Line) -> bool:
    return not line.table and not line.mono and len(line.text) <= _MAX_SIGNS


def _is_near(signs: Sequence[Line], line: Line) -> bool:
    """True for one more sign of a formula: no line of text stands so near to another."""
    first = signs[0]
    return (
        _is_sign(line)
        and abs(line.top - first.top) < first.size
        and line.right > first.left
        and line.top != signs[-1].top
    )


def _formula(signs: Sequence[Line]) -> list[Line]:
    if len(signs) < _MIN_SIGNS:
        return list(signs)
    text = " ".join(each.text for each in signs)
    right = max(each.right for each in signs)
    return [replace(signs[0], text=text, right=right, gaps=(), ends=(), starts=(), near=())]


def _margin(lines: Sequence[Line], index: int) -> float:
    """How far lines reach to the right around here."""
    here = lines[index - 1]
    near = lines[max(0, index - 8) : index + 8]
    return max(
        line.right
        for line in near
        if line is here
        or (
            not line.table
            and not line.gaps
            and line.size == here.size
            and abs(line.left - here.left) < _COLUMN
        )
    )


def _breaks(current: Sequence[Line], line: Line, margin: float, usual: Typography) -> bool:
    """True when a line does not go on with the paragraph so far."""
    before = current[-1]
    fall = before.bottom - line.top
    if abs(before.size - line.size) > 0.06 * line.size or before.mono != line.mono:
        return not -line.size < fall < 1  # a smaller word on the same line
    loose = fall > _LOOSE * usual.leading(line.size) * line.size
    if loose or before.bold != line.bold or _is_title(before, line, len(current)):
        return True
    if before.mono:
        return False
    if fall < -line.size:  # the next column
        return not goes_on(before, line)
    if line.gaps or before.gaps:  # only the last column of a row may go on below
        hangs = not line.gaps and abs(line.left - before.gaps[-1][1]) <= _INDENT
        return len(current) > 1 or not hangs
    return _begins(current, line, margin)


def _is_title(before: Line, line: Line, lines: int) -> bool:
    """True for a short line in italics above a line that is not, which begins anew."""
    return (
        lines == 1
        and before.italic
        and not line.italic
        and before.text[:1].isupper()
        and line.text[:1].isupper()
        and not _ENDS.search(before.text)
        and before.right < line.right
    )


def _begins(current: Sequence[Line], line: Line, margin: float) -> bool:
    """True when a line of the same kind begins a paragraph, by its mark or by where it stands."""
    before = current[-1]
    if before.text.endswith(HYPHEN):
        return False
    if _LABELLED.match(line.text) and _LABELLED.match(before.text):  # "Date: 4 May", one a line
        return True
    marked = item_mark(line.text)[0] is not None
    shift = line.left - before.left
    if marked and (abs(shift) > _INDENT or not _WEAK_MARK.match(line.text)):
        return True
    word = (len(line.text.partition(" ")[0]) + 1) * _LETTER * line.size
    if margin - before.right > word + _SLACK * (margin - before.left):  # it would have fitted above
        return True
    return abs(shift) > _INDENT and len(current) > 1  # the second line may hang or stand out
