"""Tables of plain text whose columns stand in line under their names."""

from __future__ import annotations

import pytest

from assay_documents.places import BlockKind
from assay_documents.texts.plain import plain_blocks

TABLE = """\
Figures of the farm:

                     2024         2025    Change
   Revenue         4.12 m       4.55 m   +10.4 %
   Orders on hand  2.90 m       3.46 m   +19.3 %
   Goats              112          121        +9

All amounts in euros.
"""


def rows_of(text):
    return [each.text for each in plain_blocks(text).blocks if each.kind is BlockKind.ROW]


def test_cells_are_said_with_the_name_above_them():
    assert rows_of(TABLE) == [
        "Revenue; 2024: 4.12 m; 2025: 4.55 m; Change: +10.4 %",
        "Orders on hand; 2024: 2.90 m; 2025: 3.46 m; Change: +19.3 %",
        "Goats; 2024: 112; 2025: 121; Change: +9",
    ]
    blocks = plain_blocks(TABLE).blocks
    assert blocks[-1].text == "All amounts in euros."
    assert next(each for each in blocks if each.kind is BlockKind.ROW).place.line == 4


def test_the_first_column_may_have_a_name_too():
    text = "Breed     Milk    Price\nSaanen    3.8 l     310\nBoer      1.5 l     280\n"
    assert (
        rows_of(text + "Lacaune   1.2 l     195\n")[0] == "Breed: Saanen; Milk: 3.8 l; Price: 310"
    )


@pytest.mark.parametrize(
    "text",
    [
        "a  b  c\nsome  words  here\nsome  more   here\nsome  other  here\n",
        "name  size  date\nx     1     2\ny     1     2\n",
        "name  size\nx     1\ny     2\nz     3\n",
        "one   two   three\nx     1     2\ny     1\nz     1     2\n",
        "1     2     3\nx     1     2\ny     1     2\nz     1     2\n",
        "name                 far away   off\nx     1     2\ny     1     2\nz     1     2\n",
        "ab    cd    ef\nx     1     2\nyy  1     2\nz     11   2\n",
    ],
    ids=["no figures", "two rows", "two columns", "a gap", "no names", "beside", "askew"],
)
def test_other_lines_are_no_table(text):
    assert rows_of(text) == []


def test_a_long_list_of_such_lines_is_read_in_time():
    text = "- one   two   three\n" + "- x     1     2\n" * 4_000 + "- end\n"
    assert len(plain_blocks(text).blocks) > 100
