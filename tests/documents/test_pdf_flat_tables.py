"""Tables of a PDF with rules across alone, as books set them."""

from __future__ import annotations

import pytest

from assay_documents.pdf.read_pdf import read_pdf
from assay_documents.places import BlockKind
from assay_documents.read_limits import ReadLimits
from tests.documents.samples import pdf

ABOVE = [(72.0, 740.0, 10.0, "The oils that a lamp takes:")]
BELOW = [(72.0, 560.0, 10.0, "All of them burn well in winter and in summer.")]
OILS = [
    *((76.0, 688.0, 10.0, "Oil"), (200.0, 688.0, 10.0, "Burns for")),
    *((76.0, 670.0, 10.0, "whale"), (200.0, 670.0, 10.0, "6 hours")),
    *((76.0, 656.0, 10.0, "rape"), (200.0, 656.0, 10.0, "9 hours, and longer")),
    (200.0, 644.0, 10.0, "in a small lamp"),
    *((76.0, 630.0, 10.0, "paraffin"), (200.0, 630.0, 10.0, "4 hours")),
]
HOURS = [
    "Oil: whale; Burns for: 6 hours",
    "Oil: rape; Burns for: 9 hours, and longer in a small lamp",
    "Oil: paraffin; Burns for: 4 hours",
]
TEXT = [
    *((76.0, 688.0, 10.0, "A letter from the coast"), (300.0, 688.0, 10.0, "Number 12")),
    *(
        (76.0, 670.0, 10.0, "It was late when the keepers of the"),
        (300.0, 670.0, 10.0, "came, and"),
    ),
    *((76.0, 656.0, 10.0, "lamps went home, for the night had"), (300.0, 656.0, 10.0, "they sat")),
    *((76.0, 644.0, 10.0, "been long, and none of them had had"), (300.0, 644.0, 10.0, "down at")),
    *((76.0, 630.0, 10.0, "anything to eat since the ship had"), (300.0, 630.0, 10.0, "a table.")),
]


def rules(*heights, left=72.0, right=420.0):
    return "".join(f"{left} {y} m {right} {y} l S\n" for y in heights)


def bars(*heights):
    """Rules as most programs draw them: thin boxes that are filled."""
    return "".join(f"72 {y} 348 0.4 re f\n" for y in heights)


@pytest.fixture
def rows(tmp_path):
    def of(words, drawn):
        path = tmp_path / "a.pdf"
        path.write_bytes(pdf([[*ABOVE, *words, *BELOW]], drawn=drawn))
        (document,) = read_pdf(path, ReadLimits())
        texts = [each.text for each in document.blocks]
        assert ABOVE[0][3] in texts and BELOW[0][3] in texts
        return [each.text for each in document.blocks if each.kind is BlockKind.ROW]

    return of


@pytest.mark.parametrize("draw", [rules, bars])
def test_rules_above_and_below_the_names_and_at_the_end_are_a_table(rows, draw):
    assert rows(OILS, draw(702.0, 682.0, 622.0)) == HOURS


def test_a_rule_below_each_row_parts_them_however_they_wrap(rows):
    words = [*OILS, (76.0, 618.0, 10.0, "of the north")]
    assert rows(words, rules(702.0, 682.0, 666.0, 640.0, 610.0)) == [
        *HOURS[:2],
        "Oil: paraffin of the north; Burns for: 4 hours",
    ]


def test_columns_may_stand_close_to_each_other_between_rules(rows):
    words = [(x if x < 200 else 126.0, y, size, word) for x, y, size, word in OILS]
    assert rows(words, rules(702.0, 682.0, 622.0)) == HOURS


def test_rows_between_rules_of_columns_are_parted(rows):
    words = [(x, y, 10.0, f"{word}{y:.0f}") for y in (670.0, 656.0, 644.0, 630.0)
             for x, word in ((76.0, "oil"), (200.0, "hours"))]  # fmt: skip
    down = "".join(
        f"{x} {y} m {x} {y - 20} l S\n" for x in (72, 190, 420) for y in (702, 682, 662, 642)
    )
    assert rows([*OILS[:2], *words], rules(702.0, 682.0, 622.0) + down) == [
        f"Oil: oil{y}; Burns for: hours{y}" for y in (670, 656, 644, 630)
    ]


def test_a_second_table_of_the_same_width_is_another_one(rows):
    again = [(x, y - 300, size, word) for x, y, size, word in OILS]
    drawn = rules(702.0, 682.0, 622.0, 402.0, 382.0, 322.0)
    assert rows([*OILS, *again], drawn) == [*HOURS, *HOURS]


