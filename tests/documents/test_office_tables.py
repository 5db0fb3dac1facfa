"""Tables of office files: names over several columns, and cells over several rows."""

from __future__ import annotations

import pytest

from assay_documents.places import BlockKind
from assay_documents.readers import read_documents
from tests.documents.office_samples import (
    P,
    docx_parts,
    odt_parts,
    pptx_parts,
    sheet,
    word_paragraph,
    xlsx_parts,
    zipped,
)

FACTS = [
    "Service: 2 years; Leave Grade 1: 25; Leave Grade 2: 28",
    "Service: 9 years; Leave Grade 1: 30; Leave Grade 2: 32",
]


@pytest.fixture
def rows_of(tmp_path):
    def one(name, parts):
        (tmp_path / name).write_bytes(zipped(parts))
        (document,) = read_documents(tmp_path / name)
        return [each.text for each in document.blocks if each.kind is BlockKind.ROW]

    return one


def word_cell(text, properties=""):
    return f"<w:tc><w:tcPr>{properties}</w:tcPr>{word_paragraph(text)}</w:tc>"


def word_rows(*rows):
    return "<w:tbl>" + "".join(f"<w:tr>{''.join(row)}</w:tr>" for row in rows) + "</w:tbl>"


def test_a_word_table_names_its_columns_in_two_rows(rows_of):
    table = word_rows(
        (
            word_cell("Service", '<w:vMerge w:val="restart"/>'),
            word_cell("Leave", '<w:gridSpan w:val="2"/>'),
        ),
        (word_cell("", "<w:vMerge/>"), word_cell("Grade 1"), word_cell("Grade 2")),
        map(word_cell, ("2 years", "25", "28")),
        map(word_cell, ("9 years", "30", "32")),
    )
    assert rows_of("a.docx", docx_parts(table)) == FACTS


def test_a_row_of_one_cell_above_a_table_says_what_it_is_about(rows_of, tmp_path):
    table = word_rows(
        (word_cell("Leave in 2025", '<w:gridSpan w:val="3"/>'),),
        map(word_cell, ("Service", "Grade 1", "Grade 2")),
        map(word_cell, ("2 years", "25", "28")),
    )
    assert rows_of("a.docx", docx_parts(table)) == ["Service: 2 years; Grade 1: 25; Grade 2: 28"]
    (document,) = read_documents(tmp_path / "a.docx")
    assert document.blocks[-1].headings == ("Leave in 2025",)


def test_values_below_a_name_over_two_columns_are_no_names(rows_of):
    table = word_rows(
        (word_cell("Part"), word_cell("Length", '<w:gridSpan w:val="2"/>')),
        map(word_cell, ("Rope", "five metres", "of hemp")),
        map(word_cell, ("Chain", "two metres", "of steel")),
    )
    assert "Rope" in rows_of("a.docx", docx_parts(table))[1]


def merged_sheet(rows, *merged):
    cells = "".join(f'<mergeCell ref="{each}"/>' for each in merged)
    return sheet(rows).replace(
        "</sheetData>", f"</sheetData><mergeCells>{cells}</mergeCells>"
    )  # fmt: skip


def book(text):
    parts = xlsx_parts()
    names = sorted(name for name in parts if name.startswith("xl/worksheets/"))
    return {**parts, **dict.fromkeys(names, sheet({})), names[0]: text}


def test_a_sheet_names_its_columns_in_two_rows(rows_of):
    rows = {
        1: ("", "Leave", ""),
        2: ("Service", "Grade 1", "Grade 2"),
        3: ("2 years", "25", "28"),
        4: ("9 years", "30", "32"),
    }
    assert rows_of("a.xlsx", book(merged_sheet(rows, "B1:C1"))) == FACTS


def test_a_cell_of_a_sheet_over_several_rows_is_said_in_each(rows_of):
    rows = {
        1: ("Animal", "Breed", "Litres"),
        2: ("Goat", "Saanen", "3.8"),
        3: ("", "Boer", "1.5"),
        4: ("Sheep", "Lacaune", "1.2"),
    }
    assert rows_of("a.xlsx", book(merged_sheet(rows, "A2:A3"))) == [
        "Animal: Goat; Breed: Saanen; Litres: 3.8",
        "Animal: Goat; Breed: Boer; Litres: 1.5",
        "Animal: Sheep; Breed: Lacaune; Litres: 1.2",
    ]


