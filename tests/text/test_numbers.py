from __future__ import annotations

import pytest

from assay.text.numbers import figures, missing_figures


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("1,000 and 1000", [1000, 1000]),
        ("5 million, 2.5 billion", [5e6, 2.5e9]),
        ("twenty-one of three hundred", [21, 300]),
        ("the 19th and the tenth", [19, 10]),
        ("July 20, 1969", [20, 1969]),
        ("$3,000 for 5km", [3000, 5]),
        ("a tenant, often weighty, B52", []),
        ("123,4567", [123, 4567]),
    ],
)
def test_numbers_are_read_however_they_are_written(text, values):
    assert [figure.value for figure in figures(text)] == values


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("It has five floors.", "There are 5 floors."),
        ("It cost 5,000,000 dollars.", "The price was 5 million."),
        ("It opened in the 1990s.", "It opened in 1994."),
        ("About 5 million live there.", "It has 4,983,211 inhabitants."),
        ("More than 300 came.", "There were 310 guests."),
        ("One of them won.", "She won."),
    ],
)
def test_a_number_that_the_source_has_in_another_form_is_there(claim, source):
    assert missing_figures(claim, source) == ()


@pytest.mark.parametrize(
    ("claim", "source", "missing"),
    [
        ("It opened in 1970.", "It opened in 1969.", ("1970",)),
        ("It has 5 floors.", "It has 5 million visitors.", ("5",)),
        ("It opened in the 1980s.", "It opened in 1994.", ("1980s",)),
        ("About 5 million live there.", "It has 7 million.", ("About 5 million",)),
        ("Two of them won.", "Three of them won.", ("Two",)),
    ],
)
def test_a_number_that_the_source_does_not_have_is_missing(claim, source, missing):
    assert missing_figures(claim, source) == missing
