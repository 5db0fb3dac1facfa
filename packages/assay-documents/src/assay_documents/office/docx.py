"""Word files: headings, paragraphs, lists, tables and notes in their order."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from assay_documents.model import Document
from assay_documents.office.numbering import Numbering
from assay_documents.office.package import Package, core_title
from assay_documents.office.word_styles import Style, WordStyles, child, local, value
from assay_documents.outline import Outline, tidy
from assay_documents.places import Place
from assay_documents.read_limits import ReadLimits

_MAX_SPAN = 1000
_MAX_BOLD = 90  # characters of a heading that is only bold
_LONG = 120  # characters of a paragraph below a chapter; what explains a step is shorter
_MOST = 0.8  # share of the items of a list that look like chapters, where they are
_REPEATED = 200  # characters of a merged cell that are repeated in the rows it spans
_SKIPPED = {"pPr", "rPr", "del", "moveFrom", "instrText", "delText", "tblPr", "sectPr"}
_BREAKS = {"tab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-"}
_APART = {"txbxContent", "footnoteReference", "endnoteReference"}
_INSIDE = {"sdt", "sdtContent", "customXml", "smartTag", "ins", "moveTo"}


def read_docx(path: Path, limits: ReadLimits) -> Iterator[Document]:
    """One document with everything a reader of the file sees; hidden and deleted text is left."""
    with Package(path, limits) as package:
        main = next((n for k, n in package.related("").values() if k == "officeDocument"), "")
        main = main or "word/document.xml"
        word = _Word(package, main, Outline(limits, core_title(package)))
        word.read()
        yield word.outline.document(path)


class _Word:
    """One file while it is read."""

    def __init__(self, package: Package, main: str, outline: Outline) -> None:
        self.outline = outline
        self.root = package.xml(main)
        self.parts: dict[str, Any] = {}
        names: dict[str, list[str]] = {}
        for kind, name in package.related(main).values():
            if name in package:
                names.setdefault(kind, []).append(name)
        for kind in ("styles", "numbering", "footnotes", "endnotes"):
            self.parts[kind] = package.xml(names[kind][0]) if names.get(kind) else None
        self.margins = [
            package.xml(name) for kind in ("header", "footer") for name in names.get(kind, [])
        ]
        self.styles = WordStyles(self.parts["styles"])
        self.numbering = Numbering(self.parts["numbering"])
        self.notes = {
            kind: {each.get(_w(each, "id"), ""): each for each in self.parts[f"{kind}s"]}
            for kind in ("footnote", "endnote")
            if self.parts[f"{kind}s"] is not None
        }
        self.given: set[tuple[str, str]] = set()  # notes that have been read, by kind and id
        self.waiting: deque[Any] = deque()  # the note that is read, and those referred to inside
        self.styled = any(self.styles.of(each).heading for each in self.root.iter("{*}p"))
        self.chapters = frozenset(() if self.styled else self._chapters())
        self.list: tuple[str, int] = ("", 0)
        # Word writes where pages ended when it last laid the file out; others do not.
        self.page = 1 if any(True for _ in self.root.iter("{*}lastRenderedPageBreak")) else 0

    def read(self) -> None:
        for body in self.root:
            if local(body) == "body":
                self.blocks(body)
        self.outline.leave(0)
        seen = set()
        for margin in self.margins:
            text = tidy("\n".join(map(self.text, _paragraphs(margin))))
            if text not in seen:
                self.outline.paragraph(text)
            seen.add(text)

    def blocks(self, parent: Any) -> None:  # noqa: ANN401 - lxml has no types
        for each in parent:
            match local(each):
                case "p":
                    self.paragraph(each)
                case "tbl":
                    self.table(each)
                case name if name in _INSIDE:
                    self.blocks(each)

    def paragraph(self, element: Any) -> None:  # noqa: ANN401 - lxml has no types
        aside: list[Any] = []
        text = self.text(element, aside)
        place = Place(page=self._page_of(element))
        if text.strip():
            self._add(text, self.styles.of(element), element, place)
        for each in aside:
            self._read_aside(each)

    def _read_aside(self, element: Any) -> None:  # noqa: ANN401 - lxml has no types
        """Add a text box or a note; notes of a note come after it, however many follow."""
        if local(element) == "txbxContent":
            self.blocks(element)
            return
        self.waiting.append(element)
        if len(self.waiting) > 1:
            return
        while self.waiting:
            self.blocks(self.waiting[0])
            self.waiting.popleft()

    def _add(self, text: str, style: Style, element: Any, place: Place) -> None:  # noqa: ANN401
        numbered = self.numbering.mark(style.list_id, style.list_level)
        if style.heading is not None:
            if style.heading == 0 and not self.outline.title:
                self.outline.title = " ".join(text.split())
            self.outline.heading(style.heading, f"{numbered or ''} {text}", place)
        elif (
            numbered
            and (style.list_id, style.list_level) in self.chapters
            and (self._may_be_chapter(element))
        ):
            self.outline.heading(1 + style.list_level, f"{numbered} {text}", place)
        elif numbered is not None:
            if self.list[0] != style.list_id or not self._follows_item(element):
                self.list = (style.list_id, self.outline.new_group())
            self.outline.item(text, self.list[1], place, numbered)
        elif style.code:
            self.outline.code(text, place)
        elif not self.styled and _stands_out(text, element):
            self.outline.heading(1, text, place)
        else:
            self.outline.paragraph(text, place)

    def _follows_item(self, element: Any) -> bool:  # noqa: ANN401 - lxml has no types
        before = element.getprevious()
        return before is not None and local(before) == "p" and bool(self.styles.of(before).list_id)

    def _chapters(self) -> Iterator[tuple[str, int]]:
        """The levels of lists whose items are chapters of a file without headings.

        They are short and without an end, and text or a table follows nearly all of them, that of
        one at least longer than what explains a step.
        """
        items: dict[tuple[str, int], list[Any]] = {}
        for each in self.root.iter("{*}p"):
            style = self.styles.of(each)
            if style.list_id:
                items.setdefault((style.list_id, style.list_level), []).append(each)
        for level, found in items.items():
            titles = [each for each in found if self._may_be_chapter(each)]
            long = any(len(_plain(_following(each))) > _LONG for each in titles)
            if long and len(titles) >= _MOST * len(found):
                yield level

    def _may_be_chapter(self, element: Any) -> bool:  # noqa: ANN401 - lxml has no types
        """True for a short line without an end, above something that is no item of a list."""
        text, after = _plain(element).strip(), _following(element)
        if not text or len(text) > _MAX_BOLD or text[-1] in ".,;:!?" or after is None:
            return False
        return local(after) == "tbl" or (local(after) == "p" and not self.styles.of(after).list_id)

    def text(self, element: Any, aside: list[Any] | None = None) -> str:  # noqa: ANN401
        """The visible text inside; what stands apart from it, such as notes, goes to `aside`."""
        parts: list[str] = []
        waiting = [iter(element)]
        while waiting:
            each = next(waiting[-1], None)
            if each is None:
                waiting.pop()
                continue
            name = local(each)
            if name == "t":
                parts.append(each.text or "")
            elif name in _BREAKS:
                parts.append(_BREAKS[name])
            elif name == "AlternateContent":  # the same thing twice: for new and for old programs
                waiting.append(iter(each[:1]))
            elif name in _APART:
                self._put_aside(each, parts, aside)
            elif name not in _SKIPPED and not (name == "r" and _hidden(each)):
                waiting.append(iter(each))
        return "".join(parts)

    def _put_aside(self, each: Any, parts: list[str], aside: list[Any] | None) -> None:  # noqa: ANN401
        """Keep a text box or a note for after the paragraph; in a cell, both are part of it.

        A note is given once, where it is first referred to: notes that refer to others twice
        would double their text with each.
        """
        name = local(each)
        if name == "txbxContent":
            if aside is None:
                parts.append("\n".join(map(self.text, _paragraphs(each))))
            else:
                aside.append(each)
            return
        kind, id = name.removesuffix("Reference"), each.get(_w(each, "id"), "")
        note = self.notes.get(kind, {}).get(id)
        if note is None or (kind, id) in self.given:
            return
        self.given.add((kind, id))
        if aside is not None:
            aside.append(note)
            return
        inside = [note]
        said = [self.text(p, inside) for each in inside for p in _paragraphs(each)]
        parts.append(f" ({' '.join(said).strip()})")

    def table(self, element: Any) -> None:  # noqa: ANN401 - lxml has no types
        rows, places, spans, header = [], [], [], None
        above: dict[int, str] = {}
        lines = list(element.iterchildren("{*}tr"))
        cells = [list(line.iterchildren("{*}tc")) for line in lines]
        if all(len(line) < 2 for line in cells):  # noqa: PLR2004 - a frame around text, no table
            for line in cells:
                for cell in line:
                    self.blocks(cell)
            return
        for line, inside in zip(lines, cells, strict=True):
            row: dict[int, str] = {}
            wide: dict[int, int] = {}
            column = 0
            for cell in inside:
                properties = child(cell, "tcPr")
                text = "\n".join(map(self.text, _paragraphs(cell)))
                if _continues(properties):
                    text = text if text.strip() else above.get(column, "")
                row[column] = above[column] = text
                above[column] = text if len(text) <= _REPEATED else ""
                if (span := _span(properties)) > 1:
                    wide[column] = span
                column += span
            rows.append(row)
            spans.append(wide)
            places.append(Place(page=self._page_of(line)))
            if len(rows) == 1 and child(child(line, "trPr"), "tblHeader") is not None:
                header = True
        self.outline.table(rows, places, header, spans=spans)

    def _page_of(self, element: Any) -> int:  # noqa: ANN401 - lxml has no types
        if not self.page:
            return 0
        here = self.page
        breaks = sum(1 for _ in element.iter("{*}lastRenderedPageBreak"))
        self.page += breaks
        first = next(element.iter("{*}lastRenderedPageBreak", "{*}t"), None)
        return here + (1 if first is not None and local(first) != "t" else 0)


def _paragraphs(element: Any) -> Iterator[Any]:  # noqa: ANN401 - lxml has no types
    """The paragraphs inside but for those in text boxes, which are part of the one around them."""
    waiting = list(reversed(element))
    while waiting:
        each = waiting.pop()
        if local(each) == "p":
            yield each
        else:
            waiting += reversed(each)


def _w(element: Any, name: str) -> str:  # noqa: ANN401 - lxml has no types
    return f"{element.tag.rpartition('}')[0]}}}{name}"


def _stands_out(text: str, element: Any) -> bool:  # noqa: ANN401 - lxml has no types
    """True for a short bold line above text or a table: a heading of who uses no styles."""
    text, after = text.strip(), element.getnext()
    if len(text) > _MAX_BOLD or "\n" in text or text[-1] in ".,;:" or not text[0].isalnum():
        return False
    if local(element.getparent()) != "body" or after is None or not _bold(element):
        return False
    return local(after) == "tbl" or (local(after) == "p" and not _bold(after))


def _plain(paragraph: Any) -> str:  # noqa: ANN401 - lxml has no types
    return "".join(each.text or "" for each in paragraph.iter("{*}t"))


def _following(element: Any) -> Any:  # noqa: ANN401 - lxml has no types
    """The next paragraph with text, table or other element after one; None at the end."""
    after = element.getnext()
    while after is not None and local(after) == "p" and not _plain(after).strip():
        after = after.getnext()
    return after


def _bold(paragraph: Any) -> bool:  # noqa: ANN401 - lxml has no types
    runs = [run for run in paragraph.iter("{*}r") if any(each.text for each in run.iter("{*}t"))]
    return bool(runs) and all(_on(run, "b") for run in runs)


def _hidden(run: Any) -> bool:  # noqa: ANN401 - lxml has no types
    return _on(run, "vanish")


def _on(run: Any, name: str) -> bool:  # noqa: ANN401 - lxml has no types
    mark = child(child(run, "rPr"), name)
    return mark is not None and value(mark) not in {"0", "false", "off"}


def _span(properties: Any) -> int:  # noqa: ANN401 - lxml has no types
    text = value(child(properties, "gridSpan"))
    return max(1, min(int(text), _MAX_SPAN)) if text.isascii() and text.isdigit() else 1


def _continues(properties: Any) -> bool:  # noqa: ANN401 - lxml has no types
    merge = child(properties, "vMerge")
    return merge is not None and value(merge) != "restart"
