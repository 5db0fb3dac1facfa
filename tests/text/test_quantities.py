"""The same quantity in other units is the same answer."""

from __future__ import annotations

import pytest

from assay.reader.disagreement import Said, compare
from assay.testing import make_passage
from assay.text.quantities import in_words_of, other_quantities, quantities, same_quantities


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("128 bits", "16 bytes", True),
        ("128-bit", "16 octets long", True),
        ("1 hour", "60 minutes", True),
        ("one hour", "3,600 s", True),
        ("1.5 GB", "1536 MB", True),
        ("1.5 GB", "1500 MB", True),
        ("1.5 GiB", "1500 MB", False),
        ("2 kilobytes", "2048 bytes", True),
        ("2 years", "24 months", True),
        ("2.5 kg", "2500 g", True),
        ("16 bytes (128 bits)", "128 bits", True),
        ("1 hour", "1 minute", False),
        ("128 bits", "17 bytes", False),
        ("30 days", "1 month", None),  # some months have 31
        ("1 hour", "60", None),
        ("the second day", "2 days", None),
        ("8 Mb", "1 MB", None),
        ("red", "60 minutes", None),
        ("1 hour 30 minutes", "90 minutes", True),
        ("2 weeks and 3 days", "17 days", True),
        ("two and a half hours", "2.5 hours", True),
        ("5 min 3 min", "8 min", False),
    ],
)
def test_quantities_in_other_units(first, second, same):
    assert same_quantities(first, second) is same
    assert same_quantities(second, first) is same


@pytest.mark.parametrize(("given", "others"), [("16", 0), ("17", 1)])
def test_sources_that_say_the_same_in_other_units_do_not_disagree(given, others):
    one = make_passage("The key is 128 bits long.")
    two = make_passage(f"The key has {given} octets.")
    best, said = Said(one, 11, 19, 0.9), Said(two, 12, 14, 0.9)
    assert len(compare("How long is the key?", best, [said]).others) == others


@pytest.mark.parametrize(
    ("claim", "source", "read"),
    [
        ("It waits two minutes.", "The default is 120 seconds.", "It waits 120 seconds."),
        ("It lasts 2 h.", "It lasts 120 min.", "It lasts 120 min."),
        ("In half an hour.", "It takes 30 minutes.", "In 30 minutes."),
        ("In three quarters of an hour.", "It takes 45 minutes.", "In 45 minutes."),
        ("After a minute and a half.", "The default is 90 seconds.", "After 90 seconds."),
        ("10 % fall ill.", "One patient in ten falls ill.", "One patient in ten fall ill."),
        ("It is double the size.", "It is twice as large.", "It is twice the size."),
        ("It is gone in 7 days.", "It is gone within a week.", "It is gone in a week."),
        ("They meet on 7 days.", "They meet twice a week.", "They meet on 7 days."),
        ("It waits 2 minutes.", "It waits 2 minutes or 120 seconds.", "It waits 2 minutes."),
        ("It waits 3 minutes.", "It waits 120 seconds.", "It waits 3 minutes."),
        ("Every third year.", "A third of them fell.", "Every third year."),
    ],
)
def test_a_claim_in_the_quantities_of_its_source(claim, source, read):
    assert in_words_of(claim, source) == read


@pytest.mark.parametrize(
    ("claim", "source", "others"),
    [
        ("Three times as fast.", "It is twice as fast and takes a third less.", ("Three times",)),
        ("By 10 euros.", "The rent of 840 euros may rise by 10 percent.", ("10 euros",)),
        ("He was 5 years old.", "Aged 5, he left; 3 years later he came back.", ()),
        ("It takes 48 hours.", "It takes two days.", ()),
        ("It takes 48 hours.", "It takes long.", ()),
        ("It was built in the 1990s.", "Built in 1994, it is open 24 hours.", ()),
        ("It takes one day.", "It takes a day, or 2 days in winter.", ()),
        ("It takes 1 hour.", "It takes 1 hour 30 minutes.", ("1 hour",)),
        ("5 days.", "It takes 15 days.", ("5 days",)),
    ],
)
def test_a_quantity_of_which_the_source_has_another(claim, source, others):
    assert other_quantities(claim, source) == others


def test_a_long_list_of_quantities_is_read_once():
    source = " ".join(f"{number} minutes" for number in range(5_000))
    claim = " ".join(f"{number} hours" for number in range(100, 200))
    assert len(other_quantities(claim, source)) == 100
    assert in_words_of("The cat sat.", source) == in_words_of("The cat sat.", "")


def test_a_quantity_ends_where_a_larger_unit_begins_the_next_one():
    """All of a table of times was one sum, and to look for its last unit took a minute."""
    found = quantities("1 hour 30 minutes 20 seconds 1 hour 5 minutes 2 hours")
    assert [(each.start, each.end) for each in found] == [(0, 28), (29, 45), (46, 53)]