def test_names_may_stand_above_the_first_of_rules_below_each_row(rows):
    drawn = rules(682.0, 664.0, 640.0, 624.0)
    assert rows(OILS, drawn) == HOURS


def test_a_column_may_be_empty_below_its_name(rows):
    words = [OILS[0], (130.0, 688.0, 10.0, "Price"), *OILS[1:]]
    assert rows(words, rules(702.0, 682.0, 622.0)) == ["Oil; Price; Burns for", *HOURS]


def test_a_row_may_have_one_cell_between_rules(rows):
    words = [*OILS[:4], (76.0, 654.0, 10.0, "none")]
    words += [(x, y - 16, size, word) for x, y, size, word in OILS[4:]]
    drawn = rules(702.0, 682.0, 664.0, 650.0, 624.0, 606.0)
    assert rows(words, drawn) == [HOURS[0], "Oil: none", *HOURS[1:]]


def test_lines_closer_than_rows_go_on_with_the_row_above(rows):
    words = [*OILS, (76.0, 618.0, 10.0, "from the north")]
    assert rows(words, rules(702.0, 682.0, 610.0)) == [
        *HOURS[:2],
        "Oil: paraffin from the north; Burns for: 4 hours",
    ]


def test_a_word_may_be_parted_in_a_cell(rows):
    text = {"9 hours, and longer": "9 hours, if the wick burns long-"}
    text["in a small lamp"] = "er in a small lamp"
    words = [(*each[:3], text.get(each[3], each[3])) for each in OILS]
    assert rows(words, rules(702.0, 682.0, 622.0)) == [
        HOURS[0],
        "Oil: rape; Burns for: 9 hours, if the wick burns longer in a small lamp",
        HOURS[2],
    ]


@pytest.mark.parametrize("last", [True, False])
def test_every_other_row_may_be_coloured(rows, last):
    words = [(76.0, y, 10.0, f"oil{y:.0f}") for y in (670.0, 650.0, 630.0, 610.0)]
    words += [(200.0, y, 10.0, f"{y:.0f} hours") for y in (670.0, 650.0, 630.0, 610.0)]
    colours = "".join(
        f"{x} {y} {width} 20 re f\n" for y in (684, 644, 604)[: 3 if last else 2]
        for x, width in ((72, 118), (190, 230))
    )  # fmt: skip
    found = [f"oil{y}: {y} hours" for y in (670, 650, 630, 610)]
    assert rows([*OILS[:2], *words], colours) == ["Oil: Burns for", *found[: 4 if last else 3]]


@pytest.mark.parametrize(
    ("words", "drawn"),
    [
        (TEXT, rules(702.0, 682.0, 622.0)),
        (OILS, rules(702.0, 622.0)),
        (OILS, rules(702.0, 682.0, 622.0, right=180.0)),
        (OILS[:4], rules(702.0, 682.0, 622.0)),
        ([*OILS, (76.0, 616.0, 10.0, "from the north")], rules(702.0, 682.0, 610.0)),
        ([(x, y, s, "one long line of words between rules") for x, y, s, _ in OILS[::2]],
         rules(702.0, 682.0, 622.0)),
    ],
    ids=["columns of text", "two rules", "other rules", "one row", "a name that may go on",
         "paragraph"],
)  # fmt: skip
def test_what_is_not_certain_is_no_table(rows, words, drawn):
    assert not rows(words, drawn)


def test_names_over_several_columns_are_said_with_each_of_them(rows):
    edges = (76.0, 170.0, 220.0, 300.0, 350.0)
    table = [("Oil", "Hours", "Price", "Hours", "Price"), ("whale", "6", "9", "5", "8"),
             ("rape", "9", "4", "8", "3"), ("paraffin", "4", "2", "3", "1")]  # fmt: skip
    words = [(188.0, 690.0, 10.0, "Winter"), (316.0, 690.0, 10.0, "Summer")]
    words += [
        (x, 674.0 - 14 * at, 10.0, word)
        for at, line in enumerate(table)
        for x, word in zip(edges, line, strict=True)
    ]
    drawn = rules(702.0, 669.0, 622.0) + rules(685.0, left=168, right=245)
    drawn += rules(685.0, left=298, right=375)
    assert rows(words, drawn)[0] == (
        "Oil: whale; Winter Hours: 6; Winter Price: 9; Summer Hours: 5; Summer Price: 8"
    )
