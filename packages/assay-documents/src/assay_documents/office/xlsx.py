"""Excel files: each sheet a section, its rows as facts under the names of the columns."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from string import ascii_uppercase
from typing import Any

from lxml import etree

from assay_documents.errors import UnreadableError
from assay_documents.model import Document
from assay_documents.office.cell_values import CellFormats, cell_column, column_letters
from assay_documents.office.package import Package, core_title
from assay_documents.office.word_styles import local
from assay_documents.outline import Outline
from assay_documents.places import Place
from assay_documents.read_limits import ReadLimits
from assay_documents.rows.column_words import is_dictionary, told_in, with_meanings

_MAX_COLUMNS = 16_384  # Excel's own limit
_MAX_MERGED = 10_000  # cells over several columns or rows that are looked at
_MAX_TALL = 20  # columns of a row in which a cell goes on from above
_MAX_TOLD = 1000  # rows of a sheet that tells what columns mean
_MAX_LONE = 3  # rows of one cell between gaps that are text; more are a list
_MIN_COLUMNS = 2  # a pair below a gap may be about something else
_REPEATED = 200  # characters of a merged cell that are said again in the rows it spans
_MERGED = re.compile(rb'mergeCell\s+ref="([A-Z]{1,3}[0-9]{1,7}):([A-Z]{1,3}[0-9]{1,7})"')


@dataclass(frozen=True, slots=True)
class _Row:
    number: int
    cells: dict[int, str]
    spans: dict[int, int]

    def place(self, sheet: str) -> Place:
        return Place(sheet=sheet, cell=f"{column_letters(min(self.cells))}{self.number}")


def read_xlsx(path: Path, limits: ReadLimits) -> Iterator[Document]:
    """One document; formulas count with the value that was last worked out."""
    with Package(path, limits) as package:
        main = next((n for k, n in package.related("").values() if k == "officeDocument"), "")
        main = main or "xl/workbook.xml"
        book = package.xml(main)
        outline = Outline(limits, core_title(package))
        related = package.related(main)
        parts = dict(related.values())
        strings = _strings(package, parts.get("sharedStrings", ""))
        styles = package.optional_xml(parts.get("styles", ""))
        epoch_1904 = any(
            each.get("date1904") in {"1", "true"} for each in book.iter("{*}workbookPr")
        )
        formats = CellFormats(styles, epoch_1904)
        hidden = 0
        sheets: list[tuple[str, str]] = []
        for sheet in book.iter("{*}sheet"):
            if sheet.get("state", "visible") != "visible":
                hidden += 1
                continue
            id = next((str(v) for k, v in sheet.attrib.items() if k.endswith("}id")), "")
            name = related.get(id, ("", ""))[1]
            if name in package:
                sheets.append((sheet.get("name", ""), name))
        told = [
            pair
            for label, name in sheets
            if is_dictionary(label)
            for pair in _told(_rows(package.read(name), strings, formats))
        ]
        for label, name in sheets:
            outline.heading(1, label, Place(sheet=label))
            rows = _rows(package.read(name), strings, formats)
            meaning = partial(with_meanings, path=path, told=() if is_dictionary(label) else told)
            _add_rows(outline, label, rows, meaning)
        yield outline.document(path, [f"{hidden} hidden sheets left out"] if hidden else [])


Meaning = Callable[[Mapping[int, str]], dict[int, str]]


def _told(rows: Iterator[_Row]) -> Iterator[tuple[str, str]]:
    """What the first rows of a sheet say of names."""
    return told_in(
        [row.cells.get(column, "") for column in range(1, max(row.cells) + 1)]
        for row in islice(rows, _MAX_TOLD)
        if max(row.cells) <= _MAX_TALL
    )


def _add_rows(outline: Outline, sheet: str, rows: Iterator[_Row], meaning: Meaning) -> None:
    """Rows without a gap between them are one table; a lone cell is a text above or below.

    The names at the top of a sheet hold below a gap, too, where no others are.
    """
    region: list[_Row] = []
    names: Mapping[int, str] = {}
    for row in rows:
        if region and row.number > region[-1].number + 1:
            names = _add_region(outline, sheet, region, names, meaning) or names
            region = []
        region.append(row)
    _add_region(outline, sheet, region, names, meaning)


def _add_region(
    outline: Outline,
    sheet: str,
    region: list[_Row],
    names: Mapping[int, str],
    meaning: Meaning,
) -> Mapping[int, str]:
    """Lone cells above a table say what it is about; the names of its columns are given back."""
    few = len(region) if len(region) <= _MAX_LONE else 0
    above = next((n for n, row in enumerate(region) if len(row.cells) > 1), few)
    if (
        0 < above < len(region)
        and region[above - 1].spans
        and min(region[above - 1].cells) > min(region[above].cells)
    ):
        above -= 1  # it names some of the columns
    for row in region[:above]:
        outline.paragraph(next(iter(row.cells.values())), row.place(sheet))
    rows = region[above:]
    if not rows:
        return {}
    places = [row.place(sheet) for row in rows]
    spans = [row.spans for row in rows]
    wide = max((len(row.cells) for row in rows), default=0) > _MIN_COLUMNS
    cells = [row.cells for row in rows]
    if len(cells) > 1:
        cells[0] = meaning(cells[0])
    return outline.table(cells, places, likely=True, spans=spans, above=names if wide else None)


def _strings(package: Package, name: str) -> list[str]:
    if name not in package:
        return []
    found = []
    for each in package.xml(name).iterchildren("{*}si"):
        found.append(_rich(each))
        each.clear()
    return found


def _rich(element: Any) -> str:  # noqa: ANN401 - lxml has no types
    """The text of a cell, without the hints on pronunciation that East Asian files carry."""
    return "".join(
        each.text or ""
        for each in element.iter("{*}t")
        if each.getparent() is None or local(each.getparent()) != "rPh"
    )


def _rows(data: bytes, strings: list[str], formats: CellFormats) -> Iterator[_Row]:
    """The rows that hold anything, one after the other."""
    number = 0
    merged = _Merged(data)
    try:
        for _, element in etree.iterparse(
            io.BytesIO(data), tag="{*}row", resolve_entities=False, no_network=True,
            load_dtd=False, huge_tree=False,
        ):  # fmt: skip
            if element.getroottree().docinfo.internalDTD is not None:
                raise UnreadableError("holds a sheet with a document type, which none needs")
            stated = element.get("r", "")
            number = int(stated[:9]) if stated.isascii() and stated.isdigit() else number + 1
            cells: dict[int, str] = {}
            column = 0
            for cell in element.iterchildren("{*}c"):
                column = cell_column(cell.get("r", "")) or column + 1
                if column <= _MAX_COLUMNS and (text := _value(cell, strings, formats).strip()):
                    cells[column] = text
            if cells:
                merged.fill(number, cells)
                yield _Row(number, cells, merged.spans.get(number, {}))
            element.clear()
            while element.getprevious() is not None:
                del element.getparent()[0]
    except etree.LxmlError as error:
        raise UnreadableError(f"holds a sheet that is damaged: {error}") from error


class _Merged:
    """The cells of a sheet that go over several columns or rows."""

    def __init__(self, data: bytes) -> None:
        """Look at the list of them, which stands behind the rows."""
        self.spans: dict[int, dict[int, int]] = {}
        self._tall: dict[int, dict[int, int]] = {}  # by their first row: column, last row
        self._open: dict[int, tuple[int, str]] = {}  # column: last row, text
        start = max(data.rfind(b"</sheetData>"), data.rfind(b":sheetData>"), 0)
        for count, found in enumerate(_MERGED.finditer(data, start)):
            if count >= _MAX_MERGED:
                break
            (left, top), (right, bottom) = (_corner(each.decode()) for each in found.groups())
            if right > left:
                self.spans.setdefault(top, {})[left] = right - left + 1
            if bottom > top:
                self._tall.setdefault(top, {})[left] = bottom

    def fill(self, number: int, cells: dict[int, str]) -> None:
        """Say a cell that goes over several rows in each of them; they come in their order."""
        self._open = {at: each for at, each in self._open.items() if each[0] >= number}
        for column, (_, text) in self._open.items():
            cells.setdefault(column, text)
        for column, last in self._tall.get(number, {}).items():
            text = cells.get(column, "")
            if text and len(text) <= _REPEATED and len(self._open) < _MAX_TALL:
                self._open[column] = (last, text)


def _corner(reference: str) -> tuple[int, int]:
    """Column and row of a reference such as "AB12"."""
    return cell_column(reference), int(reference.lstrip(ascii_uppercase))


def _value(cell: Any, strings: list[str], formats: CellFormats) -> str:  # noqa: ANN401
    kind = cell.get("t", "n")
    if kind == "inlineStr":
        return _rich(cell)
    raw = next((each.text or "" for each in cell.iterchildren("{*}v")), "").strip()
    match kind:
        case "s":
            index = int(raw[:9]) if raw.isascii() and raw.isdigit() else -1
            return strings[index] if 0 <= index < len(strings) else ""
        case "b":
            return {"1": "TRUE", "0": "FALSE"}.get(raw, raw)
        case "n":
            return formats.show(raw, cell.get("s", ""))
    return raw
