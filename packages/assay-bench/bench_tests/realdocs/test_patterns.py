from __future__ import annotations

import pytest

from assay.errors import InputError
from assay_bench.realdocs.patterns import MAX_TEXT, compiled, plain, time_limit


def test_text_is_made_plain_as_quotes_are():
    assert plain("  the\n\n of\ufb01ce\u200b  is\xa0open ") == "the office is open"


def test_text_beyond_the_bound_is_not_looked_at():
    assert len(plain("x" * (MAX_TEXT + 10))) == MAX_TEXT


def test_patterns_see_through_case_and_lines():
    assert compiled("starts.*ends").search("STARTS\nENDS")


@pytest.mark.parametrize("pattern", ["(", "x" * 3_000])
def test_what_is_no_pattern_is_said(pattern):
    with pytest.raises(ValueError, match="pattern"):
        compiled(pattern)


def test_a_pattern_that_would_never_end_is_stopped():
    endless = compiled(r"(a+)+$")
    with pytest.raises(InputError, match="question q1"), time_limit(0.2, "the question q1"):
        endless.search("a" * 60 + "!")


def test_a_limit_that_is_kept_leaves_nothing_behind():
    with time_limit(5, "a question"):
        assert compiled("b").search("abc")
