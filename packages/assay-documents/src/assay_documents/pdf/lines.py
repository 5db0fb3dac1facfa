"""The lines of a PDF's pages, each with where it stands and how it is set."""

from __future__ import annotations

import ctypes
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c

from assay_documents.pdf.line_numbers import (
    BEFORE_NUMBER,
    MIN_PARTED,
    PARTED,
    Placed,
    line_numbers,
)

_MONOSPACED = re.compile(
    rb"mono|courier|nimbusmon|(?:cm|ec|lm|sf|tx)tt|consol|typewriter|fixed|lucidacon|menlo"
    rb"|(?:source|fira) ?code",
    re.I,
)
_BOLD = re.compile(rb"bold|black|heavy|cmbx|sfbx|demi", re.I)
_ITALIC = re.compile(rb"italic|oblique|cmti|cmsl|sfti", re.I)
_SIGNS = re.compile(rb"wingding|webding|dingbat|^(?:[A-Z]{6}\+)?symbol", re.I)
_SIGN = re.compile(r"[^\w\s(](?=\s|$)|[a-zA-Z\ue000-\uf8ff](?=\s|$)")
_FIXED_PITCH = 1
_SLANTED = 64
_BOLD_WEIGHT = 600
_LIGATURES = str.maketrans(
    {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st",
     "\u00a0": " ", "\u200b": "", "\u200c": "", "\u2060": "", "\ufeff": "",
     "\u00ad": "\ufffe", "\x02": "\ufffe"}
    # The bullets of the fonts Symbol and Wingdings, which have no letters.
    | dict.fromkeys("\uf0b7\uf0a7\uf0d8\uf0fc\uf076\uf0a8\uf06e\uf02d", "•")
)  # fmt: skip
_LEADERS = re.compile(r"(?:[ \t]?[.·_]){4,}")  # the dots of a table of contents
_WIDE_SPACES = 1.6  # a gap of so many times the size of the type parts two columns
_WIDE_SPACE = 0.9  # one so wide may, between the rules of a table
_NAME_BYTES = 128
_SAMPLE = 100  # glyphs of a page that are asked whether their letters are known
_MAX_BOOKMARKS = 20_000
_STARTS = 4
_ANOTHER_LINE = 0.8  # times the size of the type, by which another line stands lower
_FAR_BELOW = 2.5  # times the size of the type, by which no line of a paragraph stands lower
_SPACE = re.compile(r"(?<=\S) (?=\S)")
_MIN_SIZE, _MAX_SIZE = 1.0, 2000.0  # points; what a file claims beyond is nonsense

BULLETS = "•●◦▪■‣∙·➢✓–—"  # noqa: RUF001 - dashes that begin items
HYPHEN = PARTED


Start = tuple[int, float]  # where a word begins: in the text, and on the page


