"""The same quantity in other units is the same answer."""

from __future__ import annotations

import pytest

from assay.reader.disagreement import Said, compare
from assay.testing import make_passage
from assay.text.quantities import same_quantities


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
