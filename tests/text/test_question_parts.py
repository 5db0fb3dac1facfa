from __future__ import annotations

import pytest

from assay.text.question_parts import question_parts, sides


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        (
            "Which tool cleans a boiler, and how often must the boiler be cleaned in a year?",
            ("Which tool cleans a boiler?", "how often must the boiler be cleaned in a year?"),
        ),
        (
            "How long does a kettle last and where do I bring it?",
            ("How long does a kettle last?", "long, kettle: where do I bring it?"),
        ),
        (
            "Does the usual limit apply, and is there a higher one?",
            ("Does the usual limit apply?", "usual limit apply: is there a higher one?"),
        ),
        (
            "How hot is the boiler at night, and with a timer set how many hours is it on?",
            (
                "How hot is the boiler at night?",
                "hot, boiler, night: with a timer set how many hours is it on?",
            ),
        ),
        (
            "Who cleans the boiler, and until when?",
            ("Who cleans the boiler?", "cleans, boiler: until when?"),
        ),
        (
            "Who mended the boiler and when?",
            ("Who mended the boiler?", "mended, boiler: when?"),
        ),
        (
            "boiler: for how long is it warm, and what's the hottest?",
            ("boiler: for how long is it warm?", "boiler, long, warm: what's the hottest?"),
        ),
    ],
)
def test_each_part_can_be_looked_up_by_itself(question, parts):
    assert question_parts(question) == parts


@pytest.mark.parametrize(
    "question",
    [
        "Which tool cleans a boiler?",
        "What is the difference between steel and glass?",
        "What does the boiler do and why?",  # why asks for no other place
        "What label and which file do I need for the boiler?",  # the first borrows its verb
        "salt and pepper",
        "and what?",
        "and when?",
        "",
        "How does it work and does it last?",  # without a comma the same sentence goes on
        "What is a, and what is bb, and what is ccc, and what is dddd?",
    ],
)
def test_one_question_stays_whole(question):
    assert question_parts(question) == (question,)


def test_a_story_before_the_question_goes_with_its_first_part():
    asked = "The boiler hums. Does the timer apply to it, and what is the longest time of it?"
    first, second = question_parts(asked)
    assert first == "The boiler hums. Does the timer apply to it?"
    assert second.endswith(": what is the longest time of it?")


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("What is the difference between lamp on and lamp off?", ("lamp on", "lamp off")),
        ("difference between a for loop and a while loop", ("for loop", "while loop")),
        ("What is the difference between if and unless?", ("if", "unless")),
        ("What is the difference between the pump and the valve?", ("pump", "valve")),
        ("What is the difference between it and the valve?", None),
    ],
)
def test_words_of_grammar_may_tell_two_sides_apart(question, named):
    assert sides(question) == named
