"""Help or a manual page in a block of code: each option is an entry, as in a file of plain text.

Manuals quote what a program prints for "--help", and web pages hold whole manual pages as `man`
renders them. As one block of code it would be cut where a passage is full, and the lines of a
description would stay broken.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from assay_documents.builder import MAX_DEPTH
from assay_documents.model import Block, Contents
from assay_documents.places import BlockKind, Place
from assay_documents.quoted.manual_page import (
    is_manual_page,
    read_sections,
    with_sections_together,
)
from assay_documents.texts.lines import Line, split_lines
from assay_documents.texts.plain import plain_blocks

_USAGE = re.compile(r"usage:(?:\s|$)", re.IGNORECASE)
_OPTION = re.compile(r"--?[A-Za-z0-9?]")
_FIRST_LINES = 3  # of which one may say "Usage:": a prompt or a title may stand above it
_MIN_OPTIONS, _MIN_ALONE = 2, 3  # with a description; more where nothing says "Usage:"
_MAX_CHARACTERS = 200_000  # of a block: a longer one is no help


def with_help_texts(contents: Contents) -> Contents:
    """The contents with blocks of code that are help or a manual page read as what they are."""
    found: list[Block] = []
    group = max((block.group for block in contents.blocks), default=0) + 1
    for blocks in with_sections_together(contents.blocks):
        inside = _read(blocks, group)
        group = max(group, *(each.group + 1 for each in inside), 0)
        found += inside
    return replace(contents, blocks=tuple(found))


def _read(blocks: Sequence[Block], first_group: int) -> Sequence[Block]:
    """What a manual page in sections holds, or a block that may be one or help."""
    if len(blocks) > 1:
        return read_sections(blocks, first_group)
    (block,) = blocks
    is_code = block.kind is BlockKind.CODE
    if is_code and ((whole := is_manual_page(block.text)) or is_help(block.text)):
        return _blocks_of(block, first_group, whole)
    return blocks


def is_help(text: str) -> bool:
    """True for a text that describes options, most of them one below the other."""
    if "-" not in text or len(text) > _MAX_CHARACTERS:
        return False
    lines = [line for line in split_lines(text) if line.text]
    pairs = list(zip(lines, [*lines[1:], None], strict=True))
    options = [(line, below) for line, below in pairs if _OPTION.match(line.text)]
    described = sum(_is_described(line, below) for line, below in options)
    if any(_USAGE.match(line.text) for line in lines[:_FIRST_LINES]):
        return described >= _MIN_OPTIONS
    if not options or any(line.text.endswith("\\") for line, _ in options):
        return False  # a command that goes on from line to line
    left = min(line.indent for line, _ in options)
    around = (line.text for line in lines if line.indent <= left)
    titled = all(text.endswith(":") or _OPTION.match(text) for text in around)
    return titled and described >= max(_MIN_ALONE, len(options) // 2 + 1)


def _is_described(line: Line, below: Line | None) -> bool:
    """True when words stand behind an option after a gap, or deeper on the next line."""
    split = line.split_term()
    if split is not None:
        return " " in split[1]
    deeper = below is not None and below.indent > line.indent + 1
    return deeper and line.looks_like_term and not (below and _OPTION.match(below.text))


def _blocks_of(code: Block, first_group: int, whole: bool) -> list[Block]:
    """All of a manual page; of help what stands above its first list as code, lists as entries."""
    lines = split_lines(code.text)
    first = 0 if whole else _first_list(lines)
    above = replace(code, text=_text(lines[:first]).rstrip())
    entries = [
        replace(
            each,
            headings=(*code.headings, *each.headings)[:MAX_DEPTH],
            place=_place(code.place, first + each.place.line),
            group=each.group or code.group,
        )
        for each in plain_blocks(_text(lines[first:]), first_group).blocks
    ]
    return [above, *entries] if above.text else entries


def _text(lines: list[Line]) -> str:
    return "\n".join(" " * line.indent + line.text for line in lines)


def _first_list(lines: list[Line]) -> int:
    """How many lines stand above the title of the first list, or above its first option."""
    title = 0
    for line, below in pairwise([*lines, Line(0, 0, "")]):
        if line.text.endswith(":") and below.indent > line.indent and below.split_term():
            return line.number - 1
        if _OPTION.match(line.text) and _is_described(line, below):
            return title
        titled = lines[title].text.endswith(":")
        if not titled or (not line.text and line.number > title + 2):  # one blank may follow it
            title = line.number
    return 0


def _place(code: Place, line: int) -> Place:
    """The place of a line of the code in the file, where that has lines."""
    return replace(code, line=code.line + line - 1) if code.line else code