@dataclass(frozen=True, slots=True)
class RuledTable:
    """A table whose rules are drawn: its rows, cells by column, and where its columns begin.

    `spans` tells for each row over how many columns a cell goes, where it is more than one;
    `named` whether the first row names the columns, None that its look decides; `open` that no rule
    is drawn below its last row, which may go on upon the next page.
    """

    rows: tuple[dict[int, str], ...]
    spans: tuple[dict[int, int], ...]
    columns: tuple[float, ...]
    named: bool | None
    open: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text: `left` and `right` edge, `top` and `bottom` baseline, in points.

    `bottom` differs from `top` where a word is parted and the line goes on below. `gaps` are the
    offsets in the text at which a new column begins, `ends` the right edges of what stands before
    each, `heights` the baselines of what stands behind each, `starts` the offsets of its second
    word and a few more, each with its left edge. `near` has what may be columns between rules,
    where gaps are narrower. `lower` tells where each part behind a parted word begins: its left
    edge, and its baseline. `table` is what the line stands for, where it is no line. `unmapped`
    tells that its font has no map from glyphs to letters, at its first or last glyph.
    """

    page: int
    text: str
    left: float
    right: float
    top: float
    bottom: float
    size: float
    mono: bool
    bold: bool
    gaps: tuple[Start, ...] = ()
    ends: tuple[float, ...] = ()
    starts: tuple[Start, ...] = ()
    near: tuple[Start, ...] = ()
    table: RuledTable | None = None
    italic: bool = False
    lower: tuple[tuple[float, float], ...] = ()
    heights: tuple[float, ...] = ()
    unmapped: bool = False


class PageText:
    """The text of one page, as the library sees it."""

    def __init__(self, page: pdfium.PdfPage, number: int) -> None:
        """Take in the characters of the page."""
        self._text_page = page.get_textpage()
        self._number = number
        self._font = ctypes.create_string_buffer(_NAME_BYTES)
        self._flags = ctypes.c_int()
        self._x, self._y = ctypes.c_double(), ctypes.c_double()
        self._matrix = pdfium_c.FS_MATRIX()
        self._box = [ctypes.c_double() for _ in range(4)]

    def close(self) -> None:
        """Give the memory back."""
        self._text_page.close()

    def lines(self) -> Iterator[Line]:
        """The lines that hold anything, in the order of the file, without numbers of lines."""
        parts = list(self._all_parts())
        placed = [_placed(raw, line) for raw, _, line in parts]
        counted = line_numbers(placed)
        for at, (raw, offset, line) in enumerate(parts):
            start, end = counted.get(at, (0, len(raw)))
            if end - start == len(raw):
                yield line
            elif start < end:
                yield self._line(raw[start:end], offset + start)

    def _all_parts(self) -> Iterator[tuple[str, int, Line]]:
        """The lines with what the library gives of each, and where that stands in its text."""
        text = self.whole()
        wide = len(text) != len(text.encode("utf-16-le", "surrogatepass")) // 2
        before_numbers = [found.start() for found in BEFORE_NUMBER.finditer(text)]
        borders = [(found.start(), found.end()) for found in re.finditer("\r\n", text)]
        if len(before_numbers) >= MIN_PARTED:  # each line may begin with its number
            borders = sorted([*borders, *((at, at) for at in before_numbers)])
        at = 0
        for border, after in [*borders, (len(text), len(text))]:
            raw = text[at:border]
            start, end = at + len(raw) - len(raw.lstrip()), at + len(raw.rstrip())
            if end > start:
                offset = _units(text[:start]) if wide else start
                yield from self._parts(text[start:end], offset)
            at = after

    def whole(self) -> str:
        """All that stands on the page."""
        return str(self._text_page.get_text_range(errors="replace"))

    def unmapped(self) -> float:
        """The share of the glyphs whose font has no map that says which letters they are."""
        count = self._text_page.count_chars()
        sample = range(0, count, max(1, count // _SAMPLE))
        return sum(map(self._is_unmapped, sample)) / max(1, len(sample))

    def _is_unmapped(self, index: int) -> bool:
        return bool(pdfium_c.FPDFText_HasUnicodeMapError(self._text_page, index) == 1)

    def inside(self, box: tuple[float, float, float, float]) -> str:
        """The text within a left, bottom, right and upper edge, its lines as one."""
        left, bottom, right, top = box
        text = self._text_page.get_text_bounded(left, bottom, right, top, errors="replace")
        return _clean_text(text.replace(f"{HYPHEN}\r\n", HYPHEN))

    def _parts(self, raw: str, offset: int) -> Iterator[tuple[str, int, Line]]:
        """The line, or several where the library took the rows of a table for one."""
        rest = self._far_below(raw, offset)
        if rest:  # a word parted at the page's end is not parted before the number of the page
            yield raw[:rest], offset, self._line(raw[:rest], offset)
            raw, offset = raw[rest:], offset + _units(raw[:rest])
        line = self._line(raw, offset)
        if HYPHEN in raw or line.top - line.bottom < _ANOTHER_LINE * line.size:
            yield raw, offset, line
            return
        begin = at = 0
        unit = offset  # that of `at`
        start = offset  # that of `begin`
        for found in _SPACE.finditer(raw):
            unit, at = unit + _units(raw[at : found.start()]), found.start()
            before, after = self._index(unit - 1), self._index(unit + 1)
            lower = self._origin(before)[1] - self._origin(after)[1]
            if lower > _ANOTHER_LINE * line.size and self._edges(after)[0] < self._edges(before)[0]:
                yield (part := raw[begin:at].rstrip()), start, self._line(part, start)
                begin, start = at + 1, unit + 1
        yield raw[begin:], start, self._line(raw[begin:], start)

    def _far_below(self, raw: str, offset: int) -> int:
        """Where what stands on another part of the page begins behind a parted word, or 0."""
        at = raw.rfind(HYPHEN)
        if not 0 < at < len(raw) - 1:
            return 0
        before = self._index(offset + _units(raw[:at]) - 1)
        after = self._index(offset + _units(raw[: at + 1]))
        lower = self._origin(before)[1] - self._origin(after)[1]
        return at + 1 if lower > _FAR_BELOW * self._size(before) else 0

    def _line(self, raw: str, offset: int) -> Line:
        first = self._index(offset)
        last = self._index(offset + _units(raw.rstrip(HYPHEN)) - 1)
        left, top = self._origin(first)
        _, bottom = self._origin(last)
        right = self._edges(last)[1]
        size = round(self._size(first), 1)
        mono, bold, italic = self._face(first)
        if _SIGN.match(raw) and ("\ue000" <= raw[0] <= "\uf8ff" or _SIGNS.search(self._font.value)):
            raw = f"•{raw[1:]}"  # a font of signs has no letters: what begins a line is a bullet
        if mono or bold or italic:
            for each in {last, (first + last) // 2}:
                faces = self._face(each)
                mono, bold, italic = mono and faces[0], bold and faces[1], italic and faces[2]
        lead = raw.partition(HYPHEN)[0]  # what follows a parted word stands on the next line
        plain = self._index(offset + _units(lead) - 1) - first + 1 == len(lead)
        gaps, ends, starts, near = self._columns(lead, first, size) if plain else ((), (), (), ())
        heights = [round(self._origin(first + at)[1], 1) for at, _ in gaps]
        if gaps and raw[: gaps[0][0]].strip() in BULLETS:  # what it marks is no second cell
            gaps, ends, near, heights = gaps[1:], ends[1:], near[1:], heights[1:]
        text, gaps = _clean(raw, gaps)
        return Line(
            self._number, text, round(left, 1), round(right, 1), round(top, 1), round(bottom, 1),
            size, mono, bold, gaps, ends, starts, near, italic=italic,
            lower=tuple(self._lower(raw, offset)), heights=tuple(heights),
            unmapped=self._is_unmapped(first) or self._is_unmapped(last),
        )  # fmt: skip

    def _lower(self, raw: str, offset: int) -> Iterator[tuple[float, float]]:
        """Where what follows each parted word begins."""
        at = raw.find(HYPHEN)
        while 0 <= at < len(raw) - 1:
            index = self._index(offset + _units(raw[: at + 1]))
            yield round(self._edges(index)[0], 1), round(self._origin(index)[1], 1)
            at = raw.find(HYPHEN, at + 1)

    def _columns(
        self, raw: str, first: int, size: float
    ) -> tuple[tuple[Start, ...], tuple[float, ...], tuple[Start, ...], tuple[Start, ...]]:
        """Where the text jumps to another column, where its first words begin, and wider spaces."""
        gaps: list[Start] = []
        ends: list[float] = []
        starts: list[Start] = []
        near: list[Start] = []
        at = raw.find(" ")
        while 0 < at < len(raw) - 1:
            if raw[at + 1] != " ":
                before, after = self._edges(first + at - 1)[1], self._edges(first + at + 1)[0]
                if after - before > _WIDE_SPACE * size:
                    near.append((at + 1, round(after, 1)))
                if after - before > _WIDE_SPACES * size:
                    gaps.append((at + 1, round(after, 1)))
                    ends.append(round(before, 1))
                if len(starts) < _STARTS:
                    starts.append((at + 1, round(after, 1)))
            at = raw.find(" ", at + 1)
        return tuple(gaps), tuple(ends), tuple(starts), tuple(near)

    def _index(self, offset: int) -> int:
        return int(pdfium_c.FPDFText_GetCharIndexFromTextIndex(self._text_page, offset))

    def _origin(self, index: int) -> tuple[float, float]:
        pdfium_c.FPDFText_GetCharOrigin(self._text_page, index, self._x, self._y)
        return self._x.value, self._y.value

    def _edges(self, index: int) -> tuple[float, float]:
        pdfium_c.FPDFText_GetCharBox(self._text_page, index, *self._box)
        return self._box[0].value, self._box[1].value

    def _size(self, index: int) -> float:
        """The size of the type on the page: that of the font, scaled by the matrix of the text."""
        size = float(pdfium_c.FPDFText_GetFontSize(self._text_page, index))
        if pdfium_c.FPDFText_GetMatrix(self._text_page, index, self._matrix):
            size *= math.hypot(self._matrix.c, self._matrix.d)
        return min(max(size, _MIN_SIZE), _MAX_SIZE)

    def _face(self, index: int) -> tuple[bool, bool, bool]:
        """Whether a character is of fixed width, whether it is bold, and whether it is italic."""
        pdfium_c.FPDFText_GetFontInfo(self._text_page, index, self._font, _NAME_BYTES, self._flags)
        name = self._font.value
        weight = int(pdfium_c.FPDFText_GetFontWeight(self._text_page, index))
        mono = bool(self._flags.value & _FIXED_PITCH) or _MONOSPACED.search(name) is not None
        bold = weight >= _BOLD_WEIGHT or _BOLD.search(name) is not None
        return mono, bold, bool(self._flags.value & _SLANTED) or _ITALIC.search(name) is not None


def _placed(raw: str, line: Line) -> Placed:
    second = line.starts[0][1] if line.starts else None
    last = line.gaps[-1][1] if line.gaps else None
    return Placed(raw, line.left, line.right, line.top, line.size, second, last, line.lower)


def _clean(raw: str, gaps: tuple[Start, ...]) -> tuple[str, tuple[Start, ...]]:
    """The text with ligatures spelt out and rows of dots shortened, and the gaps moved with it."""
    if not gaps:
        return _clean_text(raw), ()
    text, shifted = "", []
    at = 0
    for offset, left in gaps:
        text = f"{text} {_clean_text(raw[at:offset])}".strip()
        shifted.append((len(text) + 1, left))
        at = offset
    return f"{text} {_clean_text(raw[at:])}".strip(), tuple(shifted)


def _clean_text(raw: str) -> str:
    return " ".join(_LEADERS.sub(" … ", raw.translate(_LIGATURES)).split())


def _units(text: str) -> int:
    """The length in the units of the library, which counts rare characters twice."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def outline_of(document: pdfium.PdfDocument) -> list[tuple[int, str, int]]:
    """The bookmarks: level from one, title, and number of the page from one."""
    found: list[tuple[int, str, int]] = []
    for each in document.get_toc(max_depth=10):
        if len(found) >= _MAX_BOOKMARKS:
            break
        target: Any = each.get_dest()
        page = None if target is None else target.get_index()
        title = " ".join(each.get_title().translate(_LIGATURES).split())
        if page is not None and page >= 0 and title:
            found.append((each.level + 1, title, page + 1))
    return found
