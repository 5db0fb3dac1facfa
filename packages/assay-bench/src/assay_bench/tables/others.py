"""Other readers of PDF files on the same files: words, sentences, headings, tables, seconds.

    python -m assay_bench.tables.others --data DIR TOOL ...

The tools are those of TOOLS; each must be installed, which nothing of assay needs.
"""

from __future__ import annotations

import argparse
import importlib
import json
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from assay_bench.tables.known import known_tables
from assay_bench.tables.measure import Layout, measure
from assay_bench.tables.pages import (
    bookmarks_of,
    borders_of,
    parted,
    titles_of,
    without_bookmarks,
)
from assay_bench.tables.truth import KnownTable
from assay_bench.tables.write_pdf import Style, write_pdf
from assay_documents import Block, BlockKind, Document, UnreadableError, read

_WORD = re.compile(r"\w+")
_LINE = re.compile(r"\|?[\s:|-]+\|?")
_BREAK = re.compile(r"<br\s*/?>")
_OWN = "assay"


def _ours(path: Path) -> str:
    document = read(path)
    marks = {BlockKind.HEADING: "# "}
    return "\n\n".join(marks.get(each.kind, "") + each.text for each in document.blocks)


def _markitdown(path: Path) -> str:
    return str(_tool("markitdown").MarkItDown().convert(str(path)).text_content)


def _pymupdf4llm(path: Path) -> str:
    return str(_tool("pymupdf4llm").to_markdown(str(path), show_progress=False))


def _kreuzberg(path: Path) -> str:
    kreuzberg = _tool("kreuzberg")
    config = kreuzberg.ExtractionConfig(output_format="markdown")
    return str(kreuzberg.extract_file_sync(str(path), config=config).content)


def _pdfplumber(path: Path) -> str:
    """The tables of each page, which the tool gives apart, and the text below them."""
    parts = []
    with _tool("pdfplumber").open(path) as file:
        for page in file.pages:
            for table in page.extract_tables():
                cells = [[" ".join((cell or "").split()) for cell in row] for row in table]
                parts.append("\n".join(f"|{'|'.join(row)}|" for row in cells))
            parts.append(page.extract_text() or "")
    return "\n\n".join(parts)


def _docling(path: Path) -> str:
    converter = _tool("docling.document_converter").DocumentConverter()
    return str(converter.convert(str(path)).document.export_to_markdown())


TOOLS: dict[str, Callable[[Path], str]] = {
    _OWN: _ours,
    "markitdown": _markitdown,
    "pymupdf4llm": _pymupdf4llm,
    "kreuzberg": _kreuzberg,
    "pdfplumber": _pdfplumber,
    "docling": _docling,
}


def _tool(name: str) -> Any:  # noqa: ANN401 - a module of any shape
    return importlib.import_module(name)


@dataclass(slots=True)
class Figures:
    """What a tool made of all files: counts, and the seconds it took."""

    tool: str
    rows: int = 0
    ordered: int = 0
    cells: int = 0
    headed: int = 0
    borders: int = 0
    parted: int = 0
    headings: int = 0
    bookmarks: int = 0
    found: int = 0
    seconds: float = 0.0
    texts: dict[str, str] = field(default_factory=dict)


def compare(tools: Sequence[str], data: Path | None) -> list[dict[str, Any]]:
    """The figures of each tool over the forty pages of known tables, and over PDF files."""
    found = [_measured(tool, data) for tool in tools]
    words = [{name: Counter(_words(text)) for name, text in each.texts.items()} for each in found]
    rows = []
    for at, each in enumerate(found):
        kept = whole = 0
        for name, own in words[at].items():
            others = [one.get(name, Counter()) for index, one in enumerate(words) if index != at]
            agreed = _agreed(others)
            kept, whole = kept + (agreed & own).total(), whole + agreed.total()
        figures = {key: getattr(each, key) for key in each.__slots__ if key != "texts"}
        rows.append({**figures, "words": round(kept / whole, 4) if whole else None})
    return rows


