"""Which part of a passage an answer shows: the blocks that belong to its key sentence."""

from __future__ import annotations

import re
from itertools import groupby

from assay.text.sentences import sentence_spans
from assay.types import BlockKind, BlockSpan, Passage

MAX_WORDS = 130  # a passage up to this long is shown whole
MIN_ITEMS = 2
LISTED = (BlockKind.ITEM, BlockKind.ROW, BlockKind.ENTRY)
_LEADS_ON = re.compile(r"[:\u2014-]\s*$")
# "One of a, b and c", "the four states are a, b, c and d", "possible states are: a, b, c".


def shown_part(passage: Passage, key: tuple[int, int]) -> tuple[int, int]:
    """The passage as offsets, or of a long one the blocks around the key and what they need."""
    blocks = passage.blocks
    if len(passage.text.split()) <= MAX_WORDS or len(blocks) < 2:  # noqa: PLR2004 - nothing to choose
        return 0, len(passage.text)
    first = last = _block_at(blocks, key[0])
    group = blocks[first].group
    while first > 0 and _belongs(passage, blocks[first - 1], group):
        first -= 1
    while last + 1 < len(blocks) and _goes_on(passage, blocks, last, group):
        last += 1
        group = group or blocks[last].group  # all of a list that was announced, not its first item
    while _words(passage, blocks, first, last) > 2 * MAX_WORDS and first < last:
        first, last = _trimmed(blocks, first, last, key)
    return blocks[first].start, blocks[last].end


def key_sentence(passage: Passage, start: int, end: int) -> tuple[int, int]:
    """The sentence around a span, inside its own block."""
    blocks = [(b.start, b.end) for b in passage.blocks] or [(0, len(passage.text))]
    left, right = next(((a, b) for a, b in blocks if a <= start < b), (0, len(passage.text)))
    inside = passage.text[left:right]
    for first, last in sentence_spans(inside):
        if left + first <= start < left + last:
            return left + first, max(left + last, min(end, right))
    return left, right


def sentences_of(passage: Passage) -> list[tuple[int, int]]:
    """The sentences of a passage as offsets, none across two blocks."""
    blocks = [(b.start, b.end) for b in passage.blocks] or [(0, len(passage.text))]
    return [
        (start + first, start + last)
        for start, end in blocks
        for first, last in sentence_spans(passage.text[start:end])
    ]


def listed_blocks(passage: Passage, at: int) -> tuple[BlockSpan, ...]:
    """The items, rows or entries of the list at or after an offset; empty where there is none.

    The key sentence of a list is often the line that announces it, so the next list counts too.
    """
    blocks = passage.blocks
    if not blocks:
        return ()
    here = _block_at(blocks, at)
    for number in range(here, min(here + 2, len(blocks))):
        if blocks[number].kind in LISTED:
            same = _run(blocks, number)
            if len(same) >= MIN_ITEMS:
                return same
    return ()


def longest_list(passage: Passage) -> tuple[BlockSpan, ...]:
    """The longest unbroken list, table or run of entries in a passage; empty if there is none."""
    runs = (tuple(run) for kind, run in groupby(passage.blocks, lambda b: b.kind) if kind in LISTED)
    longest: tuple[BlockSpan, ...] = max(runs, key=len, default=())
    return longest if len(longest) >= MIN_ITEMS else ()


def is_procedure(items: tuple[BlockSpan, ...]) -> bool:
    """True for a numbered list: its order matters."""
    return bool(items) and all(item.number[:1].isalnum() for item in items)


def _run(blocks: tuple[BlockSpan, ...], number: int) -> tuple[BlockSpan, ...]:
    """The unbroken run of blocks of one kind around a block."""
    kind = blocks[number].kind
    first = last = number
    while first > 0 and blocks[first - 1].kind is kind:
        first -= 1
    while last + 1 < len(blocks) and blocks[last + 1].kind is kind:
        last += 1
    return blocks[first : last + 1]


def _block_at(blocks: tuple[BlockSpan, ...], offset: int) -> int:
    return next((n for n, block in enumerate(blocks) if offset < block.end), len(blocks) - 1)


def _belongs(passage: Passage, block: BlockSpan, group: int) -> bool:
    """True for a block of the same list or entry, and for the line that announces it."""
    same = group > 0 and block.group == group
    return same or bool(_LEADS_ON.search(passage.text[block.start : block.end]))


def _goes_on(passage: Passage, blocks: tuple[BlockSpan, ...], last: int, group: int) -> bool:
    following = blocks[last + 1]
    same = group > 0 and following.group == group
    said = passage.text[blocks[last].start : blocks[last].end].rstrip()
    # "Are your lamps out?": what follows a question says what it is about.
    announced = bool(_LEADS_ON.search(said)) or said.endswith("?")
    return same or announced or following.kind is BlockKind.CODE


def _words(passage: Passage, blocks: tuple[BlockSpan, ...], first: int, last: int) -> int:
    return len(passage.text[blocks[first].start : blocks[last].end].split())


def _trimmed(
    blocks: tuple[BlockSpan, ...], first: int, last: int, key: tuple[int, int]
) -> tuple[int, int]:
    """One block less, at the end that is farther from the key."""
    here = _block_at(blocks, key[0])
    return (first, last - 1) if last - here >= here - first else (first + 1, last)
