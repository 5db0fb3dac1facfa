from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.steps.answer.model_output import loop_start


@pytest.mark.parametrize("unit", ["x", "ha ", "and so on ", "The cat sat on the mat, and then "])
def test_a_loop_is_found_and_its_first_copy_kept(unit):
    text = "It began well. " + unit * 300
    start = loop_start(text)
    assert start is not None
    assert text[:start].startswith("It began well. ")
    assert len(text[:start]) <= len("It began well. ") + 2 * len(unit)


@pytest.mark.parametrize(
    "text", ["", "No.", "ha ha ha", "1 2 3 4 5 6 7 8 9 " * 3, "a" * 100, "All men are mortal. " * 2]
)
def test_ordinary_text_is_no_loop(text):
    assert loop_start(text) is None


@given(st.text(max_size=300), st.text(min_size=1, max_size=30), st.integers(0, 60))
def test_what_is_cut_is_nothing_but_copies(head, unit, copies):
    text = head + unit * copies
    start = loop_start(text)
    if start is not None:
        rest = text[start:]
        assert any(
            set(rest[i : i + n] for i in range(0, len(rest), n)) == {text[start - n : start]}
            for n in range(1, 121)
            if len(rest) % n == 0
        )
