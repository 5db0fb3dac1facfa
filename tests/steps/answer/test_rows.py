"""A question about one row of a table is told from one about the table."""

from __future__ import annotations

import pytest

from assay.steps.answer.rows import MIN_READ, item_asked_for, item_quoted, row_asked_for
from assay.text.overlap import content_stems
from assay.types import BlockKind
from tests.entries import entries_of
from tests.steps.answer.test_layout import paragraph, passage_of

ROWS = [
    "Country: Chad; Code: TD; Money: franc",
    "Country: Chile; Code: CL; Money: peso",
    "Country: China; Code: CN; Money: yuan",
    "Country: Congo; Code: CG; Money: franc",
]
TABLE = passage_of(
    paragraph("Countries with a peso and others."), *((BlockKind.ROW, r, 1, "") for r in ROWS)
)


@pytest.mark.parametrize(
    ("question", "row"),
    [
        ("country code of Chile", 1),
        ("Which country has the code CN?", 2),
        ("In which country of the franc is the code CG?", 3),
        ("Which country has the franc?", None),  # two have
        ("Is Chad or Chile the country with the code?", None),  # both are named
        ("What is a country code?", None),  # all rows have these words
        ("Who mints coins?", None),
    ],
)
def test_the_row_that_is_named_is_found(question, row):
    found = row_asked_for(TABLE, content_stems(question))
    assert (found and TABLE.text[slice(*found)]) == (None if row is None else ROWS[row])


def test_two_words_that_other_rows_have_name_a_row_together():
    rows = [
        "Course: Sewing for all; Day: Monday",
        "Course: Sewing for children; Day: Thursday",
        "Course: Typing for all; Day: Thursday",
        "Course: Dancing for all; Day: Monday",
    ]
    table = passage_of(*((BlockKind.ROW, row, 1, "") for row in rows))
    found = row_asked_for(table, content_stems("Where is sewing on Thursday?"))
    assert found and table.text[slice(*found)] == rows[1]


def test_a_few_rows_and_texts_without_any_stay_whole():
    few = passage_of(*((BlockKind.ROW, r, 1, "") for r in ROWS[:3]))
    assert row_asked_for(few, content_stems("code of Chile")) is None
    assert row_asked_for(passage_of(paragraph("Chile is long.")), content_stems("Chile")) is None


def test_one_of_a_few_rows_is_found_where_it_is_read_or_they_are_long():
    few = passage_of(*((BlockKind.ROW, r, 1, "") for r in ROWS[:3]))
    found = row_asked_for(few, content_stems("code of Chile"), MIN_READ)
    assert found and few.text[slice(*found)] == ROWS[1]
    long = [f"{row}; Remarks: {'as it was agreed upon, ' * 8}" for row in ROWS[:3]]
    table = passage_of(*((BlockKind.ROW, row, 1, "") for row in long))
    found = row_asked_for(table, content_stems("code of Chile"))
    assert found and table.text[slice(*found)].startswith(ROWS[1])


def test_a_row_whose_first_cell_is_named_goes_before_one_with_another_word():
    rows = ["System: Linux; Path: ~/oil", "System: Windows; Path: C:\\lamp", "System: BSD; Path: ~"]
    table = passage_of(*((BlockKind.ROW, row, 1, "") for row in rows))
    found = row_asked_for(table, content_stems("Where is the lamp file on Linux?"), MIN_READ)
    assert found and table.text[slice(*found)] == rows[0]


def test_a_header_that_stands_as_a_row_is_not_what_is_asked_for():
    header = "Country; Code; Money; Flag and how it came about"
    rows = [header, *ROWS]
    table = passage_of(*((BlockKind.ROW, row, 1, "") for row in rows))
    assert row_asked_for(table, content_stems("Which flag came about in which country?")) is None
    found = row_asked_for(table, content_stems("country code of Chile"))
    assert found and table.text[slice(*found)] == ROWS[1]


PARAMETERS = passage_of(
    paragraph("open(path, flags, mode)"),
    (BlockKind.ITEM, "path: the file. Default: none", 1, ""),
    (BlockKind.ITEM, "flags: how to open it. Default: 'r'", 1, ""),
    (BlockKind.ITEM, "mode: its rights. Default: 0o666", 1, ""),
)


@pytest.mark.parametrize(
    ("question", "item"),
    [
        ("What is the default flag of open?", "flags"),
        ("What is the default mode?", "mode"),
        ("What are the default flags and mode?", None),
        ("What is the default of open?", None),
    ],
)
def test_the_item_that_is_named_is_found(question, item):
    found = item_asked_for(PARAMETERS, content_stems(question))
    assert (found and PARAMETERS.text[slice(*found)].partition(":")[0]) == item


def test_the_item_that_says_the_words_of_the_question_in_a_row_is_meant(tmp_path):
    text = (
        "# Rules\n\n1. If all keepers agree to leave, the lamp is put out after 3 days.\n"
        "2. If all boats agree to leave and all keepers have left, it is put out after 6 weeks.\n"
        "3. It is lit again in May.\n"
    )
    (passage,) = entries_of(tmp_path, "rules.md", text)
    place = item_quoted(passage, "How long does it burn when all keepers agree to leave?")
    assert place is not None
    assert "3 days" in passage.text[slice(*place)]
    assert item_quoted(passage, "How long does it burn when they agree to leave?") is None
    assert item_quoted(passage, "How long does it burn?") is None