def slide_cell(text, span=""):
    return f"<a:tc{span}><a:txBody><a:p><a:r><a:t>{text}</a:t></a:r></a:p></a:txBody></a:tc>"


def test_a_slide_names_its_columns_in_two_rows(rows_of):
    rows = [
        (slide_cell("Service"), slide_cell("Leave", ' gridSpan="2"'), slide_cell("")),
        (slide_cell(""), slide_cell("Grade 1"), slide_cell("Grade 2")),
        tuple(map(slide_cell, ("2 years", "25", "28"))),
        tuple(map(slide_cell, ("9 years", "30", "32"))),
    ]
    lines = "".join(f"<a:tr>{''.join(row)}</a:tr>" for row in rows)
    table = (
        '<p:graphicFrame><a:graphic><a:graphicData><a:tbl><a:tblPr firstRow="1"/>'
        f"{lines}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>"
    )
    parts = pptx_parts()
    parts["ppt/slides/slide2.xml"] = (
        f"<p:sld {P}><p:cSld><p:spTree>{table}</p:spTree></p:cSld></p:sld>"
    )
    assert rows_of("a.pptx", parts) == FACTS


def test_a_text_document_names_its_columns_in_two_rows(rows_of):
    def cell(text, span=""):
        return f"<table:table-cell{span}><text:p>{text}</text:p></table:table-cell>"

    covered = "<table:covered-table-cell/>"
    rows = [
        cell("Service", ' table:number-rows-spanned="2"')
        + cell("Leave", ' table:number-columns-spanned="2"')
        + covered,
        covered + cell("Grade 1") + cell("Grade 2"),
        "".join(map(cell, ("2 years", "25", "28"))),
        "".join(map(cell, ("9 years", "30", "32"))),
    ]
    lines = "".join(f"<table:table-row>{row}</table:table-row>" for row in rows)
    parts = odt_parts()
    content = str(parts["content.xml"])
    end = content.index("</office:text>")
    parts["content.xml"] = f"{content[:end]}<table:table>{lines}</table:table>{content[end:]}"
    assert rows_of("a.odt", parts)[-2:] == FACTS


def test_names_at_the_top_of_a_sheet_hold_below_a_gap(rows_of):
    parts = xlsx_parts()
    parts["xl/worksheets/sheet1.xml"] = sheet(
        {
            1: ("Item", "Agreed", "Spent"),
            2: ("Balance", "$40", "$41"),
            4: ("Dues", "$7", "$9"),
            5: ("Gifts", "$1", "$3"),
        }
    )
    assert rows_of("a.xlsx", parts)[:3] == [
        "Item: Balance; Agreed: $40; Spent: $41",
        "Item: Dues; Agreed: $7; Spent: $9",
        "Item: Gifts; Agreed: $1; Spent: $3",
    ]


def test_names_of_a_sheet_do_not_hold_for_other_columns(rows_of):
    parts = xlsx_parts()
    parts["xl/worksheets/sheet1.xml"] = sheet(
        {1: ("Item", "Agreed"), 2: ("Dues", "$40"), 4: ("$7", "$9", "$1", "$2")}
    )
    assert rows_of("a.xlsx", parts)[1] == "$7; $9; $1; $2"


def test_lone_cells_above_a_gap_say_what_the_table_is_about(tmp_path):
    rows = {1: ("Price list",), 2: ("all prices in EUR",), 4: ("Tree", "Price")}
    rows |= {5: ("Apple", "14"), 6: ("Pear", "15"), 8: ("Delivery is free from 400 EUR on.",)}
    path = tmp_path / "a.xlsx"
    path.write_bytes(zipped(xlsx_parts() | {"xl/worksheets/sheet1.xml": sheet(rows)}))
    (document,) = read_documents(path)
    found = {each.text: each for each in document.blocks}
    above = ("Text", "Price list", "all prices in EUR")
    assert found["Tree: Apple; Price: 14"].headings == above
    assert found["Delivery is free from 400 EUR on."].headings == ("Text",)
