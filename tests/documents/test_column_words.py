"""The machine names of a CSV file's columns, with what a README beside it says of them."""

from __future__ import annotations

import os

import pytest

from assay_documents import read
from assay_documents.rows.column_words import with_meanings
from tests.documents.office_samples import sheet, xlsx_parts, zipped

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


@pytest.mark.parametrize(
    "says",
    [
        "pop            people of the town\ndeaths_70_84   all who died, aged 70 to 84\n",
        "pop\tpeople of the town\ndeaths_70_84\tall who died\n",
        "`pop`\n: people of the town\n\n`deaths_70_84`\n: all who died; in a year\n",
        "### pop\n\npeople of the town\n\n### deaths_70_84\n\nall who died. In a year.\n",
        "pop\n  people of the town\ndeaths_70_84\n  all who died\n",
    ],
)
@pytest.mark.parametrize("name", ["codebook.txt", "deaths_dictionary.md", "README-deaths.md"])
def test_however_it_is_laid_out(table, name, says):
    (table.parent / name).write_text(says)
    assert (
        first(table) == "town: Oslo; all who died (deaths_70_84): 12; people of the town (pop): 700"
    )


def test_a_name_alone_that_is_followed_by_another_says_nothing(table):
    (table.parent / "codebook.txt").write_text("pop\ndeaths_70_84\n")
    assert first(table) == "town: Oslo; deaths_70_84: 12; pop: 700"


def test_the_type_of_a_column_is_not_what_it_means(table):
    says = "| pop | integer | people of the town |\n| deaths_70_84 | Float |\n"
    (table.parent / "data-dictionary.md").write_text(says)
    assert first(table) == "town: Oslo; deaths_70_84: 12; people of the town (pop): 700"


def test_a_word_that_people_write_is_no_machine_name(tmp_path):
    (tmp_path / "README.md").write_text("Date: 2020-01-01\nPort: 8080\n")
    (tmp_path / "calls.csv").write_text("Port,Date,Ships\nOslo,May,3\nBergen,June,4\n")
    assert first(tmp_path / "calls.csv") == "Port: Oslo; Date: May; Ships: 3"


def test_a_dictionary_that_is_a_table_itself(table):
    says = "name,type,unit,description\npop,int,1000,people of the town\ndeaths_70_84,int,1,dead\n"
    (table.parent / "data_dictionary.csv").write_text(says)
    assert first(table) == "town: Oslo; dead (deaths_70_84): 12; people of the town (pop): 700"


def test_a_sheet_of_a_workbook_tells_what_the_columns_of_the_others_mean(tmp_path):
    dictionary = (("column", "type", "meaning"), ("pop", "int", "people of the town"))
    parts = xlsx_parts()
    parts["xl/workbook.xml"] = str(parts["xl/workbook.xml"]).replace(
        'name="Text"', 'name="Data dictionary"'
    )
    parts["xl/worksheets/sheet1.xml"] = sheet(dict(enumerate(dictionary, 1)))
    rows = (("town", "deaths_70_84", "pop"), ("Oslo", "12", "700"), ("Bergen", "9", "280"))
    parts["xl/worksheets/sheet2.xml"] = sheet(dict(enumerate(rows, 1)))
    path = tmp_path / "deaths.xlsx"
    path.write_bytes(zipped(parts))
    (tmp_path / "README.txt").write_text("deaths_70_84: dead\npop: sheep\n")
    rows = [b.text for b in read(path).blocks if b.place.sheet != "Data dictionary"]
    assert "town: Oslo; dead (deaths_70_84): 12; people of the town (pop): 700" in rows


def test_a_folder_of_many_tables_is_listed_once(table, monkeypatch):
    (table.parent / "README.md").write_text("pop: people\n")
    listed = []
    monkeypatch.setattr(os, "listdir", lambda path, true=os.listdir: listed.append(1) or true(path))
    for number in range(3):
        assert with_meanings({0: "pop"}, table.parent / f"{number}.csv") == {0: "people (pop)"}
    assert len(listed) == 1
    (table.parent / "2.txt").write_text("pop: sheep\n")  # what comes later is seen
    os.utime(table.parent, ns=(0, 0))  # clocks of disks tick in milliseconds
    assert with_meanings({0: "pop"}, table.parent / "2.csv") == {0: "sheep (pop)"}


def test_of_thousands_of_texts_of_one_name_a_few_are_read(table):
    for bits in range(64):
        name = "".join(c.upper() if bits >> n & 1 else c for n, c in enumerate("readme"))
        (table.parent / f"{name}.md").write_text(f"pop: people {bits}\n")
    (table.parent / "schema.md").write_text("deaths_70_84: late\n")
    assert "people" in first(table)
    assert "late" not in first(table)


def test_a_text_of_the_same_name_is_read(table):
    (table.parent / "town_deaths.md").write_text("pop: people\n")
    assert with_meanings({0: "pop"}, table.parent / "town_deaths.csv") == {0: "people (pop)"}


def test_a_folder_that_cannot_be_listed_changes_nothing(table):
    assert with_meanings({0: "pop"}, table / "elsewhere.csv") == {0: "pop"}


def test_a_file_beside_that_cannot_be_read_changes_nothing(table):
    (table.parent / "README.md").mkdir()
    (table.parent / "columns.txt").write_bytes(b"pop: \xff" * 90_000)
    (table.parent / "schema.txt").symlink_to(table)
    assert first(table) == "town: Oslo; deaths_70_84: 12; pop: 700"


def test_a_long_meaning_is_not_said_with_every_cell(table):
    (table.parent / "README").write_text(f"pop: {'people ' * 20}\n")
    assert first(table) == "town: Oslo; deaths_70_84: 12; pop: 700"
