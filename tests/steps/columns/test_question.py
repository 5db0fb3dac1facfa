from __future__ import annotations

import pytest

from assay.steps.columns.question import Operation, column_question


@pytest.mark.parametrize(
    ("question", "operation"),
    [
        ("Which port handles the most ships?", Operation.MOST),
        ("What is the lowest crane fee?", Operation.LEAST),
        ("Which branch was opened first?", Operation.EARLIEST),
        ("Which of them was repaired most recently?", Operation.LATEST),
        ("How many tonnes are landed in total?", Operation.SUM),
        ("What is the average fee?", Operation.MEAN),
        ("How many ports are there?", Operation.COUNT),
    ],
)
def test_what_is_to_be_computed_is_told_from_the_words(question, operation):
    asked = column_question(question)
    assert asked is not None
    assert asked.operation is operation


@pytest.mark.parametrize(
    "question",
    [
        "What is the crane fee in Dover?",
        "How do I list the ports?",
        "Which ports have more than 100 ships?",
        "Is Dover the largest port?",
        "What does the fee mean in Dover?",
    ],
)
def test_a_question_that_wants_something_else_is_left_alone(question):
    assert column_question(question) is None


@pytest.mark.parametrize(
    "question",
    [
        "Which port has the most ships except Dover?",
        "Which ports do not have the lowest fee?",
        "Which port has the second highest fee?",
        "Which port opened after 1870 has the most ships?",
        "Which port has the most ships and the lowest fee?",
    ],
)
def test_a_question_that_chooses_rows_otherwise_is_seen_as_such(question):
    asked = column_question(question)
    assert asked is not None
    assert asked.restricted
