"""A manual page as `man` shows it inside another document.

It stands in one block of code, or in one below each of its titles, as pages on the web have it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from assay_documents.builder import MAX_DEPTH
from assay_documents.model import Block
from assay_documents.places import BlockKind
from assay_documents.texts.layout import Layout
from assay_documents.texts.lines import split_lines
from assay_documents.texts.plain import plain_blocks

_FIRST = "NAME"  # the section that a manual page begins with
_INSIDE = 0.7  # of the lines of a manual page stand deeper than its sections
_DEEPER = "   "  # before the title of a section inside another


def is_manual_page(text: str) -> bool:
    """True for a manual page: its sections stand at the margin, all else deeper."""
    if _FIRST not in text and "DESCRIPTION" not in text:
        return False
    lines = [line for line in split_lines(text) if line.text]
    inside = sum(line.indent > 0 for line in lines)
    return inside >= _INSIDE * len(lines) and Layout(lines).is_manual


def with_sections_together(blocks: Sequence[Block]) -> Iterator[Sequence[Block]]:
    """Each block alone, but the titles and blocks of code of a manual page in one piece."""
    at = 0
    while at < len(blocks):
        end = _end_of_sections(blocks, at)
        together = end > at + 1 and is_manual_page(_joined(blocks[at:end])[0])
        end = end if together else at + 1
        yield blocks[at:end]
        at = end


def _end_of_sections(blocks: Sequence[Block], at: int) -> int:
    first, end = blocks[at], at + 1
    if first.kind is not BlockKind.HEADING or first.text != _FIRST:
        return end
    above = len(first.headings)
    while end < len(blocks) and blocks[end].kind in (BlockKind.HEADING, BlockKind.CODE):
        block = blocks[end]
        if len(block.headings) < above or block.text == _FIRST:
            break
        end += 1
    return end


def read_sections(sections: Sequence[Block], first_group: int) -> list[Block]:
    """The blocks of a manual page; its titles stay as they are, and with them its places."""
    text, origins = _joined(sections)
    above, found = sections[0].headings, []
    for block in plain_blocks(text, first_group).blocks:
        origin = origins[block.place.line - 1]
        is_title = block.kind is origin.kind is BlockKind.HEADING
        path = (*above, *block.headings)[:MAX_DEPTH]
        found.append(origin if is_title else replace(block, headings=path, place=origin.place))
    return found


def _joined(sections: Sequence[Block]) -> tuple[str, list[Block]]:
    """The text of a page, and the block that each of its lines is of."""
    above = len(sections[0].headings)
    lines: list[str] = []
    origins: list[Block] = []
    for block in sections:
        is_title = block.kind is BlockKind.HEADING
        deeper = _DEEPER if is_title and len(block.headings) > above else ""
        added = [deeper + block.text, ""] if is_title else [*block.text.split("\n"), ""]
        lines += added
        origins += [block] * len(added)
    return "\n".join(lines), origins
