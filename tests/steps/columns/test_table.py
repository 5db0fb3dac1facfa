from __future__ import annotations

from dataclasses import replace

from assay.steps.columns.table import tables_of
from assay.testing import make_passage
from assay.types import BlockKind, BlockSpan


def passage(*rows, start=0):
    text, blocks = "\n".join(rows), []
    for row in rows:
        at = text.index(row, blocks[-1].end if blocks else 0)
        blocks.append(BlockSpan(at, at + len(row), BlockKind.ROW, group=1))
    return replace(make_passage(text, start=start), blocks=tuple(blocks))


def cells(*passages):
    (table,) = tables_of(passages)
    return table.columns, [dict(row.cells) for row in table.rows]


def test_rows_of_several_passages_are_one_table_and_each_is_counted_once():
    first = passage("Port: Oslo; Ships: 3", "Port: Hull; Ships: 4")
    second = passage("Port: Hull; Ships: 4", "Port: Oban; Ships: 5", start=21)
    assert cells(second, first) == (
        ("Port", "Ships"),
        [
            {"Port": port, "Ships": ships}
            for port, ships in (("Oslo", "3"), ("Hull", "4"), ("Oban", "5"))
        ],
    )


def test_a_semicolon_in_a_value_begins_no_cell():
    rows = ("Port: Oslo; Note: old; closed", "Port: Hull; Note: new", "Port: Oban; Note: none: yet")
    assert [row["Note"] for row in cells(passage(*rows))[1]] == ["old; closed", "new", "none: yet"]


def test_the_first_cell_may_have_no_name():
    rows = ("Shop; May: 3; June: 4", "Tours; May: 5; June: 6", "Bar; May: 7; June: 8")
    columns, found = cells(passage(*rows))
    assert columns == ("", "May", "June")
    assert found[1] == {"": "Tours", "May": "5", "June": "6"}


def test_a_name_that_two_columns_have_names_neither():
    rows = (f"Item: {each}; Actual: 3; Budget: 4; Plan: 5; Budget: 6" for each in "abc")
    columns, found = cells(passage(*rows))
    assert columns == ("Item", "Actual", "Plan")
    assert found[0] == {"Item": "a", "Actual": "3", "Plan": "5"}
