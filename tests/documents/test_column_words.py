"""The machine names of a CSV file's columns, with what a README beside it says of them."""

from __future__ import annotations

import pytest

from assay_documents import read

ROWS = "town,deaths_70_84,pop\nOslo,12,700\nBergen,9,280\n"
README = """# Deaths

- `deaths_70_84`: deaths at 70 to 84, by town
- `pop` - inhabitants in thousands; counted in May
- `other`: nothing of this file
"""


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "deaths.csv"
    path.write_text(ROWS)
    return path


def first(path):
    return read(path).blocks[0].text


def test_columns_are_called_by_what_they_mean(table):
    (table.parent / "README.md").write_text(README)
    assert first(table) == (
        "town: Oslo; deaths at 70 to 84 (deaths_70_84): 12; inhabitants in thousands (pop): 700"
    )


def test_a_table_of_columns_tells_it_as_well(table):
    (table.parent / "codebook.md").write_text("| column | says |\n|---|---|\n| pop | people |\n")
    assert first(table) == "town: Oslo; deaths_70_84: 12; people (pop): 700"


def test_a_file_beside_that_cannot_be_read_changes_nothing(table):
    (table.parent / "README.md").mkdir()
    (table.parent / "columns.txt").write_bytes(b"pop: \xff" * 90_000)
    (table.parent / "schema.txt").symlink_to(table)
    assert first(table) == "town: Oslo; deaths_70_84: 12; pop: 700"


def test_a_long_meaning_is_not_said_with_every_cell(table):
    (table.parent / "README").write_text(f"pop: {'people ' * 20}\n")
    assert first(table) == "town: Oslo; deaths_70_84: 12; pop: 700"
