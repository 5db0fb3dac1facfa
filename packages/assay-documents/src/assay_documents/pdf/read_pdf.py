"""PDF files: what stands on their pages, as blocks with the number of the page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c

from assay_documents.errors import UnreadableError, install
from assay_documents.model import Document
from assay_documents.outline import Outline
from assay_documents.pdf.form_fields import with_fields
from assay_documents.pdf.garbled import legible
from assay_documents.pdf.lines import Line, PageText, outline_of
from assay_documents.pdf.ocr import TextFinder, can_find_text
from assay_documents.pdf.tables.ruled_tables import with_tables
from assay_documents.pdf.write_pages import write_pages
from assay_documents.read_limits import ReadLimits
from assay_documents.title import given_title, with_years
from assay_documents.unpack import read_bytes

_FAULTS = {
    pdfium_c.FPDF_ERR_PASSWORD: "is a PDF protected by a password",
    pdfium_c.FPDF_ERR_SECURITY: "is a PDF with a protection that is not known",
}
_INSTALL = install("ocr")
_NO_MAP = "fonts without a Unicode map"
_PIXELS = 2200  # of the longer side of a page that is looked at as a picture
_MAX_DAMAGED = 1000  # pages that cannot be opened, after which no more are tried


def read_pdf(path: Path, limits: ReadLimits) -> Iterator[Document]:
    """One document; notes tell of pages that hold no text or are damaged."""
    data = read_bytes(path, limits)
    try:
        file = pdfium.PdfDocument(data)
    except pdfium.PdfiumError as error:
        code = getattr(error, "err_code", None)
        raise UnreadableError(_FAULTS.get(code, f"is a damaged PDF: {error}")) from error
    try:
        found = _Pages(limits)
        found.take(file)
        title = given_title(file.get_metadata_value("Title"))
        bookmarks = outline_of(file)
    finally:
        file.close()
    if not any(found.lines):
        raise found.without_text()
    outline = Outline(limits, title)
    write_pages(outline, found.lines, bookmarks)
    if outline.title and not title:
        outline.title = with_years(outline.title, path)
    yield outline.document(path, found.notes())


@dataclass(slots=True)
class _Pages:
    """The lines of the pages so far, and what could not be had."""

    limits: ReadLimits
    lines: list[list[Line]] = field(default_factory=list)
    pictures: list[int] = field(default_factory=list)  # pages that show more than their text
    garbled: int = 0  # of these, pages whose text is mostly not what they show
    partly: int = 0  # other pages with lines of which that is so
    damaged: int = 0
    unread: int = 0
    size: int = 0

    def take(self, file: pdfium.PdfDocument) -> None:
        if file.get_formtype() != pdfium_c.FORMTYPE_NONE:
            file.init_forms()
        for index in range(len(file)):
            self.lines.append(self._page(file, index))
            self.size += sum(len(line.text) for line in self.lines[-1])
            if self.size > self.limits.document_bytes:
                raise UnreadableError("holds more text than the limit")
            if self.damaged > _MAX_DAMAGED:
                raise UnreadableError(f"is a damaged PDF: {self.damaged} pages cannot be opened")
        if self.pictures and can_find_text():
            self._look_at_pictures(file)

    def _page(self, file: pdfium.PdfDocument, index: int) -> list[Line]:
        try:
            page = file[index]
        except pdfium.PdfiumError:
            self.damaged += 1
            return []
        try:
            text = PageText(page, index + 1)
            try:
                found = legible(text)
                filled = with_fields(file, page, index + 1, found.lines)
                lines = with_tables(page, filled, text.inside)
            finally:
                text.close()
            self.garbled += found.garbled
            self.partly += found.lost and not found.garbled
            if found.garbled or (
                not lines and next(page.get_objects(max_depth=2), None) is not None
            ):
                self.pictures.append(index)
        except pdfium.PdfiumError:
            self.damaged += 1
            return []
        finally:
            page.close()
        return lines

    def _look_at_pictures(self, file: pdfium.PdfDocument) -> None:
        finder = TextFinder(self.limits.ocr_seconds)
        left = []
        for index in self.pictures:
            if finder.spent:
                left.append(index)
                self.unread += 1
                continue
            page = file[index]
            scale = _PIXELS / max(*page.get_size(), 1.0)
            picture = page.render(scale=min(scale, 8.0)).to_numpy()
            lines = finder.lines(picture, index + 1)
            page.close()
            if lines:
                self.lines[index] = lines
            else:
                left.append(index)
        self.pictures = left

    def without_text(self) -> UnreadableError:
        if self.damaged:
            return UnreadableError(f"is a damaged PDF: {_count(self.damaged)} cannot be opened")
        if not self.pictures:
            return UnreadableError("holds no text")
        if can_find_text():
            return UnreadableError(f"holds {_count(len(self.pictures))} without text")
        return UnreadableError(f"holds {self._illegible()}", hint=_INSTALL)

    def _illegible(self) -> str:
        """What is wrong with the pages that hold no text, and the cure."""
        scanned = len(self.pictures) - self.garbled
        parts = [f"{_count(scanned)} without text: looks scanned"] if scanned else []
        if self.garbled:
            parts.append(f"{_count(self.garbled)} whose letters are not known: {_NO_MAP}")
        return f"{'; '.join(parts)}: install the extra `ocr`"

    def notes(self) -> list[str]:
        notes = []
        if self.unread:
            notes.append(f"{_count(self.unread)} not looked at: the time for pictures was over")
        elif self.pictures and not can_find_text():
            notes.append(self._illegible())
        if self.partly:
            notes.append(f"{_count(self.partly)} with lines whose letters are not known: {_NO_MAP}")
        if self.damaged:
            notes.append(f"{_count(self.damaged)} damaged and left out")
        return notes


def _count(pages: int) -> str:
    return f"{pages} page{'s' * (pages != 1)}"
