"""A cell is asked for by the name of its column, and a row by what one of its cells names."""

from __future__ import annotations

import pytest

from assay.steps.values.columns import cell_asked_for, has_row_of
from assay.types import BlockKind
from tests.steps.answer.test_layout import paragraph, passage_of

ROW = "Number: A7; Course: Sewing for adults; Teacher: Ray; Day: Monday; Room: 204; Fee (EUR): 96"
OTHER = "Number: A8; Course: Pottery; Teacher: Kim; Day: Friday; Room: 7; Fee (EUR): 135"
FAULT = "Fault: Display shows E4; Possible cause: Fan is blocked"
TABLE = passage_of(*((BlockKind.ROW, row, 1, "") for row in (ROW, OTHER, FAULT)))


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("Which sewing course is on Monday?", "Sewing for adults"),
        ("Which room is the sewing course in?", "204"),
        ("On which day is sewing?", "Monday"),
        ("What is the fee for sewing?", "96"),
        ("Who teaches sewing?", "Ray"),
        ("Who likes sewing?", None),
        ("Which course is Sewing for adults?", None),  # it says what it asks for
        ("Which course room is it?", None),  # two columns
        ("Is sewing on Monday?", None),
        ("When is sewing?", None),
    ],
)
def test_the_value_below_the_name_that_is_asked_for(question, value):
    found = cell_asked_for(f"{OTHER}\n{ROW}", (len(OTHER) + 1, len(OTHER) + 1 + len(ROW)), question)
    assert (found and f"{OTHER}\n{ROW}"[slice(*found)]) == value


@pytest.mark.parametrize(
    ("question", "has"),
    [
        ("What does pottery cost?", True),
        ("How much is pottery?", True),
        ("What does the pottery of Rome cost?", False),
        ("What does error E4 mean?", True),
        ("What is E4?", True),
        ("What is the weight of E4?", False),
        ("What does E5 mean?", False),
        ("What is pottery?", False),
    ],
)
def test_a_table_has_the_row_of_what_is_named(question, has):
    assert has_row_of(TABLE, question) is has
    assert not has_row_of(passage_of(paragraph("Pottery costs 135 EUR.")), question)
