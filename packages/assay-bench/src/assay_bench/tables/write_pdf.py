"""A known table as a PDF, set in one of four styles."""

from __future__ import annotations

import ctypes
import io
from collections.abc import Sequence
from enum import StrEnum
from typing import Any

import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c

from assay_bench.tables.truth import KnownTable, Name

_WIDTH, _HEIGHT = 595.0, 842.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 60.0, 535.0, 780.0, 80.0
_LEADING = 1.25  # times the size of the type
_SPACE = 0.278  # width of a space of Helvetica, in sizes of the type
_BEFORE = (
    "This page was laid out by a program so that what a reader makes of it can be compared with",
    "what was written. The table below is the one that counts; the sentences around it are here",
    "because tables seldom stand alone.",
)
_AFTER = (
    "After the table the text goes on as it did before, for a line or two, and then it ends.",
)


class Style(StrEnum):
    """How a table is set.

    PLAIN has no rules, GRID a rule around each cell, BOOK rules above and below the names and at
    the end and "Table 1" below it; WORDS is PLAIN with small type whose words are drawn one by
    one, as typesetters do.
    """

    PLAIN = "plain"
    GRID = "grid"
    BOOK = "book"
    WORDS = "words"


_NAMES = {Style.PLAIN: 0.0, Style.GRID: 0.5, Style.BOOK: 1.0, Style.WORDS: 1.0}  # as `_shift` says


def write_pdf(table: KnownTable, style: Style) -> bytes:
    """The bytes of a PDF with some sentences, the table, its notes and one more sentence."""
    setter = _Setter(style)
    setter.title(table.title)
    setter.lines(_BEFORE)
    setter.table(table)
    setter.lines(table.notes)
    setter.lines(_AFTER)
    return setter.bytes()


