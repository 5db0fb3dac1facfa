"""A known table as a Word file and as a spreadsheet, each as small as a reader allows."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Sequence
from string import ascii_uppercase
from xml.sax.saxutils import escape

from assay_bench.tables.truth import KnownTable, Name

_RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_NUMBER = re.compile(r"\d+(?:\.\d*[1-9])?")  # as a sheet shows it without a format


def write_docx(table: KnownTable) -> bytes:
    """A Word file: a title, the caption and the unit as paragraphs, the table, its notes."""
    above = [text for text in (table.caption, table.unit) if text]
    rows = [_word_row(head, bold=True) for head in table.heads]
    sections = dict(table.sections)
    for at, row in enumerate(table.rows):
        if at in sections:
            rows.append(_word_row((Name(sections[at], table.width),), bold=True))
        rows.append(_word_row([Name(cell) for cell in row]))
    body = [
        _word_paragraph(table.title, bold=True),
        *map(_word_paragraph, above),
        f"<w:tbl>{''.join(rows)}</w:tbl>",
        *map(_word_paragraph, table.notes),
    ]
    return _zipped(
        {
            "_rels/.rels": _relations(("officeDocument", "word/document.xml")),
            "word/document.xml": f'<w:document xmlns:w="{_WORD}"><w:body>{"".join(body)}</w:body>'
            "</w:document>",
        }
    )


def _word_row(cells: Sequence[Name], bold: bool = False) -> str:
    return "".join(["<w:tr>", *(_word_cell(cell, bold) for cell in cells), "</w:tr>"])


def _word_cell(cell: Name, bold: bool) -> str:
    wide = f'<w:tcPr><w:gridSpan w:val="{cell.columns}"/></w:tcPr>' if cell.columns > 1 else ""
    return f"<w:tc>{wide}{_word_paragraph(cell.text, bold)}</w:tc>"


def _word_paragraph(text: str, bold: bool = False) -> str:
    look = "<w:rPr><w:b/></w:rPr>" if bold else ""
    runs = "<w:br/>".join(f"<w:t>{escape(line)}</w:t>" for line in text.split("\n"))
    return f"<w:p><w:r>{look}{runs}</w:r></w:p>"


def write_xlsx(table: KnownTable) -> bytes:
    """A spreadsheet: title, caption and unit in cells of their own, then the table, its notes."""
    rows: list[Sequence[Name]] = [[Name(table.title)], []]
    rows += [[Name(text)] for text in (table.caption, table.unit) if text]
    rows += table.heads
    sections = dict(table.sections)
    for at, row in enumerate(table.rows):
        if at in sections:
            rows.append([Name(sections[at])])
        rows.append([Name(cell) for cell in row])
    rows += [[], *([Name(note)] for note in table.notes)]
    lines, merged = [], []
    for number, cells in enumerate(rows, 1):
        column, parts = 0, []
        for cell in cells:
            here = f"{ascii_uppercase[column]}{number}"
            parts.append(_sheet_cell(here, cell.text))
            if cell.columns > 1:
                end = ascii_uppercase[column + cell.columns - 1]
                merged.append(f'<mergeCell ref="{here}:{end}{number}"/>')
            column += cell.columns
        lines.append(f'<row r="{number}">{"".join(parts)}</row>')
    merges = f"<mergeCells>{''.join(merged)}</mergeCells>" if merged else ""
    return _zipped(
        {
            "_rels/.rels": _relations(("officeDocument", "xl/workbook.xml")),
            "xl/workbook.xml": f'<workbook xmlns="{_SHEET}" xmlns:r="{_OFFICE}"><sheets>'
            '<sheet name="Sheet1" sheetId="1" r:id="r1"/></sheets></workbook>',
            "xl/_rels/workbook.xml.rels": _relations(("worksheet", "worksheets/sheet1.xml")),
            "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{_SHEET}"><sheetData>{"".join(lines)}'
            f"</sheetData>{merges}</worksheet>",
        }
    )


def _sheet_cell(at: str, text: str) -> str:
    if not text:
        return ""
    if _NUMBER.fullmatch(text):
        return f'<c r="{at}"><v>{text}</v></c>'
    return f'<c r="{at}" t="inlineStr"><is><t>{escape(text)}</t></is></c>'


def _relations(*pairs: tuple[str, str]) -> str:
    lines = "".join(
        f'<Relationship Id="r{n}" Type="{_OFFICE}/{kind}" Target="{target}"/>'
        for n, (kind, target) in enumerate(pairs, 1)
    )
    return f'<Relationships xmlns="{_RELATIONS}">{lines}</Relationships>'


def _zipped(parts: dict[str, str]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return buffer.getvalue()
