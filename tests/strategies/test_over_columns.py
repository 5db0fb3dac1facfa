from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from assay.strategies.over_columns import NOT_CLEAR, TOO_LONG, OverColumns
from assay.testing import make_passage
from assay.types import Answer, BlockKind, BlockSpan, Entry, Evidence, Passage

QUESTION = "Which port has the most ships and the lowest crane fee?"


def rows(*lines: str) -> Passage:
    passage = replace(make_passage("\n".join(lines)), document="ports")
    blocks, at = [], 0
    for line in lines:
        blocks.append(BlockSpan(at, at + len(line), BlockKind.ROW))
        at += len(line) + 1
    return replace(passage, blocks=tuple(blocks))


ALONE = rows("Port: Aberdeen, Ships: 306, Crane fee: 278")
OTHERS = rows("Port: Bergen, Ships: 280", "Port: Calais, Ships: 282", "Port: Dover, Ships: 248")


@dataclass
class Reads:
    """A strategy that answers with the row it found."""

    def answer(self, question: str, query: str | None = None) -> Answer:
        entry = Entry(ALONE, 0, len(ALONE.text))
        return Answer(question, "crag", "Aberdeen", evidence=Evidence(), entries=(entry,))


@pytest.mark.parametrize(
    ("whole", "reason"), [((ALONE, OTHERS), NOT_CLEAR), ((), TOO_LONG), ((ALONE,), None)]
)
def test_a_row_that_stands_alone_in_its_passage_is_one_of_the_document_s_table(whole, reason):
    answer = OverColumns(Reads(), lambda passage: whole).answer(QUESTION)
    assert answer.reason == (reason or "")
    assert (answer.text is None) == bool(reason)
