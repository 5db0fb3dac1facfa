"""Which paragraphs of a PDF are headings: by its bookmarks, or else by the size of the type."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise

from assay_documents.pdf.paragraphs import Paragraph, Typography
from assay_documents.tables.column_names import is_number

_SECTION = re.compile(
    r"^(?:(?:chapter|appendix|part|section|§)\s*)?(?:[a-z]\b|[ivxlc]+\b|\d+)?(?:\.\d+)*[.:)]?\s+",
    re.I,
)
_CAPTION = re.compile(
    r"(?:fig(?:ure|\.)?|table|tab\.|listing) ?[\dIVX]+(?:\.\d+)*[.:]?(?: |$)", re.I
)
_NO_TITLE = re.compile(r"^\w{1,12}://\S+$| [=≈≤≥] ")  # an address, a formula
_PLAIN = re.compile(r"[\W_]+")
_LARGER = 1.12
_MAX_LINES = 3
_MAX_CHARACTERS = 200
_MAX_BOLD = 90
_LEVELS = 6
_MAX_SIZES = 0.2  # share of the paragraphs beyond which large type is no sign of a heading,
_OFF_CENTRE = 12.0  # points by which a centred line may stand beside the middle of the text
_SAME_LEFT = 2.0  # points between the left edges of lines of running text
_MIN_CAPITALS = 3
_NUMBERED = re.compile(r"(\d{1,3}(?:\.\d{1,3})*)\.?\s+[^\W\d_a-z]")
_MAX_SHARE = 0.1  # unless what is set in it is short beside the rest: so much of all characters


class Headings:
    """Tells the level of a heading."""

    def __init__(
        self,
        bookmarks: Sequence[tuple[int, str, int]],
        paragraphs: Sequence[Paragraph],
        usual: Typography,
    ) -> None:
        """Look at the whole document before the first question."""
        self._marks: dict[int, list[tuple[int, str]]] = defaultdict(list)
        for level, title, page in bookmarks:
            self._marks[page].append((level, title))
        self._size = usual.size
        sizes = sorted({p.first.size for p in paragraphs if self._large(p)}, reverse=True)
        large = [each for each in paragraphs if self._large(each)]
        few = len(large) <= max(3.0, _MAX_SIZES * len(paragraphs))
        short = _characters(large) <= _MAX_SHARE * _characters(paragraphs)
        useful = not bookmarks and (few or short or self._lead(paragraphs, len(large)))
        self._levels = {size: min(n, _LEVELS) for n, size in enumerate(sizes, 1)} if useful else {}
        self._bold = useful

    def level(self, paragraph: Paragraph, following: Paragraph | None) -> int | None:
        """The level of the paragraph, from one, or None when it is no heading."""
        text = heading_text(paragraph)
        if paragraph.first.table or len(paragraph.lines) > _MAX_LINES:
            return None
        if len(text) > _MAX_CHARACTERS or "…" in text:
            return None
        waiting = self._marks.get(paragraph.first.page, [])
        for index, (level, title) in enumerate(waiting):
            if _same(text, title):
                del waiting[: index + 1]
                return level
        if not any(character.isalpha() for character in text) or _NO_TITLE.search(text):
            return None
        if self._large(paragraph):
            return self._levels.get(paragraph.first.size)
        below = _stands_out(paragraph, following) if self._bold and following is not None else 0
        return min(len(self._levels), _LEVELS - 1) + below if below else None

    def passed(self, page: int) -> Iterator[tuple[int, str]]:
        """The bookmarks of a page that is over whose titles do not stand on it."""
        yield from self._marks.pop(page, [])

    def _lead(self, paragraphs: Sequence[Paragraph], large: int) -> bool:
        """True when what is in large type leads to smaller type each time."""
        followed = (
            self._large(above) and below.first.size < above.first.size
            for above, below in pairwise(paragraphs)
        )
        return 2 * large <= len(paragraphs) and sum(followed) == large

    def _large(self, paragraph: Paragraph) -> bool:
        return (
            not paragraph.first.table
            and paragraph.first.size >= _LARGER * self._size
            and len(paragraph.lines) <= _MAX_LINES
            and _characters([paragraph]) <= _MAX_CHARACTERS
        )


def _stands_out(paragraph: Paragraph, following: Paragraph) -> int:
    """How far below the headings in large type a line is that stands out, 0 for no heading.

    A short line in bold above text that is not is 1, "2.1 Data" 2, a line in italics 2, capitals
    in the middle above text 1.
    """
    if _in_capitals(paragraph, following):
        return 1
    if not _may_stand_out(paragraph, following):
        return 0
    number = _NUMBERED.match(heading_text(paragraph))
    if following.bold and not (number and _is_section_of(number[1], following)):
        return 0
    if paragraph.bold:
        return 1 + (number[1].count(".") if number else 0)
    if following.bold:
        return 0
    italic = paragraph.italic and not following.italic
    return 2 if italic and heading_text(paragraph)[0].isupper() else 0


def _is_section_of(number: str, following: Paragraph) -> bool:
    """True for "2.1 Data" below a heading of the number 2."""
    below = _NUMBERED.match(heading_text(following))
    return below is not None and below[1].startswith(f"{number}.")


def _in_capitals(paragraph: Paragraph, following: Paragraph) -> bool:
    """True for lines of capitals in the middle above running text."""
    text = heading_text(paragraph)
    if not text.isupper() or len(text) > _MAX_BOLD or text[-1] in ".,;:" or paragraph.mono:
        return False
    if sum(map(str.isalpha, text)) < _MIN_CAPITALS or any(each.gaps for each in paragraph.lines):
        return False
    left = min(line.left for line in following.lines)
    right = max(line.right for line in following.lines)
    flush = all(line.left - left < _SAME_LEFT for line in following.lines[1:])
    if len(following.lines) == 1 or not flush or following.first.gaps:
        return False
    return all(
        line.left > left + _OFF_CENTRE
        and abs((line.left + line.right) - (left + right)) < 2 * _OFF_CENTRE
        for line in paragraph.lines
    )


def _may_stand_out(paragraph: Paragraph, following: Paragraph) -> bool:
    """True for a short line that is no caption, no code and no row of a table above others."""
    text = heading_text(paragraph)
    return (
        len(text) <= _MAX_BOLD
        and len(paragraph.lines) == 1
        and text[-1] not in ".,;:"
        and not paragraph.mono
        and not _CAPTION.match(text)
        and not (paragraph.first.gaps and following.first.gaps)
        and not (paragraph.first.gaps and is_number(text[paragraph.first.gaps[-1][0] :]))
    )


def _characters(paragraphs: Sequence[Paragraph]) -> int:
    return sum(len(line.text) for each in paragraphs for line in each.lines)


def heading_text(paragraph: Paragraph) -> str:
    """The lines of a heading as one."""
    return " ".join(line.text for line in paragraph.lines)


def _same(text: str, title: str) -> bool:
    """True when a line says what the bookmark says, with or without the number of the section."""
    plain = _PLAIN.sub("", title).lower()
    return bool(plain) and plain in {
        _PLAIN.sub("", text).lower(),
        _PLAIN.sub("", _SECTION.sub("", text, count=1)).lower(),
    }
