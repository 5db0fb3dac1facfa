"""A number of the question lies in the range that one row of a table states."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assay.steps.values.ranges import (
    cell_in_range,
    implied_words,
    is_out_of_range,
    numbers_in_ranges,
    row_in_range,
)
from assay.types import BlockKind, BlockSpan, Passage

NOTICE = (
    "Years of service: less than 2; Notice: 1 month",
    "Years of service: 2 to 4; Notice: 2 months",
    "Years of service: 5-9; Notice: 3 months",
    "Years of service: 10 and more; Notice: 6 months",
)
PARCELS = ("Parcel: up to 2 kg; Price: 5", "Parcel: up to 10 kg; Price: 9", "Parcel: up to 30 kg")
PIECES = ("Pieces: from 10; Price: 9", "Pieces: from 50; Price: 8", "Pieces: over 1,000; Price: 7")


def table(rows: tuple[str, ...]) -> Passage:
    spans, at = [], 0
    for row in rows:
        spans.append(BlockSpan(at, at + len(row), BlockKind.ROW))
        at += len(row) + 1
    return Passage("p", "\n".join(rows), blocks=tuple(spans))


@pytest.mark.parametrize(
    ("rows", "question", "number"),
    [
        (NOTICE, "What notice after 1 year?", 0),
        (NOTICE, "What notice after 2 years?", 1),
        (NOTICE, "What notice does grade 6 get after 7 years?", 2),
        (NOTICE, "What notice after 12 years?", 3),
        (NOTICE, "What notice after 5 to 9 years?", 2),
        (NOTICE, "What notice for a lamp of 7 kg?", None),
        (NOTICE, "What notice after 4.5 years?", None),
        (NOTICE, "What notice after 3 years, and what after 7 years?", None),
        (NOTICE[:1], "What notice after 1 year?", None),
        (PARCELS, "What does a parcel of 7 kg cost?", 1),
        (PARCELS, "What does a parcel of 7kg cost?", 1),
        (PARCELS, "What does a parcel of 31 kg cost?", None),
        (PIECES, "What do 60 pieces cost?", 1),
        (PIECES, "What do 1,500 pieces cost?", 2),
        (PIECES, "What do 1000 pieces cost?", 1),
        (PIECES, "What do 9 pieces cost?", None),
        (("Years: 1 to 4; A: x", "Years: 2 to 5; A: y"), "What after 3 years?", None),
    ],
)
def test_the_row_whose_range_holds_the_number_is_asked_for(rows, question, number):
    passage = table(rows)
    found = row_in_range(passage, question)
    assert (passage.text[slice(*found)] if found else None) == (
        None if number is None else rows[number]
    )


def test_a_number_in_a_range_stands_in_the_passage():
    assert numbers_in_ranges(table(NOTICE), "Grade 6 after 12 years?") == {"12"}
    assert not numbers_in_ranges(table(NOTICE), "What is the notice?")


@pytest.mark.parametrize(
    ("question", "sentence", "out"),
    [
        ("Is it needed on the second day?", "It is needed from the fourth calendar day.", True),
        ("Is it needed on the fifth day?", "It is needed from the fourth calendar day.", False),
        ("May a password have 10 characters?", "Passwords have at least 14 characters.", True),
        ("May a password have 20 characters?", "Passwords have at least 14 characters.", False),
        ("Can I book 40 days before?", "Rooms are booked up to 30 days before.", True),
        ("Can I return it after 20 days?", "It can be returned within 14 days.", True),
        ("Can I work 20 hours?", "Keepers work 10 to 30 hours.", False),
        ("Can I lift 40 kg?", "Keepers work 10 to 30 hours.", False),
        ("Can I work 40 hours?", "Keepers work 10 to 30 hours, guests up to 5 hours.", False),
        ("Can I work?", "Keepers work 10 to 30 hours.", False),
        ("Can a 15 year old row?", "Keepers from the age of 16 may row.", True),
        ("Can a 15-year-old row?", "Keepers over the age of sixteen may row.", True),
        ("Can a 16-year-old row?", "Keepers from the age of 16 may row.", False),
    ],
)
def test_a_number_may_lie_outside_of_what_a_sentence_states(question, sentence, out):
    assert is_out_of_range(question, sentence) is out


ZONES = (
    "Zone: Oslo; up to 5 kg: 4.90 EUR; up to 10 kg: 7.50 EUR; up to 20 kg: 12.00 EUR",
    "Zone: Turku; up to 5 kg: 9.90 EUR; up to 10 kg: 14.50 EUR; up to 20 kg: 22.00 EUR",
)


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("What does a parcel of 7 kg to Turku cost?", "14.50 EUR"),
        ("What does a parcel of 5 kg to Turku cost?", "9.90 EUR"),
        ("What does a parcel of 20 kg to Turku cost?", "22.00 EUR"),
        ("What does a parcel of 25 kg to Turku cost?", None),
        ("What do 7 parcels to Turku cost?", None),
        ("What do 3 kg and 7 kg to Turku cost?", None),
    ],
)
def test_the_column_whose_name_holds_the_number(question, value):
    passage = table(ZONES)
    row = passage.blocks[1]

    cell = cell_in_range(passage, (row.start, row.end), question)

    assert (cell and passage.text[slice(*cell)]) == value


def test_a_number_in_a_column_and_a_cost_beside_a_price_are_implied():
    assert implied_words(table(ZONES), "What do 7 kg cost?") >= {"7", "cost"}
    assert not implied_words(table(PARCELS[2:]), "What do 40 kg cost?")


def test_who_does_something_is_implied_by_the_column_of_those_who_do_it():
    courses = table(("Course: Sewing; Teacher: Ray",))
    assert "teach" in implied_words(courses, "Who teaches sewing?")
    assert "suppl" in implied_words(table(("Item: Key; Supplier: Ray",)), "Who supplies keys?")
    assert "like" not in implied_words(courses, "Who likes sewing?")


def test_what_it_costs_is_implied_by_a_sum_where_the_price_is_asked_for():
    priced = Passage("p", "Lamp: small; Fee: 12 EUR", title="Lamps")
    assert "cost" in implied_words(priced, "What does the small lamp cost?")
    assert not implied_words(priced, "How bright is the small lamp?")
    assert not implied_words(replace(priced, text="Lamp: small"), "What does the lamp cost?")
