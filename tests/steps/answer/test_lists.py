"""A list of what the question says is not, and one that is announced in its words."""

from __future__ import annotations

import pytest

from assay.steps.answer.lists import announcement_of, denied_list, lists_the_answer
from assay.types import BlockKind, BlockSpan, Passage
from tests.entries import entries_of

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


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("Where does the stove look for its configuration?", True),
        ("Where does the stove look for its config?", True),  # the same word, cut short
        ("Where does the stove look for its form?", False),  # too short to tell what begins so
        ("Where does the stove look for its fuel?", False),
    ],
)
def test_a_list_that_is_announced_in_the_words_of_the_question(question, found):
    passage = listed("The stove looks for its configuration, in any format, here:", "Stove")
    key = (passage.blocks[1].start, passage.blocks[1].end)
    assert lists_the_answer(question, passage, key) is found


@pytest.mark.parametrize(
    ("before", "announcement"),
    [
        ("It is hot. It must not be fed with:", "It must not be fed with:"),
        ("It is hot. It must not be fed with e.g. these:", "It must not be fed with e.g. these:"),
        ("It is hot.", ""),
        ("", ""),
    ],
)
def test_what_is_said_of_an_item_stands_before_its_list(before, announcement):
    passage = listed(before, "Stove")
    assert announcement_of(passage, passage.blocks[-1].start) == announcement
    if before:  # the line before a list is no item of it
        assert announcement_of(passage, 0) == ""


@pytest.mark.parametrize("mark", ["-", "1."])
def test_items_with_numbers_or_paragraphs_of_their_own_are_announced_too(mark, tmp_path):
    more = f"{mark} glass\n\n{' ' * len(mark)} It melts.\n\n{mark} paint\n"
    page = f"# Stove\n\nIt must not be fed with:\n\n{more}"
    [passage] = entries_of(tmp_path, "stove.md", page)
    for said in ("glass", "It melts.", "paint"):
        at = passage.text.index(said)
        assert announcement_of(passage, at) == "It must not be fed with:"


def test_a_numbered_list_is_announced_in_the_words_of_the_question(tmp_path):
    page = "# Stove\n\nThe stove looks for its configuration here:\n\n1. glass\n2. paint\n"
    [passage] = entries_of(tmp_path, "stove.md", page)
    key = (passage.blocks[1].start, passage.blocks[1].end)
    assert lists_the_answer("Where does the stove look for configuration?", passage, key)
