"""Tables of a PDF without rules: cells stand in the order of the page, each with its names."""

from __future__ import annotations

import pytest

from assay_documents.pdf.read_pdf import read_pdf
from assay_documents.places import BlockKind
from assay_documents.read_limits import ReadLimits
from tests.documents.samples import pdf

DIGIT, POINT = 5.56, 2.78  # widths of Helvetica at size 10


@pytest.fixture
def read(tmp_path):
    def one(page):
        path = tmp_path / "a.pdf"
        path.write_bytes(pdf([page]))
        (document,) = read_pdf(path, ReadLimits())
        return [each.text for each in document.blocks if each.kind is BlockKind.ROW]

    return one


def width(text):
    return sum(POINT if c in ",. " else DIGIT for c in text)


def row(base, label, numbers, rights=(300.0, 400.0, 500.0)):
    """A label at the left, and numbers that end below each other."""
    cells = [(72.0, base, 10.0, label)] if label else []
    placed = zip(rights, numbers, strict=False)
    return cells + [(right - width(n), base, 10.0, n) for right, n in placed if n]


def test_numbers_that_end_below_each_other_keep_the_order_of_the_page(read):
    page = [
        *row(700, "Hay", ("5", "1,250,000", "12")),
        *row(686, "Salt", ("1,400,000", "7", "9,000")),
        *row(672, "Wire", ("20", "31", "1,300,500")),
    ]
    assert read(page) == [
        "Hay; 5; 1,250,000; 12",
        "Salt; 1,400,000; 7; 9,000",
        "Wire; 20; 31; 1,300,500",
    ]


def test_an_empty_cell_leaves_the_others_in_their_columns(read):
    page = [
        *row(714, "Goods", ("2021", "2022", "2023")),
        *row(700, "Hay", ("1,100", "1,200", "1,300")),
        *row(686, "Salt", ("", "7", "9,000")),
        *row(672, "Wire", ("20", "", "30")),
    ]
    assert read(page) == [
        "Goods: Hay; 2021: 1,100; 2022: 1,200; 2023: 1,300",
        "Goods: Salt; 2022: 7; 2023: 9,000",
        "Goods: Wire; 2021: 20; 2023: 30",
    ]


def test_a_name_over_several_columns_and_lines_of_names_are_said_with_each(read):
    rights = (250.0, 330.0, 410.0, 490.0)
    page = [
        (270.0, 728.0, 10.0, "2022"),
        (430.0, 728.0, 10.0, "2023"),
        *row(714, "Goods", ("Budget", "Actual", "Budget", "Actual"), rights),
        *row(700, "Hay", ("1,100", "1,200", "1,300", "1,400"), rights),
        *row(686, "Salt", ("10", "12", "13", "14"), rights),
        *row(672, "Wire", ("20", "22", "23", "2,400"), rights),
    ]
    assert read(page)[0] == (
        "Goods: Hay; 2022 Budget: 1,100; 2022 Actual: 1,200; 2023 Budget: 1,300; 2023 Actual: 1,400"
    )
    assert read(page)[-1].endswith("2023 Actual: 2,400")


def test_a_second_line_of_names_belongs_to_them(read):
    page = [
        *row(728, "Cycle", ("Interview", "Number of", "Birth")),
        *row(714, "", ("dates", "respondents", "years")),
        *row(700, "3", ("1982", "7,969", "1937")),
        *row(686, "4", ("1988", "8,450", "1943")),
    ]
    assert read(page)[0] == (
        "Cycle: 3; Interview dates: 1982; Number of respondents: 7,969; Birth years: 1937"
    )


def test_a_bold_first_row_with_amounts_names_no_columns(read):
    from assay_documents.tables.column_names import column_names

    rows = [{0: "Balance at 1 January", 1: "$14,872.97"}, {0: "Dues", 1: "$7,710.00"}] * 2
    assert column_names(rows, header=True) == (0, {})


def test_names_stand_above_as_many_columns_as_are_below_them(read):
    rights = (250.0, 330.0, 410.0, 490.0)
    page = [
        (250.0 - width("Budget"), 728.0, 10.0, "Budget"),
        (388.0, 728.0, 10.0, "Actual"),  # in the middle above three
        *row(714, "Goods", ("2024", "2024", "2023", "2022"), rights),
        *row(700, "Hay", ("1,100", "1,200", "1,300", "1,400"), rights),
        *row(686, "Salt", ("10", "12", "13", "14"), rights),
    ]
    assert read(page)[0] == (
        "Goods: Hay; Budget 2024: 1,100; Actual 2024: 1,200; Actual 2023: 1,300; Actual 2022: 1,400"
    )


def test_one_more_line_of_a_cell_ends_no_table(read):
    rights = (400.0, 500.0)

    def entry(base, day, text, numbers):
        return [(72.0, base, 10.0, day), *row(base, "", numbers, rights), (150.0, base, 10.0, text)]

    page = [
        *entry(700, "Date", "What", ("Paid", "Left")),
        *entry(684, "1 May", "Hay", ("5.00", "95.00")),
        *entry(668, "2 May", "Wire and nails", ("20.00", "75.00")),
        (150.0, 653.0, 10.0, "order 88213"),
        *entry(638, "3 May", "Salt", ("7.50", "67.50")),
    ]
    assert sorted(read(page)) == [
        "Date: 1 May; What: Hay; Paid: 5.00; Left: 95.00",
        "Date: 2 May; What: Wire and nails order 88213; Paid: 20.00; Left: 75.00",
        "Date: 3 May; What: Salt; Paid: 7.50; Left: 67.50",
    ]
