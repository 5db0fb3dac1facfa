"""OpenDocument files: texts (.odt), spreadsheets (.ods) and slides (.odp)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from assay_documents.errors import UnreadableError
from assay_documents.model import Document
from assay_documents.office.cell_values import column_letters
from assay_documents.office.numbering import spell
from assay_documents.office.package import Package, text_of
from assay_documents.office.word_styles import local
from assay_documents.outline import Outline
from assay_documents.places import Place
from assay_documents.read_limits import ReadLimits
from assay_documents.title import given_title

_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_STYLE = "{urn:oasis:names:tc:opendocument:xmlns:style:1.0}"
_PRESENTATION = "{urn:oasis:names:tc:opendocument:xmlns:presentation:1.0}"
_MANIFEST = "{urn:oasis:names:tc:opendocument:xmlns:manifest:1.0}"
_DC = "{http://purl.org/dc/elements/1.1/}"
_MAX_REPEAT = 1000  # times that a value is repeated in a row at most
_UNSEEN = {"tracked-changes", "annotation", "forms", "sequence-decls", "table-of-content-source",
           "settings", "shapes"}  # fmt: skip
_FORMATS = {"1": "decimal", "a": "lowerLetter", "A": "upperLetter", "i": "lowerRoman",
            "I": "upperRoman"}  # fmt: skip


@dataclass(slots=True)
class _List:
    """The list that is being read: its group, its level and how its items are counted."""

    group: int = 0
    level: int = 0
    style: str = ""
    count: int = 0
    mark: str | None = None  # of the item whose first paragraph is still to come


def read_odt(path: Path, limits: ReadLimits) -> Iterator[Document]:
    """One document with everything a reader of the file sees."""
    with Package(path, limits) as package:
        manifest = package.optional_xml("META-INF/manifest.xml")
        if (
            manifest is not None
            and next(manifest.iter(f"{_MANIFEST}encryption-data"), None) is not None
        ):
            raise UnreadableError("is protected by a password")
        title = given_title(text_of(package.optional_xml("meta.xml"), f"{_DC}title"))
        content = package.xml("content.xml")
        reading = _Reading(Outline(limits, title), content, package.optional_xml("styles.xml"))
        for body in content.iter("{*}body"):
            reading.blocks(body, Place(), _List())
        yield reading.outline.document(path)


class _Reading:
    """One file while it is read."""

    def __init__(self, outline: Outline, content: Any, styles: Any) -> None:  # noqa: ANN401
        self.outline = outline
        self.slides = 0
        self.parents: dict[str, str] = {}
        self.orders: dict[str, dict[str, tuple[str, str]]] = {}
        for root in (styles, content):
            if root is None:
                continue
            for each in root.iter(f"{_STYLE}style"):
                name = each.get(f"{_STYLE}name", "")
                self.parents[name] = each.get(f"{_STYLE}parent-style-name", "")
            for each in root.iter(f"{_TEXT}list-style"):
                self.orders[each.get(f"{_STYLE}name", "")] = {
                    level.get(f"{_TEXT}level", ""): (
                        level.get(f"{_STYLE}num-format", ""), level.get(f"{_STYLE}num-suffix", ""),
                    )
                    for level in each.iter(f"{_TEXT}list-level-style-number")
                }  # fmt: skip

    def blocks(self, parent: Any, place: Place, within: _List) -> None:  # noqa: ANN401
        for each in parent:
            match local(each):
                case "h":
                    level = each.get(f"{_TEXT}outline-level", "1")
                    self._with_asides(
                        each, place, within, int(level[:2]) if level.isdecimal() else 1
                    )
                case "p":
                    self._with_asides(each, place, within, None)
                case "list":
                    self._list(each, place, within)
                case "table" if each.tag.startswith(_TABLE):
                    self._table(each, place)
                case "page":
                    self.slides += 1
                    self.outline.leave(1)
                    self.blocks(each, Place(slide=self.slides), _List())
                case name if name not in _UNSEEN:
                    self.blocks(each, place, within)

    def _with_asides(self, element: Any, place: Place, within: _List, level: int | None) -> None:  # noqa: ANN401
        aside: list[Any] = []
        text = _text(element, aside)
        style = self._styles(element)
        if place.slide and _is_title(element):
            level = 1
        if level is not None:
            self.outline.heading(level, text, place)
        elif "Title" in style:
            self.outline.title = self.outline.title or " ".join(text.split())
            self.outline.heading(0, text, place)
        elif within.group and within.mark is not None and text.strip():
            self.outline.item(text, within.group, place, within.mark)
            within.mark = None
        elif "Preformatted_20_Text" in style:
            self.outline.code(text, place)
        else:
            self.outline.paragraph(text, place, within.group)
        for each in aside:
            self.blocks(each, place, _List())

    def _styles(self, element: Any) -> set[str]:  # noqa: ANN401 - lxml has no types
        found: set[str] = set()
        name = element.get(f"{_TEXT}style-name", "")
        while name and name not in found:
            found.add(name)
            name = self.parents.get(name, "")
        return found

    def _list(self, element: Any, place: Place, within: _List) -> None:  # noqa: ANN401
        style = element.get(f"{_TEXT}style-name", "") or within.style
        here = _List(within.group or self.outline.new_group(), within.level + 1, style)
        format, suffix = self.orders.get(style, {}).get(str(here.level), ("", ""))
        for item in element:
            if local(item) not in {"list-item", "list-header"}:
                continue
            here.mark = ""
            if local(item) == "list-item" and format in _FORMATS:
                here.count += 1
                here.mark = f"{spell(here.count, _FORMATS[format])}{suffix}"
            self.blocks(item, place, here)

    def _table(self, table: Any, place: Place) -> None:  # noqa: ANN401 - lxml has no types
        sheet = ""
        if local(table.getparent()) == "spreadsheet":
            sheet = table.get(f"{_TABLE}name", "")
            self.outline.heading(1, sheet, Place(sheet=sheet))
        rows: list[dict[int, str]] = []
        places: list[Place] = []
        spans: list[dict[int, int]] = []
        number = 1
        header = None
        for line in table.iter(f"{_TABLE}table-row"):
            if next(line.iterancestors(f"{_TABLE}table")) is not table:
                continue
            cells, wide = _cells(line)
            if any(text.strip() for text in cells.values()):
                if not rows and local(line.getparent()) == "table-header-rows":
                    header = True
                first = min(column for column, text in cells.items() if text.strip())
                cell = f"{column_letters(first)}{number}" if sheet else ""
                rows.append(cells)
                spans.append(wide)
                places.append(replace(place, sheet=sheet, cell=cell))
            number += _repeat(line, "number-rows-repeated")
        self.outline.table(rows, places, header, likely=bool(sheet), spans=spans)


def _cells(line: Any) -> tuple[dict[int, str], dict[int, int]]:  # noqa: ANN401 - lxml has no types
    """The cells by column, and over how many columns they go where it is more than one."""
    cells: dict[int, str] = {}
    spans: dict[int, int] = {}
    column = 1
    for cell in line:
        if local(cell) not in {"table-cell", "covered-table-cell"}:
            continue
        text = "\n".join(_text(each) for each in cell.iter(f"{_TEXT}p", f"{_TEXT}h"))
        times = _repeat(cell, "number-columns-repeated")
        if text.strip():
            for copy in range(min(times, _MAX_REPEAT)):
                cells[column + copy] = text
            if (span := min(_repeat(cell, "number-columns-spanned"), _MAX_REPEAT)) > 1:
                spans[column] = span
        column += times
    return cells, spans


def _repeat(element: Any, name: str) -> int:  # noqa: ANN401 - lxml has no types
    text = element.get(f"{_TABLE}{name}", "1")
    return max(1, int(text[:8])) if text.isascii() and text.isdigit() else 1


def _is_title(element: Any) -> bool:  # noqa: ANN401 - lxml has no types
    frame = next(element.iterancestors("{*}frame"), None)
    return frame is not None and frame.get(f"{_PRESENTATION}class") == "title"


def _text(element: Any, aside: list[Any] | None = None) -> str:  # noqa: ANN401
    """The text of a paragraph; notes and text boxes inside it go to `aside`."""
    parts = [element.text or ""]
    waiting = [iter(element)]
    tails: list[str] = []
    while waiting:
        each = next(waiting[-1], None)
        if each is None:
            waiting.pop()
            parts.append(tails.pop() if tails else "")
            continue
        name, tail = local(each), each.tail or ""
        if name in {"note-body", "text-box"} and aside is not None:
            aside.append(each)
            parts.append(tail)
        elif name in _UNSEEN or name in {"note-citation", "desc", "title"}:
            parts.append(tail)
        elif name in {"s", "tab", "line-break"}:
            parts.append(("\n" if name == "line-break" else " ") + tail)
        else:
            parts.append(each.text or "")
            waiting.append(iter(each))
            tails.append(tail)
    return "".join(parts)
