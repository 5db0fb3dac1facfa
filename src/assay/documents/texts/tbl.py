"""The tables of manual pages, as tbl(1) takes them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from assay.documents.html.table import Cell, Row
from assay.documents.texts.roff import RoffLine, split_arguments, unescape
from assay.types.places import Place


def table_rows(lines: list[RoffLine]) -> Iterator[Row]:
    """The rows of a tbl(1) table: after its formats, one on each line, cells between tabs."""
    between, at = "\t", 0
    while at < len(lines) and not lines[at].text.rstrip().endswith("."):
        if found := re.search(r"tab ?\((.)\)", lines[at].text):
            between = found[1]
        at += 1
    cells: list[str] = []
    is_open = False  # inside T{ ... T}
    for line in lines[at + 1 :]:
        text = line.text
        if line.macro:
            text = "".join(map(unescape, split_arguments(line.text))) if is_open else ""
        if not is_open and (not text or set(text) <= set("_=- ")):
            continue
        for index, cell in enumerate(text.split(between)):
            if is_open and cell.startswith("T}"):
                is_open = False
            elif is_open and index == 0:
                cells[-1] += f" {cell}"
            else:
                is_open = cell.startswith("T{")
                cells.append(cell.removeprefix("T{"))
        if not is_open:
            found_cells = [Cell(" ".join(unescape(cell).split())) for cell in cells]
            yield Row(Place(line=line.number), cells=found_cells)
            cells = []