def _agreed(texts: Sequence[Counter[str]]) -> Counter[str]:
    """The words that at least two texts hold, as often as the second of them does."""
    every = {word for text in texts for word in text}
    return Counter({word: sorted(text[word] for text in texts)[-2:][0] for word in every})


def _measured(tool: str, data: Path | None) -> Figures:
    figures = Figures(tool)
    read_with = TOOLS[tool]
    for table in known_tables():
        for style in Style:
            _measure_table(figures, read_with, Layout(table, "pdf", style, write_pdf(table, style)))
    for path in sorted(data.rglob("*.pdf")) if data else ():
        began = time.perf_counter()
        try:
            text = read_with(path)
        except UnreadableError:
            text = ""
        figures.seconds += time.perf_counter() - began
        figures.texts[path.name] = text
        borders = list(borders_of(path))
        blocks = [Block(BlockKind.PARAGRAPH, part) for part in re.split(r"\n\s*\n", text)]
        figures.borders += len(borders)
        figures.parted += parted(Document("", "", "", tuple(blocks)), borders)
        if titles := bookmarks_of(path):
            headings = _headings(without_bookmarks(path, read_with))
            figures.bookmarks += len(titles)
            figures.headings += len(headings)
            figures.found += len(headings & titles)
    return figures


def _measure_table(figures: Figures, read_with: Callable[[Path], str], layout: Layout) -> None:
    if read_with is _ours:
        own = measure(layout)
        counts = (own.rows, own.ordered, own.cells, own.headed)
    else:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "table.pdf"
            path.write_bytes(layout.data)
            counts = _rows_in(read_with(path), layout.table)
    figures.rows += counts[0]
    figures.ordered += counts[1]
    figures.cells += counts[2]
    figures.headed += counts[3]


def _rows_in(text: str, table: KnownTable) -> tuple[int, int, int, int]:
    """Rows of a known table, those on a line of their own in order, cells, those with names."""
    lines = list(_lines(text))
    ordered = headed = total = at = 0
    for row in table.rows:
        cells = [" ".join(_words(cell)) for cell in row]
        values = [column for column in range(table.labels, len(row)) if cells[column]]
        total += len(values)
        # A name that is printed for several rows once may be missing in the others.
        for index in range(at, len(lines)):
            line, above = lines[index]
            parts = [part for part in line if part]
            if parts in ([c for c in cells if c], [c for c in cells[1:] if c]) or (
                len(line) == 1 and line[0] == " ".join(c for c in cells if c)
            ):
                at, ordered = index + 1, ordered + 1
                for column in values:
                    names = set(_words(" ".join(table.names(column))))
                    headed += len(line) == len(cells) and names <= set(_words(above[column]))
                break
    return len(table.rows), ordered, total, headed


def _lines(text: str) -> Iterator[tuple[list[str], list[str]]]:
    """Each line as cells, with what stands above each cell in the same table."""
    above: list[str] = []
    for raw in text.splitlines():
        if "|" not in raw:
            above = []
            yield [" ".join(_words(raw))], [""]
        elif not _LINE.fullmatch(raw.strip()):
            line = _BREAK.sub(" ", raw.strip())
            cells = line.removeprefix("|").removesuffix("|").split("|")
            if len(above) != len(cells):
                above = [""] * len(cells)
            yield [" ".join(_words(cell)) for cell in cells], list(above)
            above = [f"{names} {cell}" for names, cell in zip(above, cells, strict=True)]


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower())


def _headings(text: str) -> set[str]:
    return titles_of(line.lstrip("# ") for line in text.splitlines() if line.startswith("#"))


def main() -> None:
    """Print the figures of the named tools as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path)
    parser.add_argument("tools", nargs="+", choices=sorted(TOOLS))
    chosen = parser.parse_args()
    sys.stdout.write(json.dumps(compare(chosen.tools, chosen.data), indent=1) + "\n")


if __name__ == "__main__":
    main()
