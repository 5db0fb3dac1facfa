"""PowerPoint files: the slides in their order with titles, text, tables, diagrams and notes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from assay_documents.model import Document
from assay_documents.office.package import Package, core_title
from assay_documents.office.word_styles import child, local
from assay_documents.outline import Outline, tidy_line
from assay_documents.places import Place
from assay_documents.read_limits import ReadLimits

_TITLES = {"title", "ctrTitle"}
_UNSEEN = {"sldNum", "dt", "ftr", "hdr", "sldImg"}  # placeholders that repeat on every slide

_MAX_SPAN = 1000


def read_pptx(path: Path, limits: ReadLimits) -> Iterator[Document]:
    """One document; what stands on a slide is under the slide's title."""
    with Package(path, limits) as package:
        main = next((n for k, n in package.related("").values() if k == "officeDocument"), "")
        main = main or "ppt/presentation.xml"
        outline = Outline(limits, core_title(package))
        related = package.related(main)
        for number, id in enumerate(_slide_ids(package.xml(main)), start=1):
            name = related.get(id, ("", ""))[1]
            if name in package:
                _Slide(package, name, outline, Place(slide=number)).read()
        yield outline.document(path)


def _slide_ids(root: Any) -> Iterator[str]:  # noqa: ANN401 - lxml has no types
    for each in root.iter("{*}sldId"):
        yield next((str(v) for k, v in each.attrib.items() if k.endswith("}id")), "")


class _Slide:
    """One slide while it is read."""

    def __init__(self, package: Package, name: str, outline: Outline, place: Place) -> None:
        self.package, self.outline, self.place = package, outline, place
        self.root = package.xml(name)
        self.related = package.related(name)

    def read(self) -> None:
        shapes = list(_shapes(self.root))
        titles = [shape for shape in shapes if _placeholder(shape) in _TITLES]
        self.outline.leave(1)
        if titles and not self.outline.title and self.place.slide == 1:
            self.outline.title = tidy_line(" ".join(_lines(titles[0])))
        for shape in titles:
            self.outline.heading(1, "\n".join(_lines(shape)), self.place)
        for shape in shapes:
            if shape in titles or _placeholder(shape) in _UNSEEN:
                continue
            if local(shape) == "graphicFrame":
                self._frame(shape)
            else:
                self._text(shape)
        for kind, name in self.related.values():
            if kind == "notesSlide" and name in self.package:
                for shape in _shapes(self.package.xml(name)):
                    if _placeholder(shape) not in _UNSEEN:
                        self.outline.paragraph("\n".join(_lines(shape)), self.place)

    def _text(self, shape: Any) -> None:  # noqa: ANN401 - lxml has no types
        """Several lines of a text body are the points of the slide, one line is a text."""
        lines = [line for line in _lines(shape) if line.strip()]
        if len(lines) > 1 and _placeholder(shape) != "subTitle":
            group = self.outline.new_group()
            for line in lines:
                self.outline.item(line, group, self.place)
        else:
            for line in lines:
                self.outline.paragraph(line, self.place)

    def _frame(self, frame: Any) -> None:  # noqa: ANN401 - lxml has no types
        for table in frame.iter("{*}tbl"):
            self._table(table)
        for each in frame.iter("{*}chart", "{*}relIds"):
            ids = [str(v) for k, v in each.attrib.items() if k.endswith(("}id", "}dm"))]
            for id in ids:
                name = self.related.get(id, ("", ""))[1]
                if name in self.package:
                    self._drawing(self.package.xml(name))

    def _drawing(self, root: Any) -> None:  # noqa: ANN401 - lxml has no types
        """The words of a diagram, or the titles and names of a chart."""
        group = self.outline.new_group()
        seen = set()
        for each in root.iter("{*}p", "{*}strCache"):
            if local(each) == "p":
                text = _paragraph(each)
            else:
                text = "; ".join(v.text or "" for v in each.iter("{*}v"))
            if text.strip() and text not in seen:
                self.outline.item(text, group, self.place)
            seen.add(text)

    def _table(self, table: Any) -> None:  # noqa: ANN401 - lxml has no types
        rows, spans = [], []
        for line in table.iterchildren("{*}tr"):
            # The cells that a span covers are written too, as empty ones.
            cells = list(enumerate(line.iterchildren("{*}tc")))
            rows.append({n: "\n".join(map(_paragraph, cell.iter("{*}p"))) for n, cell in cells})
            spans.append({n: span for n, cell in cells if (span := _span(cell)) > 1})
        properties = child(table, "tblPr")
        first = properties is not None and properties.get("firstRow") in {"1", "true"}
        header = True if first else None
        self.outline.table(rows, [self.place] * len(rows), header, spans=spans)


def _span(cell: Any) -> int:  # noqa: ANN401 - lxml has no types
    text = cell.get("gridSpan", "1")
    return max(1, min(int(text), _MAX_SPAN)) if text.isascii() and text.isdigit() else 1


def _shapes(root: Any) -> Iterator[Any]:  # noqa: ANN401 - lxml has no types
    """The shapes of a slide, also those in groups, in their order."""
    for each in root.iter("{*}sp", "{*}graphicFrame", "{*}cxnSp"):
        if not any(local(above) in {"Fallback", "graphicFrame"} for above in each.iterancestors()):
            yield each


def _placeholder(shape: Any) -> str:  # noqa: ANN401 - lxml has no types
    """What the place that a shape fills is for, such as "title"; "body" where that is not said."""
    for each in shape.iter("{*}ph"):
        return str(each.get("type") or "body")
    return ""


def _lines(shape: Any) -> list[str]:  # noqa: ANN401 - lxml has no types
    return [_paragraph(each) for body in shape.iter("{*}txBody") for each in body.iter("{*}p")]


def _paragraph(element: Any) -> str:  # noqa: ANN401 - lxml has no types
    parts = []
    for each in element.iter("{*}t", "{*}br", "{*}tab"):
        parts.append((each.text or "") if local(each) == "t" else " ")
    return "".join(parts)
