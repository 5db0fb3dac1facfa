"""Rows that a reader found in PDF files, compared with the lines of their pages.

There is no truth for these files, so the page is asked: a row is looked for on that line of its
page on which each of its cells begins, where they stand from left to right. Cells may go on below.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

import pypdfium2 as pdfium

from assay_documents import Block, BlockKind, Document, UnreadableError, read

_WORD = re.compile(r"[^\W_]+")
_SAME_LINE = 3.0  # points between the baselines of words on one line
_PARTED = "\ufffe"  # stands where a word goes on upon the next line


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


@dataclass(frozen=True, slots=True)
class _Fact:
    """A cell as it is said in a row: with the name of its column, or without."""

    name: str | None
    value: str


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
    blocks = (block for block in document.blocks if block.kind is BlockKind.ROW)
    for _, table in groupby(blocks, key=lambda block: block.group):
        above: list[list[str]] = []
        for block, facts, own in _parsed(list(table)):
            rows += 1
            found = [fact for fact in facts[1:] if own]
            cells += len(found)
            named += sum(fact.name is not None for fact in found)
            values = [words for fact in facts if (words := _WORD.findall(fact.value))]
            if len(facts) == 1 and facts[0].name:
                values.insert(0, _WORD.findall(facts[0].name))  # a pair without names
            # The name of several rows is printed once, and said in each.
            printed = [values, values[1:]] if values[:1] == above else [values]
            above = values[:1]
            lines = pages.get(block.place.page, ())
            alike = [(own, line) for own in printed for line in lines if _begin_on(own, line)]
            matched += bool(alike)
            ordered += any(_follow_on(own, line) for own, line in alike)
    return FileRows(name, rows, matched, ordered, cells, named)


def _parsed(table: Sequence[Block]) -> Iterator[tuple[Block, list[_Fact], bool]]:
    """Each row of a table with its facts, and whether it is one of cells, not of their names.

    A row with more facts than most has values with semicolons, whose parts have no name.
    """
    rows = [[_fact(part) for part in block.text.split("; ")] for block in table]
    width = Counter(map(len, rows)).most_common(1)[0][0]
    names = {fact.name for row in rows for fact in row if fact.name}
    for block, row in zip(table, rows, strict=True):
        own = 2 * sum(fact.value in names for fact in row) <= len(row)
        facts = row[:1]
        for number, fact in enumerate(row[1:], 1):
            if fact.name is None and facts[-1].name and len(facts) + len(row) - number > width:
                facts[-1] = _Fact(facts[-1].name, f"{facts[-1].value}; {fact.value}")
            else:
                facts.append(fact)
        yield block, facts, own


def _fact(text: str) -> _Fact:
    name, colon, value = text.partition(": ")
    return _Fact(name, value) if colon else _Fact(None, text)


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
            pages[number + 1] = [_words(line) for line in heights.values()]
    return pages


def _words(line: list[tuple[float, str]]) -> list[str]:
    """The words of a line, without the first half of those that go on below."""
    whole = (re.sub(rf"\S+[-{_PARTED}]$", "", text.strip()) for _, text in sorted(line))
    return _WORD.findall(" ".join(whole))


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
