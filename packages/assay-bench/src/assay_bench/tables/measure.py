"""What a reader made of known tables: rows in order, cells with their names, rows named."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from assay_bench.tables.known import known_tables
from assay_bench.tables.truth import KnownTable
from assay_bench.tables.write_office import write_docx, write_xlsx
from assay_bench.tables.write_pdf import Style, write_pdf
from assay_bench.tables.write_text import write_csv, write_html, write_markdown
from assay_documents import Block, BlockKind, Document, UnreadableError, read

_WORD = re.compile(r"\w+")
_ROWS = (BlockKind.ROW, BlockKind.ENTRY)
_WRITERS: dict[str, Callable[[KnownTable], bytes]] = {
    "docx": write_docx,
    "xlsx": write_xlsx,
    "html": write_html,
    "md": write_markdown,
    "csv": write_csv,
}


@dataclass(frozen=True, slots=True)
class Layout:
    """A known table in one format and style, as bytes."""

    table: KnownTable
    format: str
    style: str
    data: bytes

    @property
    def name(self) -> str:
        """What the layout is called in a report."""
        return f"{self.table.title} ({self.style or self.format})"


@dataclass(frozen=True, slots=True)
class Found:
    """How many rows and cells a layout has, and how many of them were read as written.

    `ordered` are rows whose cells come in their order and nothing else, `headed` cells of these
    that are said with all names of their column, `labelled` rows of these that are read together
    with caption, unit and the title of their section.
    """

    layout: Layout
    rows: int
    ordered: int
    cells: int
    headed: int
    labelled: int


def layouts() -> Iterator[Layout]:
    """Every known table in four styles of PDF, and once in each other format."""
    for table in known_tables():
        for style in Style:
            yield Layout(table, "pdf", style.value, write_pdf(table, style))
        for format, write in _WRITERS.items():
            yield Layout(table, format, "", write(table))


def measure(layout: Layout) -> Found:
    """Reads one layout, and compares what it gives with what was written."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"table.{layout.format}"
        path.write_bytes(layout.data)
        try:
            return compare(layout, read(path))
        except UnreadableError:
            return compare(layout, Document("", "", "", ()))


def compare(layout: Layout, document: Document) -> Found:
    """The rows and cells of a layout that stand in a document; each block counts once."""
    table = layout.table
    blocks = [block for block in document.blocks if block.kind in _ROWS]
    cells = [[" ".join(cell.split()) for cell in row] for row in table.rows]
    ordered = headed = labelled = 0
    at = 0
    for number, row in enumerate(cells):
        values = [(column, cell) for column, cell in enumerate(row) if cell]
        again = cells[number - 1] if number else ()
        printed = [
            (column, cell)
            for column, cell in values
            if column + 1 >= table.labels or not again or again[column] != cell
        ]
        for index in range(at, len(blocks)):
            names = names_of(blocks[index].text, values) or names_of(blocks[index].text, printed)
            if names is not None:
                at = index + 1
                ordered += 1
                headed += sum(
                    _says(names[column], " ".join(table.names(column)))
                    for column, _ in values
                    if column >= table.labels
                )
                about = [table.section(number), *row[: table.labels]]
                if layout.format == "csv":  # which has no place for anything else
                    about = []
                else:
                    about += [table.caption, table.unit]
                labelled += _says(_read_with(blocks[index]), " ".join(about))
                break
    total = sum(1 for row in cells for cell in row[table.labels :] if cell)
    return Found(layout, len(cells), ordered, total, headed, labelled)


def names_of(text: str, values: Sequence[tuple[int, str]]) -> dict[int, str] | None:
    """What stands before each value of a row in a text, by column; None for another row."""
    facts = [part for line in text.split("\n") for part in line.split("; ")]
    if len(facts) == 1 and len(values) == 2:  # noqa: PLR2004 - "Name: value"
        facts = text.split(": ", 1)
    if len(facts) != len(values):
        return None
    names = {}
    for fact, (column, value) in zip(facts, values, strict=True):
        if not fact.endswith(value) or fact[: -len(value)].strip()[-1:] not in {"", ":"}:
            return None
        names[column] = fact[: -len(value)]
    return names


def _read_with(block: Block) -> str:
    return " ".join([*block.headings, block.text])


def _says(text: str, words: str) -> bool:
    """True when each of the words is in the text."""
    return set(_WORD.findall(words.lower())) <= set(_WORD.findall(text.lower()))
