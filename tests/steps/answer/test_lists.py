"""A list of what the question says is not."""

from __future__ import annotations

import pytest

from assay.steps.answer.lists import denied_list
from assay.types import BlockKind, BlockSpan, Passage

ITEMS = "glass\npaint"


def listed(before: str, heading: str) -> Passage:
    text = f"{before}\n{ITEMS}" if before else ITEMS
    at = len(before) + 1 if before else 0
    blocks = [BlockSpan(0, at - 1, BlockKind.PARAGRAPH)] if before else []
    blocks += [BlockSpan(at, at + 5, BlockKind.ITEM), BlockSpan(at + 6, at + 11, BlockKind.ITEM)]
    return Passage("p", text, headings=(heading,), blocks=tuple(blocks))


@pytest.mark.parametrize(
    ("before", "heading", "question", "found"),
    [
        ("", "Not refunded", "What travel costs are not refunded?", True),
        ("", "Not refunded", "Which things aren't refunded?", True),
        ("", "Not refunded", "What travel costs are refunded?", False),
        ("", "Refunded", "What travel costs are not refunded?", False),
        ("", "Not refunded", "What must not be burnt?", False),
        ("", "Not refunded", "How many costs are not refunded?", False),
        ("The following costs are not refunded:", "Costs", "What costs are not refunded?", True),
        ("These things must not be burnt:", "Stove", "What must not be burnt?", True),
        ("These things must not be burnt:", "Stove", "What must not be washed?", False),
        ("These things must not be burnt:", "Stove", "What must not be burnt at night?", False),
        ("The stove is hot.", "Stove", "What must not be burnt?", False),
    ],
)
def test_the_list_of_what_is_denied(before, heading, question, found):
    assert (denied_list(question, listed(before, heading)) is not None) is found


def test_a_passage_without_a_list_denies_nothing():
    assert denied_list("What is not sold?", Passage("p", "Lamps.", headings=("Not sold",))) is None
