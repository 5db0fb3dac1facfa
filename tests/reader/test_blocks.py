from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.reader.blocks import MAX_WORDS, is_procedure, key_sentence, listed_blocks, shown_part
from assay.testing import make_passage
from assay.types import BlockKind, BlockSpan, Passage

LONG = "The keeper writes down the hour and the wind and the oil that is left over. " * 5


def passage_of(*blocks: tuple[BlockKind, str, int, str]) -> Passage:
    """A passage of (kind, text, group, number) blocks, one below the other."""
    text, spans = "", []
    for kind, words, group, number in blocks:
        start = len(text)
        text += words
        spans.append(BlockSpan(start, len(text), kind, group=group, number=number))
        text += "\n"
    return replace(make_passage(text.rstrip("\n")), blocks=tuple(spans))


def paragraph(text: str, group: int = 0) -> tuple[BlockKind, str, int, str]:
    return BlockKind.PARAGRAPH, text, group, ""


def item(text: str, number: str = "", group: int = 1) -> tuple[BlockKind, str, int, str]:
    return BlockKind.ITEM, text, group, number


PARTS = st.lists(
    st.tuples(
        st.sampled_from(BlockKind),
        st.sampled_from(["Short.", "Do this:", LONG.strip(), "One here. Two here."]),
        st.integers(0, 2),
        st.sampled_from(["", "1.", "b)"]),
    ),
    min_size=1,
    max_size=8,
)


def test_a_short_passage_is_shown_whole():
    passage = passage_of(paragraph("One."), paragraph("Two."))
    assert shown_part(passage, (5, 9)) == (0, len(passage.text))


def test_of_a_long_passage_only_the_block_of_the_key_is_shown():
    passage = passage_of(paragraph(LONG), paragraph("The key."), paragraph(LONG))
    at = passage.text.index("The key.")
    start, end = shown_part(passage, (at, at + 8))
    assert passage.text[start:end] == "The key."


def test_a_list_is_shown_with_the_line_that_announces_it_and_all_its_items():
    passage = passage_of(
        paragraph(LONG), paragraph(LONG), paragraph("Do this:"), item("one"), item("two")
    )
    at = passage.text.index("two")
    start, end = shown_part(passage, (at, at + 3))
    assert passage.text[start:end] == "Do this:\none\ntwo"


def test_the_line_that_announces_a_list_is_shown_with_all_its_items():
    passage = passage_of(
        paragraph(LONG), paragraph("In this order:"), item("Oil."), item("Wick."), item("Glass."),
        paragraph(LONG), paragraph(LONG),
    )  # fmt: skip
    at = passage.text.index("In this")
    start, end = shown_part(passage, (at, at + 3))
    assert passage.text[start:end] == "In this order:\nOil.\nWick.\nGlass."


def test_a_question_is_shown_with_what_follows_it():
    passage = passage_of(
        paragraph(LONG), item("Is it dark?"), item("Is the lamp out?"), paragraph("Fill it up."),
        paragraph(LONG),
    )  # fmt: skip
    at = passage.text.index("Is it dark?")
    start, end = shown_part(passage, (at, at + 11))
    assert passage.text[start:end] == "Is it dark?\nIs the lamp out?\nFill it up."


def test_code_goes_with_the_sentence_before_it():
    passage = passage_of(
        paragraph(LONG), paragraph(LONG), paragraph("Run it."), (BlockKind.CODE, "run --now", 0, "")
    )
    at = passage.text.index("Run it.")
    start, end = shown_part(passage, (at, at + 7))
    assert passage.text[start:end] == "Run it.\nrun --now"


@given(PARTS, st.data())
def test_what_is_shown_holds_the_block_of_its_key_and_is_bounded(parts, data):
    passage = passage_of(*parts)
    block = data.draw(st.sampled_from(passage.blocks))
    start, end = shown_part(passage, (block.start, block.end))
    assert 0 <= start <= block.start < block.end <= end <= len(passage.text)
    longest = max(len(words.split()) for _, words, _, _ in parts)
    assert len(passage.text[start:end].split()) <= max(2 * MAX_WORDS, longest)


@given(PARTS, st.data())
def test_the_key_sentence_stays_inside_its_block_and_holds_its_span(parts, data):
    passage = passage_of(*parts)
    block = data.draw(st.sampled_from(passage.blocks))
    start = data.draw(st.integers(block.start, block.end - 1))
    end = data.draw(st.integers(start + 1, block.end))
    first, last = key_sentence(passage, start, end)
    assert block.start <= first <= start
    assert last <= block.end
    assert last >= end or passage.text[start].isspace()


def test_the_key_sentence_is_one_sentence():
    passage = passage_of(paragraph("One here. The key is here. Three."))
    at = passage.text.index("key")
    first, last = key_sentence(passage, at, at + 3)
    assert passage.text[first:last] == "The key is here."


def test_a_passage_without_blocks_has_key_sentences_too():
    passage = make_passage("One here. Two here.")
    assert key_sentence(passage, 11, 13) == (10, 19)
    assert shown_part(passage, (10, 19)) == (0, 19)
    assert listed_blocks(passage, 0) == ()


def test_the_list_at_a_key_is_found_whole_and_so_is_the_one_it_announces():
    passage = passage_of(paragraph("Colours:"), item("red"), item("blue"), paragraph("The end."))
    texts = [passage.text[b.start : b.end] for b in listed_blocks(passage, 0)]
    assert texts == ["red", "blue"]
    assert listed_blocks(passage, passage.text.index("blue")) == listed_blocks(passage, 0)
    assert listed_blocks(passage, passage.text.index("The end")) == ()


def test_one_item_is_no_list():
    assert listed_blocks(passage_of(item("red"), paragraph("The end.")), 0) == ()


@pytest.mark.parametrize(
    ("numbers", "ordered"),
    [(["1.", "2."], True), (["a)", "b)"], True), (["", ""], False), (["1.", ""], False)],
)
def test_a_numbered_list_is_a_procedure(numbers, ordered):
    items = listed_blocks(passage_of(*(item("x", number) for number in numbers)), 0)
    assert is_procedure(items) is ordered
    assert not is_procedure(())
