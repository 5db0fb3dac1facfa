from __future__ import annotations

import pytest

from assay_bench.metrics.closed_answers import choice_of, truth_of

METALS = (("A", "iron"), ("B", "copper"), ("C", "iron oxide"), ("D", "a rock"))


@pytest.mark.parametrize(
    ("text", "truth"),
    [
        ("true", True),
        ("False.", False),
        ("The claim is TRUE [1].", True),
        ("SUPPORTS", True),
        ("REFUTES", False),
        ("It is false, though some say it is true.", False),
        ("untrue", None),
        ("I do not know", None),
        ("", None),
        (None, None),
    ],
)
def test_the_first_word_of_truth_decides(text, truth):
    assert truth_of(text) is truth


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("B", "B"),
        ("b", "B"),
        ("(B)", "B"),
        ("B. copper", "B"),
        ("B: copper", "B"),
        ("**B**", "B"),
        ("2", "B"),
        ("The answer is B.", "B"),
        ("Correct answer: (D)", "D"),
        ("It must be copper.", "B"),
        ("It is iron oxide", "C"),  # iron stands in it too, but only as a part
        ("iron or copper", None),
        ("A rock is the best choice", "D"),  # the article is no letter
        ("E", None),
        ("Answer: none of them", None),
        ("", None),
        (None, None),
    ],
)
def test_a_text_settles_on_a_choice_or_on_none(text, key):
    assert choice_of(text, METALS) == key


def test_numbered_choices_are_letters_too():
    numbered = (("1", "iron"), ("2", "copper"))
    assert choice_of("B", numbered) == choice_of("2", numbered) == "2"
