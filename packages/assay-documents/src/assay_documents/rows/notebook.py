"""Jupyter notebooks: the texts, the code and what it printed, in their order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from assay_documents.decode import decode
from assay_documents.errors import UnreadableError
from assay_documents.markdown.read_markdown import markdown_blocks
from assay_documents.model import Block, Document
from assay_documents.outline import printable
from assay_documents.places import BlockKind, Place
from assay_documents.read_limits import ReadLimits
from assay_documents.rows.json_tree import load_json
from assay_documents.title import name_title
from assay_documents.unpack import read_bytes


def read_notebook(path: Path, limits: ReadLimits) -> Iterator[Document]:
    """One document; each place names the number of the cell."""
    book = load_json(decode(read_bytes(path, limits)))
    cells = book.get("cells") if isinstance(book, dict) else None
    if isinstance(book, dict) and cells is None:  # the format before 2015
        sheets = book.get("worksheets")
        cells = [
            cell for sheet in (sheets if isinstance(sheets, list) else [])
            if isinstance(sheet, dict) for cell in sheet.get("cells") or []
        ]  # fmt: skip
    if not isinstance(cells, list) or not cells:
        raise UnreadableError("is not a notebook: it has no cells")
    blocks: list[Block] = []
    above: tuple[str, ...] = ()
    group = 0
    for number, cell in enumerate(cells, start=1):
        if isinstance(cell, dict):
            found = _blocks(cell, Place(cell=str(number)), above, group + 1)
            above = _open_headings(found, above)
            group = max([group, *(each.group for each in found)])
            blocks += found
    title = next((each.text for each in blocks if each.kind is BlockKind.HEADING), "")
    yield Document(str(path), title or name_title(path), str(path), tuple(blocks))


def _blocks(
    cell: dict[str, Any], place: Place, above: tuple[str, ...], first_group: int
) -> list[Block]:
    """A cell under the headings that the cells before it have opened."""
    source = _joined(cell.get("source", cell.get("input", "")))
    kind = cell.get("cell_type")
    if kind == "markdown":
        found = markdown_blocks(source, first_group).blocks
        first = next((at for at, each in enumerate(found) if _is_heading(each)), len(found))
        return [  # what stands before the first heading of a cell belongs to the one above it
            replace(each, place=place, headings=(*(above if at < first else ()), *each.headings))
            for at, each in enumerate(found)
        ]
    if kind == "heading":  # in the format before 2015
        return [Block(BlockKind.HEADING, source.strip(), place)] if source.strip() else []
    texts = [source, *_outputs(cell)] if kind == "code" else [source]
    return [
        Block(BlockKind.CODE if kind == "code" else BlockKind.PARAGRAPH, text, place, above, group)
        for text in texts
        if text.strip()
        for group in (first_group if len(texts) > 1 else 0,)
    ]


def _open_headings(found: list[Block], above: tuple[str, ...]) -> tuple[str, ...]:
    """The path that a block after these stands under; `above` where they open no heading."""
    last = next((each for each in reversed(found) if _is_heading(each)), None)
    return (*last.headings, last.text) if last else above


def _is_heading(block: Block) -> bool:
    return block.kind is BlockKind.HEADING


def _outputs(cell: dict[str, Any]) -> Iterator[str]:
    """What the code printed or gave back as text; pictures and errors' colours are left."""
    outputs = cell.get("outputs")
    for each in outputs if isinstance(outputs, list) else []:
        if not isinstance(each, dict):
            continue
        data = each.get("data")
        plain = data.get("text/plain") if isinstance(data, dict) else None
        yield _joined(plain if plain is not None else each.get("text", ""))


def _joined(value: Any) -> str:  # noqa: ANN401 - whatever the file holds
    """The text of a field, which is one string or a list of lines."""
    if isinstance(value, list):
        value = "".join(each for each in value if isinstance(each, str))
    return printable(value).strip("\n") if isinstance(value, str) else ""
