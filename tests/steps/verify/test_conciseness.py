from __future__ import annotations

import pytest

from assay.steps.verify.wording import conciseness

SENTENCE = "Gold is a dense yellow metal with many uses."


def test_a_short_answer_is_concise():
    assert conciseness("Paris.", "What is the capital?") == 1
    assert conciseness(SENTENCE, "What is gold?") == 1


@pytest.mark.parametrize("text", ["", " ", "?!"])
def test_without_words_nothing_is_said(text):
    assert conciseness(text) == 0


def test_saying_it_twice_costs_half():
    assert conciseness(f"{SENTENCE} {SENTENCE}") < 0.7
    assert conciseness(" ".join([SENTENCE] * 10)) < 0.15


def test_a_question_for_a_fact_needs_fewer_words_than_another():
    text = " ".join(f"word{n}" for n in range(80))
    assert conciseness(text, "Who discovered it?") == pytest.approx(0.5)
    assert conciseness(text, "In what year was it discovered?") == pytest.approx(0.5)
    assert conciseness(text, "Why does it shine?") == 1
