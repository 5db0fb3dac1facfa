"""Short lines right above a table that say what it is about: its caption, its unit."""

from __future__ import annotations

import re
from collections.abc import MutableSequence
from dataclasses import replace

from assay_documents.model import Block
from assay_documents.places import BlockKind

_MAX_LINES = 2  # a caption, and the unit below it
_MAX_CHARACTERS = 90
_MAX_NUMBERED = 200  # characters of a caption that begins with "Table 3"
_MAX_UNIT = 60  # characters of a line below a caption
_ENDS = (".", ",", ";", "!", "?", "…")
_NUMBERED = re.compile(r"(?:table|tab\.|tabelle|tableau|tabla|tabella) ?\w{0,4}[\d.]*\b", re.I)


def is_numbered(text: str) -> bool:
    """True for a caption such as "Table 3. Deaths by age"."""
    return _NUMBERED.match(text) is not None


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
    return not text.endswith(_ENDS) and (long or not text.endswith(":"))
