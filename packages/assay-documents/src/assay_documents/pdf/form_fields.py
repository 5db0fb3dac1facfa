"""What is filled in to the fields of a form, which is no text of its page."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c

from assay_documents.pdf.lines import Line

_MAX_FIELDS = 2000  # of a page
_MAX_BYTES = 200_000  # of a value
_OUT_OF_SIGHT = pdfium_c.FPDF_ANNOT_FLAG_HIDDEN | pdfium_c.FPDF_ANNOT_FLAG_NOVIEW
_WRITTEN = (
    pdfium_c.FPDF_FORMFIELD_TEXTFIELD,
    pdfium_c.FPDF_FORMFIELD_COMBOBOX,
    pdfium_c.FPDF_FORMFIELD_LISTBOX,
)
_PRESSED = (pdfium_c.FPDF_FORMFIELD_CHECKBOX, pdfium_c.FPDF_FORMFIELD_RADIOBUTTON)
_CHECKED, _UNCHECKED = "[x]", "[ ]"
_MIN_SIDE = 4.0  # points; a smaller field shows nothing
_NEAR = 2.0  # heights of a box, within which its label stands at its right
_NEAR_MARK = 40.0  # points from the left of a box to its label
_SIZE = 10.0  # of type on a page that holds fields alone


@dataclass(frozen=True, slots=True)
class _Field:
    """A field that shows something: its text, whether that is a mark, and its edges."""

    text: str
    is_mark: bool
    left: float
    bottom: float
    right: float
    top: float


def with_fields(
    file: pdfium.PdfDocument, page: pdfium.PdfPage, number: int, lines: Sequence[Line]
) -> list[Line]:
    """The lines of a page, each label followed by what its field holds."""
    if file.formenv is None:
        return list(lines)
    beside: dict[int, list[_Field]] = {}
    alone: list[_Field] = []
    for field in _fields(file, page):
        height = next((at for at, line in enumerate(lines) if _is_beside(line, field)), None)
        (alone if height is None else beside.setdefault(height, [])).append(field)
    kept = [_filled(line, beside.get(at, ())) for at, line in enumerate(lines)]
    size = min((line.size for line in lines), default=_SIZE)
    for field in alone:
        kept.insert(_place(kept, field), _alone(field, number, size))
    return kept


def _fields(file: pdfium.PdfDocument, page: pdfium.PdfPage) -> Iterator[_Field]:
    for index in range(min(pdfium_c.FPDFPage_GetAnnotCount(page), _MAX_FIELDS)):
        annotation = pdfium_c.FPDFPage_GetAnnot(page, index)
        if not annotation:
            continue
        try:
            field = _field(file, annotation)
        finally:
            pdfium_c.FPDFPage_CloseAnnot(annotation)
        if field is not None:
            yield field


def _field(file: pdfium.PdfDocument, annotation: pdfium_c.FPDF_ANNOTATION) -> _Field | None:
    """A field in sight with something in it, or None."""
    if (
        pdfium_c.FPDFAnnot_GetSubtype(annotation) != pdfium_c.FPDF_ANNOT_WIDGET
        or pdfium_c.FPDFAnnot_GetFlags(annotation) & _OUT_OF_SIGHT
    ):
        return None
    box = pdfium_c.FS_RECTF()
    if not pdfium_c.FPDFAnnot_GetRect(annotation, box):
        return None
    if min(box.right - box.left, box.top - box.bottom) < _MIN_SIDE:
        return None
    kind = pdfium_c.FPDFAnnot_GetFormFieldType(file.formenv, annotation)
    text = ""
    if kind in _WRITTEN:
        text = _value(file, annotation)
    elif kind in _PRESSED:
        checked = pdfium_c.FPDFAnnot_IsChecked(file.formenv, annotation)
        text = _CHECKED if checked else _UNCHECKED
    if not text:
        return None
    return _Field(text, kind in _PRESSED, box.left, box.bottom, box.right, box.top)


def _value(file: pdfium.PdfDocument, annotation: pdfium_c.FPDF_ANNOTATION) -> str:
    size = pdfium_c.FPDFAnnot_GetFormFieldValue(file.formenv, annotation, None, 0)
    if not 2 < size <= _MAX_BYTES:  # noqa: PLR2004 - the end of the text alone
        return ""
    buffer = ctypes.create_string_buffer(size)
    wide = ctypes.cast(buffer, ctypes.POINTER(pdfium_c.FPDF_WCHAR))
    pdfium_c.FPDFAnnot_GetFormFieldValue(file.formenv, annotation, wide, size)
    return " ".join(buffer.raw.decode("utf-16-le", "replace").replace("\0", " ").split())


def _is_beside(line: Line, field: _Field) -> bool:
    """True for a line at the height of a field that holds its label."""
    if line.table is not None or not field.bottom <= line.top + line.size / 3 <= field.top:
        return False
    near = _NEAR * (field.top - field.bottom)
    return line.left < field.left or (field.is_mark and line.left < field.right + near)


def _filled(line: Line, fields: Sequence[_Field]) -> Line:
    """The line with each value behind the words before it, and a mark before the words behind."""
    if not fields:
        return line
    borders = [0, *(at for at, _ in line.gaps), len(line.text)]
    lefts = [line.left, *(left for _, left in line.gaps)]
    words = [
        (left, line.text[start:end].strip())
        for left, (start, end) in zip(lefts, pairwise(borders), strict=True)
    ]
    placed: list[tuple[float, str | _Field]] = [*words, *((each.left, each) for each in fields)]
    said: list[str] = []
    mark = ""
    for left, part in sorted(placed, key=lambda each: each[0]):
        if isinstance(part, str):
            item = "\u2022 " if mark and not said else ""
            said.append(f"{item}{mark} {part}" if mark else part)
            mark = ""
        elif part.is_mark and any(0 <= at - left < _NEAR_MARK for at, _ in words):
            mark = part.text
        elif said:
            said[-1] += f" {part.text}" if said[-1].endswith(":") else f": {part.text}"
        else:
            said.append(part.text)
    text = "; ".join(said)
    return replace(line, text=text, gaps=(), ends=(), starts=(), near=(), heights=())


def _place(lines: Sequence[Line], field: _Field) -> int:
    """Where a field without a label goes: behind the last line above it."""
    above = [index for index, line in enumerate(lines) if line.top > field.bottom]
    return above[-1] + 1 if above else 0


def _alone(field: _Field, number: int, size: float) -> Line:
    """A line for a field that no label stands beside."""
    left, right, base = round(field.left, 1), round(field.right, 1), round(field.bottom, 1)
    return Line(number, field.text, left, right, base, base, size, False, False)
