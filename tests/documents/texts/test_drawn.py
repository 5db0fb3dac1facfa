"""Tables that are drawn in plain text."""

from __future__ import annotations

from time import perf_counter

import pytest

from assay_documents.places import BlockKind
from assay_documents.texts.plain import plain_blocks


def rows(text: str) -> list[str]:
    return [block.text for block in plain_blocks(text).blocks if block.kind is BlockKind.ROW]


def test_a_border_below_the_first_row_makes_it_the_names_of_the_columns():
    text = """\
Oil that we keep:

+-------+--------+
| Oil   | Litres |
+-------+--------+
| rape  | 40     |
| whale | 3|4    |
+-------+--------+

Ask the keeper.
"""
    assert rows(text) == ["Oil: rape; Litres: 40", "Oil: whale; Litres: 3|4"]
    others = [block.text for block in plain_blocks(text).blocks if block.kind is not BlockKind.ROW]
    assert others == ["Oil that we keep:", "Ask the keeper."]


def test_a_text_of_two_lines_right_above_a_table_is_no_part_of_it():
    text = """\
Here is the oil of this house, which
the keeper has counted:
+-------+--------+
| Oil   | Litres |
+-------+--------+
| rape  | 40     |
+-------+--------+
"""
    assert [block.text for block in plain_blocks(text).blocks] == [
        "Here is the oil of this house, which the keeper has counted:",
        "Oil: rape; Litres: 40",
    ]


def test_rows_between_borders_are_put_together_from_their_lines():
    text = """\
┌────┬─────────────┐
│Mark│   Meaning   │
├────┼─────────────┤
│    │the lamp is  │
│x   │out, and was │
│    │not lit again│
├────┼─────────────┤
│o   │it burns     │
└────┴─────────────┘
"""
    assert rows(text) == [
        "Mark: Meaning",
        "x: the lamp is out, and was not lit again",
        "o: it burns",
    ]


def test_a_sum_below_the_rows_does_not_make_them_one():
    text = """\
+------+-----+
| Lamp | Oil |
+------+-----+
| east | 10  |
| west | 12  |
+------+-----+
| all  | 22  |
+------+-----+
"""
    assert "Lamp: east; Oil: 10" in rows(text)
    assert "Lamp: all; Oil: 22" in rows(text)


def test_a_line_without_a_first_cell_goes_on_with_the_row_above():
    text = """\
| Tower | Light      |
|-------|------------|
| north | white, two |
|       | seconds    |
| south | red        |
"""
    assert rows(text) == ["Tower: north; Light: white, two seconds", "Tower: south; Light: red"]


def test_a_double_border_marks_the_head_of_a_table_with_a_border_below_each_row():
    text = """\
+----+----+
| A  | B  |
+====+====+
| c  | d  |
+----+----+
| e  | f  |
+----+----+
"""
    assert rows(text) == ["A: c; B: d", "A: e; B: f"]


def test_wide_signs_that_push_the_bars_aside_keep_their_cells():
    text = """\
+------+-----+
| Name | Oil |
+------+-----+
| 灯台 | 5 |
+------+-----+
"""
    assert rows(text) == ["Name: 灯台; Oil: 5"]


@pytest.mark.parametrize(
    "text",
    [
        "+--------+\n| a lamp |\n+--------+\n",
        "+---+---+\n\n+---+---+\n",
        "+---+    +---+\n| a |--->| b\n+---+    +---+\n",
    ],
)
def test_boxes_and_pictures_are_no_tables(text: str):
    assert rows(text) == []


@pytest.mark.parametrize("line", ["+---+---+\n", "| a | b |\n", "+---+---+\n| a | b |\n"])
def test_many_drawn_lines_take_no_longer_each(line: str):
    start = perf_counter()
    plain_blocks(line * 20_000)
    assert perf_counter() - start < 20


def test_a_border_with_a_thousand_corners_is_no_table():
    start = perf_counter()
    assert rows("+-" * 200_000 + "+\n" + "| a |\n" * 20_000) == []
    assert perf_counter() - start < 20


@pytest.mark.parametrize(("title", "path"), [("Table 2. Oils", ()), ("Oils", ("Oils",))])
def test_what_follows_a_table_stands_no_longer_under_its_title(title: str, path: tuple[str, ...]):
    text = f"{title}\n\n| Oil | Use |\n|-----|-----|\n| a   | b   |\n\nAsk the keeper.\n"
    row, after = plain_blocks(text).blocks[-2:]
    assert row.headings == (title,)
    assert after.headings == path
