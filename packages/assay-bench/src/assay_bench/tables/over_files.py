"""Rows that a reader found in PDF files, compared with the lines of their pages.

There is no truth for these files, so the page is asked: a row is looked for on that line of its
page on which each of its cells begins, where they stand from left to right. Cells may go on below.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pypdfium2 as pdfium

from assay_documents import BlockKind, Document, UnreadableError, read

_WORD = re.compile(r"[^\W_]+")
_SAME_LINE = 3.0  # points between the baselines of words on one line
_PART = re.compile(r"(?:(?P<name>[^;]*?): )?(?P<value>.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class FileRows:
    """The rows of one file: how many there are, begin on one line of the page, in its order.

    `named` of the `cells` behind the first of their row are said with a name.
    """

    file: str
    rows: int
    matched: int
    ordered: int
    cells: int
    named: int


def rows_of_files(folder: Path) -> Iterator[FileRows]:
    """The figures of each PDF in a folder and below that can be read."""
    for path in sorted(folder.rglob("*.pdf")):
        try:
            document = read(path)
        except UnreadableError:
            continue
        yield _compare(path.relative_to(folder).as_posix(), document, _lines(path))


def _compare(name: str, document: Document, pages: dict[int, list[list[str]]]) -> FileRows:
    rows = matched = ordered = cells = named = 0
    for block in document.blocks:
        if block.kind is not BlockKind.ROW:
            continue
        rows += 1
        facts = [_PART.fullmatch(part) for part in block.text.split("; ")]
        values = [found["value"] for found in facts if found]
        if len(values) == 1 and facts[0] and facts[0]["name"]:
            values = [facts[0]["name"], *values]  # a pair without names
        else:
            cells += len(values) - 1
            named += sum(found["name"] is not None for found in facts[1:] if found)
        own = [words for value in values if (words := _WORD.findall(value))]
        alike = [line for line in pages.get(block.place.page, ()) if _begin_on(own, line)]
        matched += bool(alike)
        ordered += any(_follow_on(own, line) for line in alike)
    return FileRows(name, rows, matched, ordered, cells, named)


def _begin_on(cells: list[list[str]], line: list[str]) -> bool:
    """True when each cell begins on a line, and the line holds nothing else than their words."""
    said = Counter(line)
    return Counter(cell[0] for cell in cells) <= said <= Counter(w for cell in cells for w in cell)


def _follow_on(cells: list[list[str]], line: list[str]) -> bool:
    """True when a line is made of the first words of each cell, one cell after the other."""
    ends = {0}
    for cell in cells:
        ends = {
            at + taken
            for at in ends
            for taken in range(1, len(cell) + 1)
            if line[at : at + taken] == cell[:taken]
        }
    return len(line) in ends


def _lines(path: Path) -> dict[int, list[list[str]]]:
    """The words of each page, line by line, from left to right."""
    pages = {}
    with pdfium.PdfDocument(path) as file:
        for number in range(len(file)):
            text = file[number].get_textpage()
            heights: dict[int, list[tuple[float, str]]] = defaultdict(list)
            for left, bottom, word in _pieces(text):
                key = next((k for k in heights if abs(k - bottom) <= _SAME_LINE), round(bottom))
                heights[key].append((left, word))
            pages[number + 1] = [
                _WORD.findall(" ".join(word for _, word in sorted(line)))
                for line in heights.values()
            ]
    return pages


def _pieces(text: Any) -> Iterator[tuple[float, float, str]]:  # noqa: ANN401 - no types
    """Runs of characters on a page as the library parts them, with their left and lower edge."""
    for index in range(text.count_rects()):
        left, bottom, right, top = text.get_rect(index)
        yield left, bottom, text.get_text_bounded(left, bottom, right, top)


def table_of(files: list[FileRows]) -> str:
    """The figures as a table of Markdown, the sum in its last line."""
    total = FileRows("all", *(
        sum(getattr(each, name) for each in files)
        for name in ("rows", "matched", "ordered", "cells", "named")
    ))  # fmt: skip
    heads = "file | rows | on one line | in its order | cells | with a name"
    lines = [f"| {heads} |", "|" + "---|" * (heads.count("|") + 1)]
    for each in [*(f for f in files if f.rows), total]:
        cells = (each.file, each.rows, each.matched, each.ordered, each.cells, each.named)
        lines.append("| " + " | ".join(map(str, cells)) + " |")
    return "\n".join([*lines, ""])
