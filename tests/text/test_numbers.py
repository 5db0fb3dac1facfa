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
        ("the twentieth, the twenty-first and the hundredth", [20, 21, 100]),
        ("two hundred and fifty, one hundred and twenty-third", [250, 123]),
        ("five million two hundred thousand and six", [5_200_006]),
        ("two and three, the second and third", [2, 3, 2, 3]),
        ("one two three, twenty twenty, two hundred million", [1, 2, 3, 20, 20, 2e8]),
        ("a hundred, sixteen, seventieth", [100, 16, 70]),
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
        ("It has two hundred and fifty floors.", "There are 250 floors."),
        ("It is of the twentieth century.", "It is of the 20th century."),
        ("It cost a million.", "It was dear."),
        ("It is spread by SARS-CoV-2 and Covid-19 follows.", "The virus spreads it."),
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
        ("It has two hundred and fifty.", "It has 200 and 50.", ("two hundred and fifty",)),
        ("The F-16 flew in May-June 1981.", "The F-16 flew in 1980.", ("1981",)),
        ("The twentieth of May.", "The 21st of May.", ("twentieth",)),
    ],
)
def test_a_number_that_the_source_does_not_have_is_missing(claim, source, missing):
    assert missing_figures(claim, source) == missing


LAMPS = "The hall holds up to 8 lamps, and should have at least four of them."