class _Setter:
    """Sets lines from the top of a page to its bottom, and goes on upon the next."""

    def __init__(self, style: Style) -> None:
        self.style = style
        self.size = 8.0 if style is Style.WORDS else 10.0
        self.file = pdfium.PdfDocument.new()
        self.fonts = {
            bold: pdfium_c.FPDFText_LoadStandardFont(self.file.raw, name)
            for bold, name in ((False, b"Helvetica"), (True, b"Helvetica-Bold"))
        }
        self.page = self._new_page()
        self.y = _TOP

    def bytes(self) -> bytes:
        self.page.gen_content()
        buffer = io.BytesIO()
        self.file.save(buffer)
        return buffer.getvalue()

    def title(self, text: str) -> None:
        self._draw(text, _LEFT, self.y, 16.0, bold=True)
        self.y -= 34

    def lines(self, texts: Sequence[str], bold: bool = False) -> None:
        for text in texts:
            self._draw(text, _LEFT, self.y, self.size, bold)
            self.y -= _LEADING * self.size
        self.y -= self.size

    def table(self, table: KnownTable) -> None:
        below = self.style is Style.BOOK and table.caption.startswith("Table ")
        if table.caption and not below:
            self._caption(table.caption)
        if table.unit:
            self.lines([table.unit])
        edges = self._edges(table)
        self._head(table, edges)
        sections = dict(table.sections)
        for at, row in enumerate(table.rows):
            height = self._height(row)
            if self.y - height < _BOTTOM:
                self._turn()
                self._head(table, edges)
            if at in sections:
                self._row((Name(sections[at], table.width),), edges, 1, bold=True)
            above = table.rows[at - 1] if at else ()
            shown = [
                "" if number + 1 < table.labels and above and above[number] == cell else cell
                for number, cell in enumerate(row)
            ]
            self._row([Name(text) for text in shown], edges, table.labels)
        if self.style is Style.BOOK:
            self._rule(_LEFT, self.y + self.size * 0.6, edges[-1], self.y + self.size * 0.6)
        self.y -= 2 * self.size
        if below:
            self._caption(table.caption)

    def _caption(self, text: str) -> None:
        self.lines([text], bold=self.style is not Style.WORDS)
        self.y += 0.6 * self.size

    def _edges(self, table: KnownTable) -> list[float]:
        """Where columns begin, as wide as what stands in them, and where the last ends."""
        widths = []
        for column in range(table.width):
            texts = [row[column] for row in table.rows]
            texts += [head[column].text for head in table.heads if len(head) == table.width]
            lines = [line for text in texts for line in text.split("\n")]
            widths.append(max(self._width(line, self.size, bold=True) for line in lines))
        gap = min(40.0, (_RIGHT - _LEFT - sum(widths)) / len(widths))
        edges = [_LEFT]
        for width in widths:
            edges.append(edges[-1] + width + gap)
        return edges

    def _head(self, table: KnownTable, edges: Sequence[float]) -> None:
        if self.style is Style.BOOK:
            self._rule(_LEFT, self.y + self.size, edges[-1], self.y + self.size)
            self.y -= 0.4 * self.size
        for head in table.heads:
            self._row(head, edges, table.labels, bold=self.style is not Style.WORDS, names=True)
        if self.style is Style.BOOK:
            self._rule(_LEFT, self.y + self.size * 0.8, edges[-1], self.y + self.size * 0.8)
            self.y -= 0.4 * self.size

    def _height(self, row: Sequence[str]) -> float:
        lines = max(text.count("\n") + 1 for text in row)
        return _LEADING * self.size * lines + (self.size if self.style is Style.GRID else 0)

    def _row(
        self,
        cells: Sequence[Name],
        edges: Sequence[float],
        labels: int,
        bold: bool = False,
        names: bool = False,
    ) -> None:
        """One row of cells: words to the left, numbers to the right, wide names in the middle."""
        height = self._height([cell.text for cell in cells])
        if self.style is Style.GRID:
            self._boxes(cells, edges, height)
        column = 0
        for cell in cells:
            left, right = edges[column], edges[column + cell.columns]
            if self.style is Style.GRID:
                left, right = left + 3, right - 3
            else:
                right -= min(12.0, (right - left) / 5)
            for line, text in enumerate(cell.text.split("\n")):
                y = self.y - line * _LEADING * self.size
                width = self._width(text, self.size, bold)
                share = self._shift(cell, column >= labels, names)
                x = left + share * (right - left - width)
                self._draw(text, x, y, self.size, bold)
            column += cell.columns
        self.y -= height

    def _shift(self, cell: Name, value: bool, names: bool) -> float:
        """Where a cell stands in its column: at 0 to the left, at 1 to the right."""
        if not names:
            return 1.0 if value and not any(map(str.isalpha, cell.text)) else 0.0
        if cell.columns > 1:
            return 0.5
        return _NAMES[self.style] if value else 0.0

    def _boxes(self, cells: Sequence[Name], edges: Sequence[float], height: float) -> None:
        top = self.y + 1.2 * self.size
        column = 0
        for cell in cells:
            left, right = edges[column], edges[column + cell.columns]
            for start, end in (
                ((left, top), (right, top)), ((left, top - height), (right, top - height)),
                ((left, top), (left, top - height)), ((right, top), (right, top - height)),
            ):  # fmt: skip
                self._rule(*start, *end)
            column += cell.columns

    def _turn(self) -> None:
        self.page.gen_content()
        self.page = self._new_page()
        self.y = _TOP

    def _new_page(self) -> Any:  # noqa: ANN401 - pypdfium2 has no types
        return self.file.new_page(_WIDTH, _HEIGHT)

    def _draw(self, text: str, x: float, y: float, size: float, bold: bool) -> None:
        if self.style is not Style.WORDS:
            self._put(text, x, y, size, bold)
            return
        for word in text.split():
            self._put(word, x, y, size, bold)
            x += self._width(word, size, bold) + _SPACE * size

    def _put(self, text: str, x: float, y: float, size: float, bold: bool) -> None:
        if text:
            drawn = self._text(text, size, bold)
            pdfium_c.FPDFPageObj_Transform(drawn, 1, 0, 0, 1, x, y)
            pdfium_c.FPDFPage_InsertObject(self.page.raw, drawn)

    def _width(self, text: str, size: float, bold: bool) -> float:
        """How far the type goes on with a text: to where a letter behind it would begin."""
        return self._end(text + "i", size, bold) - self._end("i", size, bold) if text else 0.0

    def _end(self, text: str, size: float, bold: bool) -> float:
        drawn = self._text(text, size, bold)
        edges = [ctypes.c_float() for _ in range(4)]
        pdfium_c.FPDFPageObj_GetBounds(drawn, *edges)
        pdfium_c.FPDFPageObj_Destroy(drawn)
        return float(edges[2].value)

    def _text(self, text: str, size: float, bold: bool) -> Any:  # noqa: ANN401
        drawn = pdfium_c.FPDFPageObj_CreateTextObj(self.file.raw, self.fonts[bold], size)
        signs = (text + "\0").encode("utf-16-le")
        buffer = ctypes.create_string_buffer(signs)
        pdfium_c.FPDFText_SetText(drawn, ctypes.cast(buffer, pdfium_c.FPDF_WIDESTRING))
        return drawn

    def _rule(self, x1: float, y1: float, x2: float, y2: float) -> None:
        path = pdfium_c.FPDFPageObj_CreateNewPath(x1, y1)
        pdfium_c.FPDFPath_LineTo(path, x2, y2)
        pdfium_c.FPDFPath_SetDrawMode(path, 0, True)
        pdfium_c.FPDFPageObj_SetStrokeWidth(path, 0.5)
        pdfium_c.FPDFPage_InsertObject(self.page.raw, path)
