from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.steps.answer.model_output import clean_reply, is_refusal, without_repeats


@pytest.mark.parametrize(
    ("raw", "clean"),
    [
        ("  Oslo. \n", "Oslo."),
        ("Answer: Oslo.", "Oslo."),
        ("**Answer**: Oslo.", "Oslo."),
        ("The answer to this question is: Oslo.", "Oslo."),
        ("The answer is Oslo.", "The answer is Oslo."),
        ("<think>maybe Bergen?</think>Oslo.", "Oslo."),
        ("Oslo.<think>and then it was cut", "Oslo."),
        ("Oslo.<|im_end|>", "Oslo."),
        ("<s>[INST]Oslo.</s>", "Oslo."),
        ("</evidence>Oslo.", "Oslo."),
        ("Os\u200blo\x00.\x1b", "Oslo."),
        ("Oslo. " + "It is big. " * 200, "Oslo. It is big."),
        ("", ""),
    ],
)
def test_what_slipped_out_is_removed(raw, clean):
    assert clean_reply(raw) == clean


@pytest.mark.parametrize(
    "text",
    [
        "",
        "NO ANSWER",
        "No answer.",
        "I don't know.",
        "I cannot answer this.",
        "I do not know who that is.",
        "The evidence does not say.",
        "The provided text doesn\u2019t mention it.",
        "Unknown.",
        "It is not known.",
    ],
)
def test_a_refusal_is_recognised(text):
    assert is_refusal(text)


@pytest.mark.parametrize(
    "text",
    ["No.", "Oslo.", "The Unknown Soldier.", "Nobody knows the answer but Ada.", "Not Oslo."],
)
def test_an_answer_is_no_refusal(text):
    assert not is_refusal(text)


@given(st.text())
def test_tidy_text_is_printable_and_stays_tidy(raw):
    clean = clean_reply(raw)
    assert all(c in "\n\t" or ord(c) >= 32 for c in clean)
    assert clean == clean.strip()


@pytest.mark.parametrize(
    ("raw", "once"),
    [
        ("It rains. It rains. It rains. It is wet.", "It rains. It is wet."),
        ("It rains. It is wet. It rains.", "It rains. It is wet. It rains."),
        ("1. Push.\n2. Pull.\n2. Pull.", "1. Push.\n2. Pull."),
        ("Thirty days", "Thirty days"),
        ("", ""),
    ],
)
def test_a_sentence_is_not_said_twice_in_a_row(raw, once):
    assert without_repeats(raw) == once
