"""What tests of readers ask: the words of a text, and whether blocks and cuts keep them."""

from __future__ import annotations

import re
from collections import Counter

from assay_documents.model import Contents, Document
from assay_documents.passages.cut import Cut, cut_document
from assay_documents.places import BlockKind

_WORD = re.compile(r"\w+")


def words(text: str) -> Counter[str]:
    return Counter(_WORD.findall(text.lower()))


def kept(contents: Contents, wanted: str) -> float:
    """The share of the wanted words that stand in the blocks."""
    have = words(" ".join(f"{block.number} {block.text}" for block in contents.blocks))
    want = words(wanted)
    return 1 - (want - have).total() / max(1, want.total())


def document(contents: Contents) -> Document:
    return Document("d", contents.title, "d", contents.blocks, contents.notes)


def lines(contents: Contents) -> list[tuple[str, str]]:
    return [(block.kind.value, block.text) for block in contents.blocks]


def check_cuts(made: Document) -> list[Cut]:
    """The cuts, after a look at whether they are sound."""
    cuts = cut_document(made)
    at = 0
    for cut in cuts:
        assert at <= cut.start < cut.end <= len(made.text)
        at = cut.end
        text = made.text[cut.start : cut.end]
        assert text.strip() and cut.blocks
        assert all(0 <= span.start < span.end <= len(text) for span in cut.blocks)
        assert cut.blocks[-1].end == len(text)
    body = [b.text for b in made.blocks if b.kind is not BlockKind.HEADING]
    assert _letters("".join(body)) == _letters("".join(_spans(made, cuts, heading=False)))
    heads = {b.text for b in made.blocks if b.kind is BlockKind.HEADING and len(b.text) < 200}
    shown = {title for cut in cuts for title in cut.headings} | {made.title}
    assert heads <= shown | set(_spans(made, cuts, heading=True))
    return cuts


def _spans(made: Document, cuts: list[Cut], heading: bool) -> list[str]:
    return [
        made.text[cut.start + span.start : cut.start + span.end]
        for cut in cuts
        for span in cut.blocks
        if (span.kind is BlockKind.HEADING) is heading
    ]


def _letters(text: str) -> str:
    return "".join(text.split())
