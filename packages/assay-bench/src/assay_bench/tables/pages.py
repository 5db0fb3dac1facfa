"""What becomes of the sentences and headings of PDF files, by what the files say themselves.

Two lines of a page belong to one sentence where the first ends without a mark and the second goes
on in small letters; they are parted where no block holds the words on both sides of the border.
Headings are compared with the bookmarks of the file, which a copy of it lacks.
"""

from __future__ import annotations

import io
import re
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TypeVar

import pypdfium2 as pdfium

from assay_documents import BlockKind, Document, UnreadableError, read
from assay_documents.tables.captions import has_label

_Read = TypeVar("_Read")

_WORD = re.compile(r"[^\W_]+")
_NUMBER = re.compile(r"^(?:(?:chapter|section|part|appendix) )?(?:[\divxlc]+ )*", re.I)
_MIN_WORDS = 4  # of a line of running text
_AROUND = 2  # words on each side of the border between two lines
_GOES_ON = re.compile(r"[a-z]+[ ,]")
_OPEN = re.compile(r"[a-z],?$")


@dataclass(frozen=True, slots=True)
class FilePages:
    """The figures of one file: lines within a sentence, headings found, bookmarks, and both."""

    file: str
    pairs: int
    parted: int
    headings: int
    bookmarks: int
    found: int


def pages_of_files(folder: Path) -> Iterator[FilePages]:
    """The figures of each PDF in a folder and below that can be read."""
    for path in sorted(folder.rglob("*.pdf")):
        try:
            document = read(path)
        except UnreadableError:
            continue
        pairs = list(borders_of(path))
        bookmarks = bookmarks_of(path)
        headings = _headings(without_bookmarks(path, read)) if bookmarks else set()
        yield FilePages(
            path.relative_to(folder).as_posix(), len(pairs), parted(document, pairs), len(headings),
            len(bookmarks), len(headings & bookmarks),
        )  # fmt: skip


def parted(document: Document, pairs: Sequence[str]) -> int:
    """How many of the words around a border between two lines stand together in no block."""
    texts = [f" {' '.join(_WORD.findall(each.text.lower()))} " for each in document.blocks]
    return sum(not any(f" {words} " in text for text in texts) for words in pairs)


def borders_of(path: Path) -> Iterator[str]:
    """The words around each border of two lines that lies within a sentence."""
    with pdfium.PdfDocument(path) as file:
        for page in file:
            lines = page.get_textpage().get_text_range(errors="replace").split("\r\n")
            for above, below in pairwise(line.strip() for line in lines):
                before, after = (_WORD.findall(line.lower()) for line in (above, below))
                if min(len(before), len(after)) < _MIN_WORDS:
                    continue
                if _OPEN.search(above) and _GOES_ON.match(below):
                    yield " ".join([*before[-_AROUND:], *after[:_AROUND]])


def bookmarks_of(path: Path) -> set[str]:
    """The words of the titles that the outline of a file names."""
    with pdfium.PdfDocument(path) as file:
        return {title for each in file.get_toc() if (title := plain_title(each.get_title()))}


def without_bookmarks(path: Path, read_with: Callable[[Path], _Read]) -> _Read:
    """What is read from a copy of the pages alone."""
    buffer = io.BytesIO()
    with pdfium.PdfDocument(path) as file, pdfium.PdfDocument.new() as copy:
        copy.import_pages(file)
        copy.save(buffer)
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / path.name
        target.write_bytes(buffer.getvalue())
        return read_with(target)


def _headings(document: Document) -> set[str]:
    found = (each.text for each in document.blocks if each.kind is BlockKind.HEADING)
    return titles_of(found)


def titles_of(headings: Iterable[str]) -> set[str]:
    """The words of headings; bookmarks have no captions of tables, so these do not count."""
    return {title for each in headings if not has_label(each) and (title := plain_title(each))}


def plain_title(title: str) -> str:
    """The words of a title, without the number before them."""
    return _NUMBER.sub("", " ".join(_WORD.findall(title.lower())))


def table_of(files: list[FilePages]) -> str:
    """The figures as a table of Markdown, the sum in its last line."""
    names = ("pairs", "parted", "headings", "bookmarks", "found")
    total = FilePages("all", *(sum(getattr(each, name) for each in files) for name in names))
    heads = "file | lines within a sentence | parted | headings | bookmarks | both"
    lines = [f"| {heads} |", "|" + "---|" * (heads.count("|") + 1)]
    for each in [*files, total]:
        share = f"{each.parted} ({100 * each.parted / max(1, each.pairs):.1f} %)"
        cells = (each.file, each.pairs, share, each.headings, each.bookmarks, each.found)
        lines.append("| " + " | ".join(map(str, cells)) + " |")
    return "\n".join([*lines, ""])
