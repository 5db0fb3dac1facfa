from __future__ import annotations

from decimal import Decimal

import pytest

from assay.steps.columns.values import values_of


@pytest.mark.parametrize(
    ("cells", "numbers"),
    [
        (["12", "7"], ["12", "7"]),
        (["1,204", "90.5"], ["1204", "90.5"]),
        (["1.204,50", "90,5"], ["1204.50", "90.5"]),
        (["1 204", "90"], ["1204", "90"]),
        (["\u20ac 40", "\u20ac12.50"], ["40", "12.50"]),
        (["12 %", "7 %"], ["12", "7"]),
        (["(12)", "\u22127"], ["-12", "-7"]),
        (["2021-03-01", "1999-12-31"], ["20210301", "19991231"]),
    ],
)
def test_cells_are_numbers_as_people_write_them(cells, numbers):
    values = values_of(cells)
    assert values is not None
    assert list(values.numbers) == [Decimal(number) for number in numbers]


@pytest.mark.parametrize(
    "cells",
    [["5 kg", "300 g"], ["15\u201344", "3"], ["north", "3"], ["1,5", "1.5"], ["", "-", "3"],
     ["020 7946 0958", "020 7946 0959"], ["5'11", "6'2"], ["1" * 16, "2"],
     ["W-01", "W-02"], ["K2", "K14"]],
)  # fmt: skip
def test_cells_of_several_units_ranges_words_and_identifiers_are_no_numbers(cells):
    assert values_of(cells) is None


def test_a_missing_value_is_none():
    values = values_of(["4", "n/a", "6"])
    assert values is not None
    assert values.numbers == (Decimal(4), None, Decimal(6))


def test_years_are_no_amounts():
    values = values_of(["1955", "2021"])
    assert values is not None
    assert values.dated
