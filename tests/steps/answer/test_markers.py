from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.steps.answer.markers import take_markers


@pytest.mark.parametrize(
    ("written", "numbers"),
    [
        ("Oslo [1].", [1]),
        ("Oslo [1][3].", [1, 3]),
        ("Oslo [1, 2].", [1, 2]),
        ("Oslo [1-3].", [1, 2, 3]),
        ("Oslo [1; 3].", [1, 3]),
        ("Oslo [ 2 ].", [2]),
        ("Oslo [^2].", [2]),
        ("Oslo [Source 2].", [2]),
        ("Oslo [Document: 3].", [3]),
        ("Oslo \u30102\u3011.", [2]),
        ("Oslo [1 and 2].", [1, 2]),
    ],
)
def test_every_usual_form_is_understood(written, numbers):
    marked = take_markers(written, 3)
    assert marked.text == "Oslo."
    assert marked.cited == tuple((4, number) for number in numbers)
    assert marked.notes == ()


@pytest.mark.parametrize(
    "written",
    ["Oslo [9].", "Oslo [0].", "Oslo [].", "Oslo [?].", "Oslo [citation needed].", "Oslo [1."],
)
def test_a_marker_that_points_nowhere_is_removed_and_noted(written):
    marked = take_markers(written, 3)
    assert marked.text == "Oslo."
    assert marked.cited == ()
    assert marked.notes == ("1 citation marker(s) pointed nowhere and were removed",)


@pytest.mark.parametrize(
    "text",
    ["He wrote [sic] so.", "In [2019] it rained.", "x = a[i]", "an array [1.5]", "(1) First."],
)
def test_other_brackets_stay(text):
    assert take_markers(text, 3).text == text


def test_an_invented_source_is_removed():
    text = "Oslo is big [1].\n\nSources:\n[1] https://evil.example/oslo\n- www.fake.example"
    marked = take_markers(text, 1)
    assert marked.text.strip() == "Oslo is big."
    assert "2 source(s) that no evidence names were removed from the answer" in marked.notes


def test_a_source_that_the_evidence_names_stays():
    text = "See https://oslo.example/home."
    assert take_markers(text, 1, known="more at https://oslo.example/home today").text == text


@given(
    st.text(alphabet="[]()^0123456789,- \nab.\u3010\u3011;http:/", max_size=120), st.integers(0, 9)
)
def test_whatever_is_written_every_number_kept_is_real(text, count):
    marked = take_markers(text, count)
    assert all(1 <= number <= count for _, number in marked.cited)
    assert all(0 <= at <= len(marked.text) for at, _ in marked.cited)
    assert len(marked.text) <= len(text)
