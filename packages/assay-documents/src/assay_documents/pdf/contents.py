"""The table of contents of a PDF: lines with dots and the number of a page behind them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from assay_documents.pdf.lines import Line

# "Lighting the lamp … 12": `lines` makes one sign of the dots.
_LEADS_TO_PAGE = re.compile(r"… (?:\d{1,4}|[ivxlc]{1,7})$")
# Chapters have no dots: "2 The lamp 9".
_CHAPTER = re.compile(r"\S.{0,80} (?:\d{1,4}|[ivxlc]{1,7})")
_TITLE = re.compile(r"(?:table of )?contents", re.IGNORECASE)
_MIN_LINES = 4  # fewer are a form to be filled in, or a list of parts


def part_contents(
    pages: Sequence[Sequence[Line]],
) -> tuple[list[list[Line]], list[Line]]:
    """The pages without their tables of contents, and the lines of these.

    They hold the words of every heading, are found for every question, and answer none.
    """
    kept: list[list[Line]] = []
    contents: list[Line] = []
    for page in pages:
        start, end = _place(page)
        contents += page[start:end]
        kept.append([*page[:start], *page[end:]])
    return kept, contents


def _place(page: Sequence[Line]) -> tuple[int, int]:
    """From the first to behind the last line of the contents on a page."""
    found = [at for at, line in enumerate(page) if _LEADS_TO_PAGE.search(line.text)]
    if len(found) < _MIN_LINES or 2 * len(found) < found[-1] + 1 - found[0]:
        return 0, 0
    start = found[0]
    while start and _CHAPTER.fullmatch(page[start - 1].text):
        start -= 1
    if start and _TITLE.fullmatch(page[start - 1].text):
        start -= 1
    return start, found[-1] + 1
