"""Options reach the command as their types, or are named in the error."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("option", "value", "said"),
    [
        ("--top-k", "many", "valid integer"),
        ("--top-k", "0", "greater than or equal to 1"),
        ("--max-risk", "high", "valid number"),
    ],
)
def test_a_wrong_value_is_named_by_typer(assay, option, value, said):
    result = assay("ask", "Who?", option, value)
    assert result.code == 2
    assert option in result.err and said in result.err


def test_right_values_are_taken(assay, tmp_path):
    prefer = ("--prefer", "a.org", "--prefer", "b.org")
    result = assay("ask", "Who?", "-i", tmp_path / "none", "--mode", "dense", *prefer)
    assert result.code not in (0, 2)
    assert "none" in result.err
