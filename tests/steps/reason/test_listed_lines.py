from __future__ import annotations

import pytest

from assay.text.keywords import MAX_QUERY
from assay_strategies.reason.listed_lines import listed_lines
from tests.contracts.hostile import TEXTS


@pytest.mark.parametrize(
    "reply",
    [
        "1. author of Emma\n2. Jane Austen",
        "1) author of Emma\n2) Jane Austen",
        "- author of Emma\n- Jane Austen",
        "* **author of Emma**\n\n* `Jane Austen`",
        "Here is the plan:\n1. Search for: author of Emma\n2. Query: Jane Austen\nGood luck!",
        "Step 1: author of Emma\nStep 2: Jane Austen",
        'Sure! ["author of Emma", "Jane Austen"]',
        '```json\n["author of Emma",\n "Jane Austen"]\n```',
        "<think>1. nonsense</think>1. author of Emma\n2. Jane Austen\n3. AUTHOR of Emma",
        '1. "author of Emma"\n2. \u201cJane Austen\u201d',
    ],
)
def test_a_list_is_read_however_it_is_marked(reply):
    assert listed_lines(reply, 5) == ("author of Emma", "Jane Austen")


def test_without_marks_only_what_asks_counts():
    assert listed_lines("Let me see.\nWho wrote Emma?\nThat is all.", 5) == ("Who wrote Emma?",)


@pytest.mark.parametrize(
    "reply", ["", "I cannot help.", "1.", "- :", "[1, 2", '{"a": 1}', "[1, 2]"]
)
def test_what_is_no_list_gives_nothing(reply):
    assert listed_lines(reply, 5) == ()


def test_there_is_a_bound_on_items_and_on_their_length():
    found = listed_lines("\n".join(f"{n % 90 + 1}. {'word ' * 100}{n}" for n in range(500)), 3)
    assert len(found) <= 3
    assert all(len(each) <= MAX_QUERY for each in found)


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())
def test_no_text_breaks_it(text):
    assert len(listed_lines(text, 2)) <= 2
    assert len(listed_lines(f"1. {text}", 2)) <= 2


def test_the_words_of_a_search_are_taken_out_of_the_sentence_that_asks_for_it():
    reply = (
        '1. Search for "Emma" author\'s death date.\n'
        "2. **Search for \u201cJane Austen\u201d**\n"
        "3. search for meaning"
    )
    found = ("Emma author's death date.", "Jane Austen", "search for meaning")
    assert listed_lines(reply, 3) == found
