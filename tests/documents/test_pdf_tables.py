"""Tables of a PDF: cells that are drawn with rules, and columns that only stand in line."""

from __future__ import annotations

from itertools import pairwise

import pytest

from assay_documents.pdf.read_pdf import read_pdf
from assay_documents.places import BlockKind
from assay_documents.read_limits import ReadLimits
from tests.documents.samples import pdf

COLUMNS = (72.0, 150.0, 330.0, 520.0)
ROWS = (700.0, 684.0, 656.0, 628.0)
WORDS = [
    (76.0, 688.0, 10.0, "Code"),
    (154.0, 688.0, 10.0, "Cause"),
    (334.0, 688.0, 10.0, "What to do"),
    (76.0, 672.0, 10.0, "E18"),
    (154.0, 672.0, 10.0, "Too little water comes in"),
    (154.0, 660.0, 10.0, "from the tap."),
    (334.0, 672.0, 10.0, "Open the tap."),
    (76.0, 644.0, 10.0, "E22"),
    (154.0, 644.0, 10.0, "The filters are blocked."),
    (334.0, 644.0, 10.0, "Clean the filters, then"),
    (334.0, 632.0, 10.0, "start the programme again."),
]
FACTS = [
    "Code: E18; Cause: Too little water comes in from the tap.; What to do: Open the tap.",
    "Code: E22; Cause: The filters are blocked.; What to do: Clean the filters, then start the"
    " programme again.",
]


def grid(columns=COLUMNS, rows=ROWS):
    across = "".join(f"{columns[0]} {y} m {columns[-1]} {y} l S\n" for y in rows)
    return across + "".join(f"{x} {rows[0]} m {x} {rows[-1]} l S\n" for x in columns)


def boxes(columns=COLUMNS, rows=ROWS):
    """The same with a rectangle around each cell."""
    return "".join(
        f"{left} {bottom} {right - left} {top - bottom} re S\n"
        for top, bottom in pairwise(rows)
        for left, right in pairwise(columns)
    )


@pytest.fixture
def read(tmp_path):
    def one(pages, drawn=""):
        path = tmp_path / "a.pdf"
        path.write_bytes(pdf(pages, drawn=drawn))
        (document,) = read_pdf(path, ReadLimits())
        return document

    return one


def rows_of(document):
    return [each.text for each in document.blocks if each.kind is BlockKind.ROW]


@pytest.mark.parametrize("drawn", [grid(), boxes()], ids=["lines", "boxes"])
def test_a_cell_between_rules_is_read_whole_however_it_wraps(read, drawn):
    page = [(72.0, 740.0, 10.0, "What to do about a fault:"), *WORDS]
    document = read([page], drawn)
    assert rows_of(document) == FACTS
    assert document.blocks[0].text == "What to do about a fault:"


def test_a_table_goes_on_upon_the_next_page_with_or_without_its_names(read):
    assert rows_of(read([WORDS, WORDS], grid())) == [*FACTS, *FACTS]


def test_a_cell_over_several_rows_is_said_in_each(read):
    words = [(76.0, 660.0, 10.0, "Motor"), *(each for each in WORDS if not each[3].startswith("E"))]
    middle, *others = ROWS[2], ROWS[0], ROWS[1], ROWS[3]
    drawn = grid(rows=tuple(others)) + f"{COLUMNS[1]} {middle} m {COLUMNS[-1]} {middle} l S\n"
    assert [each.partition(";")[0] for each in rows_of(read([words], drawn))] == [
        "Code: Motor",
        "Code: Motor",
    ]


def test_names_below_a_cell_over_several_columns_are_said_with_it(read):
    words = [
        (76.0, 688.0, 10.0, "Service"), (154.0, 688.0, 10.0, "Days of leave"),
        (154.0, 672.0, 10.0, "Grade 1"), (334.0, 672.0, 10.0, "Grade 2"),
        (76.0, 644.0, 10.0, "2 years"), (154.0, 644.0, 10.0, "25"), (334.0, 644.0, 10.0, "28"),
    ]  # fmt: skip
    edges = "".join(f"{x} 700 m {x} 628 l S\n" for x in (*COLUMNS[:2], COLUMNS[3]))
    across = "".join(f"{COLUMNS[0]} {y} m {COLUMNS[-1]} {y} l S\n" for y in ROWS)
    drawn = f"{edges}{across}{COLUMNS[2]} {ROWS[1]} m {COLUMNS[2]} {ROWS[-1]} l S\n"
    assert rows_of(read([words], drawn)) == [
        "Service: 2 years; Days of leave Grade 1: 25; Days of leave Grade 2: 28"
    ]


@pytest.mark.parametrize(
    "drawn",
    [
        grid(columns=(72.0, 200.0, 400.0, 520.0)),
        grid(columns=(72.0, 520.0)),
        grid(columns=(72.0, 400.0, 450.0)),
        "".join(f"{n} 600 m {n} 700 l S\n72 {n} m 700 {n} l S\n" for n in range(1500)),
    ],
    ids=["through words", "a frame", "beside the words", "a drawing"],
)  # fmt: skip
def test_rules_that_hold_no_cells_change_nothing(read, drawn):
    assert read([WORDS], drawn).text == read([WORDS]).text


