"""Of several names with what each of them means, the one whose meaning the question states."""

from __future__ import annotations

import pytest

from assay.steps.values.names import name_asked_for
from assay.types import BlockKind, BlockSpan, Passage

ENTRIES = (
    "0\nif it succeeds",
    "123\nif any lamp went out while others burned",
    "126\nif the wick cannot be lit",
    "127\nif the wick is not found",
    "6\nCould not find the cellar.",
    "dim\nwhen the oil is low",
    "out\nwhen the oil is gone",
    "-x\nLight the wick twice.",
)


def passage() -> Passage:
    text = "\n".join(ENTRIES)
    starts = [text.index(each) for each in ENTRIES]
    spans = zip(starts, ENTRIES, strict=True)
    blocks = tuple(BlockSpan(at, at + len(each), BlockKind.ENTRY) for at, each in spans)
    return Passage("1", text, blocks=blocks)


@pytest.mark.parametrize(
    ("said", "question", "name"),
    [
        ("123", "Which status does it return if the wick is not found?", "127"),
        ("123", "Which status says that the wick cannot be lit?", "126"),
        ("0", "Which code means that it could not find the cellar?", "6"),
        ("dim", "What does the lamp show when the oil is gone?", "out"),
        ("127", "Which status does it return if the wick is not found?", None),
        ("123", "Which status does it return if the wick is found?", None),
        ("123", "Which status does it return?", None),
        ("any lamp", "Which status does it return if the wick is not found?", None),
        ("123", "Which option lights the wick twice?", None),
    ],
)
def test_the_name_is_that_whose_meaning_is_stated(said, question, name):
    where = passage()
    start = where.text.index(said)
    found = name_asked_for(question, where, (start, start + len(said)))
    assert (found and where.text[slice(*found)]) == name
