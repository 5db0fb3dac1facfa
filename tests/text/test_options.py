from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.text.options import options_in


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("What does xargs -0 do?", {"-0"}),
        ("'--null', '-0'", {"--null", "-0"}),
        ("--size=N, -s N", {"--size", "-s"}),
        ("ssh -L and ssh -l", {"-L", "-l"}),
        ("a well-known --no-color", {"--no-color"}),
        ("values of Type= in a unit", {"Type="}),
        ("RuntimeMaxUse=, RuntimeKeepFree=", {"RuntimeMaxUse=", "RuntimeKeepFree="}),
        ("if a==b or size=3", set()),
        ("from 3-4 to 5 - 6 -- done", set()),
    ],
)
def test_the_options_of_a_text(text, options):
    assert options_in(text) == options


@given(st.text())
def test_any_text_is_taken(text):
    assert all(option[0] == "-" or option[-1] == "=" for option in options_in(text))
