"""Known tables: each fault of a reader that the bench is there for is seen by it."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from assay.cli.main import run
from assay_bench.tables.measure import Layout, compare, layouts, measure
from assay_bench.tables.others import _agreed, _rows_in
from assay_bench.tables.over_files import rows_of_files
from assay_bench.tables.pages import pages_of_files, parted
from assay_bench.tables.report import summary
from assay_bench.tables.truth import KnownTable, Name
from assay_bench.tables.write_pdf import Style, write_pdf
from assay_documents import Block, BlockKind, Document

TABLE = KnownTable(
    "Boats",
    ((Name(""), Name("2022", 2)), (Name("Boat"), Name("Trips"), Name("Guests"))),
    (("Gull", "12", "340"), ("Tern", "7", "95")),
    caption="Table 1. Trips",
    unit="in hundreds",
)
CAPTION = ("Table 1. Trips", "in hundreds")


def found(*rows, headings=CAPTION, kind=BlockKind.ROW):
    blocks = tuple(Block(kind, text, headings=headings) for text in rows)
    each = compare(Layout(TABLE, "html", "", b""), Document("", "", "", blocks))
    return each.ordered, each.headed, each.labelled


def test_rows_as_they_were_written_count_whole():
    rows = (
        "Boat: Gull; 2022 Trips: 12; 2022 Guests: 340",
        "Boat: Tern; 2022 Trips: 7; 2022 Guests: 95",
    )
    assert found(*rows) == (2, 4, 2)


@pytest.mark.parametrize(
    ("row", "figures"),
    [
        ("Boat: Gull; 2022 Guests: 340; 2022 Trips: 12", (0, 0, 0)),
        ("Boat: Gull; Trips: 12; Guests: 340", (1, 0, 1)),
        ("Gull; 12; 340", (1, 0, 1)),
        ("Boat: Gull; 2022 Trips: 12", (0, 0, 0)),
        ("Boat: Gull; 2022 Trips: 12; 2022 Guests: 340; 7", (0, 0, 0)),
        ("Boat: Gull; 2022 Trips: 112; 2022 Guests: 340", (0, 0, 0)),
    ],
)
def test_what_is_swapped_nameless_lost_or_changed_does_not_count(row, figures):
    assert found(row) == figures


def test_a_row_without_caption_or_unit_is_not_labelled():
    row = "Boat: Gull; 2022 Trips: 12; 2022 Guests: 340"
    assert found(row, headings=("Table 1. Trips",)) == (1, 2, 0)


def test_a_paragraph_is_no_row():
    assert found("Gull; 12; 340", kind=BlockKind.PARAGRAPH) == (0, 0, 0)


def test_there_are_forty_pages_and_ten_files_of_each_other_format():
    formats = [each.format for each in layouts()]
    assert {name: formats.count(name) for name in formats} == {
        "pdf": 40, "docx": 10, "xlsx": 10, "html": 10, "md": 10, "csv": 10,
    }  # fmt: skip


def test_a_file_that_cannot_be_read_keeps_no_row():
    each = measure(Layout(TABLE, "pdf", "broken", b"%PDF-1.7 and nothing else"))
    assert (each.rows, each.ordered, each.cells, each.headed) == (2, 0, 4, 0)
    assert summary([each])[-1]["ordered"] == 0


def test_rows_of_other_peoples_files_are_compared_with_their_pages(tmp_path):
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "boats.pdf").write_bytes(write_pdf(TABLE, Style.GRID))
    (each,) = rows_of_files(tmp_path)
    assert (each.file, each.matched, each.ordered) == ("below/boats.pdf", 2, 2)


def test_semicolons_in_a_value_and_a_line_of_names_are_no_cells_without_a_name(tmp_path):
    boats = KnownTable(
        "Boats",
        ((Name("Boat"), Name("Built of"), Name("Sail"), Name("Sold")),),
        (
            ("Gull", "oak; ash; pine", "red", ""),
            ("Tern", "oak", "blue", ""),
            ("Skua", "ash", "-", ""),
        ),
    )
    (tmp_path / "boats.pdf").write_bytes(write_pdf(boats, Style.GRID))
    (each,) = rows_of_files(tmp_path)
    assert (each.rows, each.cells, each.named) == (4, 6, 6)


def test_the_command_reports_a_folder_of_files(tmp_path, capsys):
    (tmp_path / "boats.pdf").write_bytes(write_pdf(TABLE, Style.GRID))
    assert run(["bench", "tables", "--data", str(tmp_path)]) == 0
    assert "boats.pdf" in capsys.readouterr().out
    assert run(["bench", "tables", "--data", str(tmp_path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["rows"][0]["ordered"] == 2


def test_lines_of_one_sentence_that_no_block_holds_together_are_parted(tmp_path):
    (tmp_path / "boats.pdf").write_bytes(write_pdf(TABLE, Style.PLAIN))
    (each,) = pages_of_files(tmp_path)
    assert (each.pairs, each.parted, each.bookmarks) == (2, 0, 0)
    whole = Block(BlockKind.PARAGRAPH, "the boats go out, and come back at night")
    halves = [Block(BlockKind.PARAGRAPH, text) for text in whole.text.split(" and ")]
    border = ["go out and come"]
    assert parted(Document("", "", "", (whole,)), border) == 0
    assert parted(Document("", "", "", tuple(halves)), border) == 1


def test_a_table_of_markdown_is_compared_cell_by_cell():
    lines = ["Trips", "", "||2022|2022|", "|---|---|---|", "|Boat|Trips|Guests|", "|Gull|12|340|"]
    assert _rows_in("\n".join([*lines, "|Tern|7|95|"]), TABLE) == (2, 2, 4, 4)
    assert _rows_in("\n".join([*lines, "|Tern|95|7|"]), TABLE) == (2, 1, 4, 2)


def test_rows_without_a_table_have_their_order_and_no_names():
    assert _rows_in("2022\nBoat Trips Guests\nGull 12 340\nTern 7 95", TABLE) == (2, 2, 4, 0)
    assert _rows_in("Gull\n12\n340\nTern\n7\n95", TABLE) == (2, 0, 4, 0)


def test_words_are_those_that_two_other_tools_agree_on():
    texts = [Counter(["a", "a", "b"]), Counter(["a", "c"]), Counter(["a", "a", "b"])]
    assert _agreed(texts) == Counter(["a", "a", "b"])
