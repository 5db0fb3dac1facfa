"""Short lines right above a table that say what it is about: its caption, its unit."""

from __future__ import annotations

import re
from collections.abc import Iterator, MutableSequence, Sequence
from dataclasses import replace
from itertools import takewhile

from assay_documents.model import Block
from assay_documents.places import BlockKind

_MAX_LINES = 2  # a caption, and the unit below it
_MAX_CHARACTERS = 90
_MAX_NUMBERED = 200  # characters of a caption that begins with "Table 3"
_MAX_UNIT = 60  # characters of a line below a caption
_ENDS = (".", ",", ";", "!", "?", "…")
_NUMBERED = re.compile(r"(?:table|tab\.|tabelle|tableau|tabla|tabella) ?\w{0,4}[\d.]*\b", re.I)
_LABEL = re.compile(
    r"(?i:table|tab\.|tabelle|tableau|tabla|tabella) ?(?:[A-Z]\.?)?(?:[\d.]+|[IVX]+\b)(?!\w| [a-z])"
)  # "Table 1 shows" begins a sentence


def is_numbered(text: str) -> bool:
    """True for a caption such as "Table 3. Deaths by age"."""
    return _NUMBERED.match(text) is not None


def has_label(text: str) -> bool:
    """True for what begins with "Table 3" and is no sentence about it."""
    return _LABEL.match(text) is not None


def take_captions(
    blocks: MutableSequence[Block], headings: tuple[str, ...], long: bool
) -> tuple[str, ...]:
    """The lines above a table that follows, which become headings, each below the one before it.

    A line that announces the table ("Rates for women:") becomes one only where the table is long:
    it would be said in the first of its passages alone.
    """
    found: list[str] = []
    while len(found) < _MAX_LINES and len(found) < len(blocks):
        block = blocks[-1 - len(found)]
        lower = found[-1] if found else ""
        if block.headings != headings or not _is_caption(block, lower, long):
            break
        found.append(block.text)
        if is_numbered(block.text):
            break
    captions = tuple(reversed(found))
    for at, text in enumerate(captions):
        index = len(blocks) - len(captions) + at
        path = (*headings, *captions[:at])
        blocks[index] = replace(
            blocks[index], kind=BlockKind.HEADING, text=text, headings=path, number=""
        )
    return captions


def _is_caption(block: Block, lower: str, long: bool) -> bool:
    """True for a short line that is no sentence; `lower` stands between it and the table."""
    text = block.text
    if block.kind is not BlockKind.PARAGRAPH or block.group or "\n" in text:
        return False
    if is_numbered(text):
        return len(text) <= _MAX_NUMBERED and len(lower) <= _MAX_UNIT
    if len(text) > _MAX_CHARACTERS or len(lower) > _MAX_UNIT:
        return False
    if lower and ": " in text:  # "Your order: 7731", and another such line below it
        return False
    return not text.endswith(_ENDS) and (long or not text.endswith(":"))


def move_captions(blocks: Sequence[Block]) -> list[Block]:
    """The blocks with "Table 1" before its rows also where the document sets it after them.

    Of a caption between two tables nothing tells whose it is but where the others stand.
    """
    moved = list(blocks)
    runs = list(_runs(blocks))
    before = [start > 0 and _is_label(blocks[start - 1]) for start, _ in runs]
    after = [end < len(blocks) and _is_label(blocks[end]) for _, end in runs]
    if sum(after) <= sum(before):
        return moved
    for (start, end), has_own in zip(runs, after, strict=True):
        at = blocks[start].headings
        if has_own or (start and _is_label(blocks[start - 1])):
            at = tuple(takewhile(lambda heading: not has_label(heading), at))
        caption = (blocks[end].text,) if has_own else ()
        rows = [replace(row, headings=(*at, *caption)) for row in blocks[start:end]]
        if has_own:
            heading = replace(blocks[end], kind=BlockKind.HEADING, headings=at)
            moved[start : end + 1] = [heading, *rows]
        else:
            moved[start:end] = rows
    return moved


def _runs(blocks: Sequence[Block]) -> Iterator[tuple[int, int]]:
    """Where the rows of each table begin and end."""
    start = 0
    for at, block in enumerate(blocks):
        if block.kind is not BlockKind.ROW or block.group != blocks[start].group:
            if blocks[start].kind is BlockKind.ROW:
                yield start, at
            start = at
    if blocks and blocks[start].kind is BlockKind.ROW:
        yield start, len(blocks)


def _is_label(block: Block) -> bool:
    """True for a line such as "Table 3: Deaths by age" that may be a heading."""
    if block.kind not in (BlockKind.PARAGRAPH, BlockKind.HEADING) or block.group:
        return False
    return has_label(block.text) and len(block.text) <= _MAX_NUMBERED