def test_rows_that_no_rule_parts_are_not_run_together(read):
    words = [
        (left, 688.0 - 14 * row, 10.0, f"{name}{row}")
        for row in range(4)
        for left, name in zip(COLUMNS, ("goat", "milk", "price"), strict=False)
    ]
    text = read([words], grid(rows=(700.0, 684.0, 640.0))).text
    assert "goat1 goat2" not in text


def test_bold_names_above_columns_are_no_heading(read):
    columns = (72.0, 220.0, 380.0)
    names = zip(columns, ("Programme", "Load", "Water"), strict=True)
    drawn = "".join(f"BT /F2 10 Tf 1 0 0 1 {left} 700 Tm ({name}) Tj ET\n" for left, name in names)
    cells = [
        (left, 686.0 - 14 * row, 10.0, cell)
        for row, cells in enumerate([("Cotton", "9 kg", "78 l"), ("Wool", "2 kg", "60 l")])
        for left, cell in zip(columns, cells, strict=True)
    ]
    body = [(72.0, 500.0 - 12 * n, 10.0, "Goats give milk in many countries.") for n in range(9)]
    assert rows_of(read([[*cells, *body]], drawn)) == [
        "Programme: Cotton; Load: 9 kg; Water: 78 l",
        "Programme: Wool; Load: 2 kg; Water: 60 l",
    ]


def test_many_short_headings_in_large_type_stay_headings(read):
    page = []
    for n in range(6):
        page.append((72.0, 740.0 - 60 * n, 14.0, f"Part {n}"))
        text = "Goats are kept for milk in many countries of the world, and some for meat."
        page += [(72.0, 720.0 - 60 * n - 12 * line, 10.0, text) for line in range(2)]
    kinds = [each.kind for each in read([page]).blocks]
    assert kinds.count(BlockKind.HEADING) == 6


def without_sides(columns=COLUMNS, rows=ROWS):
    """Rules between the cells, and none at the left and at the right of them."""
    across = "".join(f"{columns[0]} {y} m {columns[-1]} {y} l S\n" for y in rows)
    return across + "".join(f"{x} {rows[0]} m {x} {rows[-1]} l S\n" for x in columns[1:-1])


def test_a_table_may_have_one_rule_between_two_columns(read):
    words = [each for each in WORDS if each[0] < COLUMNS[2]]
    assert rows_of(read([words], without_sides(columns=COLUMNS[:3]))) == [
        "Code: Cause",
        "E18: Too little water comes in from the tap.",
        "E22: The filters are blocked.",
    ]


def test_a_row_goes_on_upon_the_next_page_where_no_rule_ends_it(read):
    drawn = grid() + "".join(f"{x} 628 m {x} 600 l S\n" for x in COLUMNS)
    more = [(76.0, 616.0, 10.0, "E24"), (154.0, 616.0, 10.0, "The door is open; so the motor")]
    rest = [(154.0, 672.0, 10.0, "stands still."), (334.0, 672.0, 10.0, "Close the door.")]
    document = read([[*WORDS, *more], [*WORDS[:3], *rest, *WORDS[7:]]], drawn)
    assert rows_of(document) == [
        *FACTS,
        "Code: E24; Cause: The door is open; so the motor stands still.;"
        " What to do: Close the door.",
        FACTS[1],
    ]


def test_a_line_above_a_narrow_table_is_no_term_that_it_describes(read):
    text = "Goats are kept for milk in many countries of the world, and some for meat."
    page = [(60.0, 780.0 - 12 * n, 10.0, text) for n in range(3)]
    caption = (60.0, 720.0, 10.0, "Table 1: Faults of the machine")
    document = read([[*page, caption, *WORDS]], grid())
    assert rows_of(document) == FACTS
    assert BlockKind.ENTRY not in {each.kind for each in document.blocks}


def test_cells_that_stand_in_the_middle_of_their_row_are_read_with_it(read):
    page = [
        (72.0, 700.0, 10.0, "Light"), (160.0, 700.0, 10.0, "Meaning"), (300.0, 700.0, 10.0, "Cure"),
        (72.0, 680.0, 10.0, "Green,"), (72.0, 668.0, 10.0, "blinking"),
        (160.0, 680.0, 10.0, "Air in"), (160.0, 668.0, 10.0, "the pump"),
        (300.0, 674.0, 10.0, "Vent it."),
        (72.0, 636.0, 10.0, "Red"), (160.0, 636.0, 10.0, "It is blocked"),
        (300.0, 648.0, 10.0, "Take off the screw"), (300.0, 636.0, 10.0, "at the front and"),
        (300.0, 624.0, 10.0, "turn the shaft."),
    ]  # fmt: skip
    assert rows_of(read([page])) == [
        "Light: Green, blinking; Meaning: Air in the pump; Cure: Vent it.",
        "Light: Red; Meaning: It is blocked; Cure: Take off the screw at the front and turn the"
        " shaft.",
    ]
