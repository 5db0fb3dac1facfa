"""Every format gives the words of its file, as blocks with their places."""

from __future__ import annotations

import json

import pytest

from assay_documents.errors import UnreadableError
from assay_documents.model import BadRow
from assay_documents.places import BlockKind, Place
from assay_documents.readers import read_documents, read_rows
from tests.documents import office_samples, sample_words, samples
from tests.documents.sample_words import HEADING, ITEMS, NOTE, PARAGRAPHS, TABLE, TITLE

WHOLE = (".docx", ".pptx", ".xlsx", ".odt", ".epub", ".pdf", ".json")
FACTS = [
    "Breed: Saanen; Origin: Switzerland; Litres: 3.8",
    "Breed: Boer; Origin: South Africa; Litres: 1.5",
]


@pytest.fixture
def read(tmp_path):
    def one(name, data):
        (tmp_path / name).write_bytes(data)
        (document,) = read_documents(tmp_path / name)
        return document

    return one


def texts(document, kind):
    return [block.text for block in document.blocks if block.kind is kind]


@pytest.mark.parametrize("ending", WHOLE)
def test_no_word_is_lost(read, ending):
    document = read(f"goats{ending}", samples.samples()[ending])
    assert sample_words.share(document.text, sample_words.expected()) >= 0.99
    assert "unseen" not in document.text
    assert "deleted" not in document.text


@pytest.mark.parametrize("ending", WHOLE)
def test_rows_are_facts_under_the_names_of_their_columns(read, ending):
    rows = texts(read(f"goats{ending}", samples.samples()[ending]), BlockKind.ROW)
    assert rows[-2:] == FACTS


@pytest.mark.parametrize("ending", [".docx", ".odt", ".pdf", ".epub"])
def test_paragraphs_and_items_stand_under_their_headings(read, ending):
    document = read(f"goats{ending}", samples.samples()[ending])
    paragraph = next(block for block in document.blocks if block.text == PARAGRAPHS[0])
    assert paragraph.headings[-1] == HEADING
    items = [block for block in document.blocks if block.kind is BlockKind.ITEM]
    assert [(item.number, item.text) for item in items] == [
        (f"{n}.", text) for n, text in enumerate(ITEMS, 1)
    ]
    assert len({item.group for item in items}) == 1
    assert items[0].group > 0


def test_titles_come_from_the_file_itself(read):
    for ending in (".docx", ".odt", ".epub", ".json"):
        assert read(f"x{ending}", samples.samples()[ending]).title == TITLE


def test_places_name_the_slide_the_sheet_the_page_and_the_line(read):
    slides = read("a.pptx", samples.samples()[".pptx"])
    assert {block.place.slide for block in slides.blocks} == {1, 2}
    note = next(block for block in slides.blocks if block.text == NOTE)
    assert (note.place, note.headings) == (Place(slide=2), (HEADING,))
    sheets = read("a.xlsx", samples.samples()[".xlsx"])
    assert sheets.blocks[-1].place == Place(sheet=HEADING, cell="A3")
    assert {block.place.page for block in read("a.pdf", samples.pdf_sample()).blocks} == {1}
    assert read("a.csv", samples.csv_text()).blocks[-1].place == Place(line=3)
    book = read("a.epub", samples.samples()[".epub"])
    assert book.blocks[0].place.anchor.startswith("O/a a.xhtml")


def test_merged_cells_of_word_tables_count_for_each_row(read):
    merged = office_samples.word_table(
        (("Breed", "Use", "Litres"), ("Saanen", "milk", "3"), ("", "show", "2"))
    )
    first = "<w:tcPr><w:vMerge w:val='restart'/></w:tcPr><w:p>"
    second = "<w:tcPr><w:vMerge/></w:tcPr><w:p>"
    head, one, two = merged.split("<w:tr>")[1:]
    rows = [head, one.replace("<w:p>", first, 1), two.replace("<w:p>", second, 1)]
    body = "<w:tbl>" + "".join(f"<w:tr>{row}" for row in rows)
    document = read("a.docx", office_samples.zipped(office_samples.docx_parts(body)))
    assert texts(document, BlockKind.ROW)[-1] == "Breed: Saanen; Use: show; Litres: 2"


def test_sheets_show_dates_and_percentages_and_leave_hidden_sheets(read):
    parts = office_samples.xlsx_parts()
    parts["xl/workbook.xml"] = str(parts["xl/workbook.xml"]).replace(
        'name="Text"', 'name="Text" state="hidden"'
    )
    parts["xl/_rels/workbook.xml.rels"] = office_samples.relations(
        ("worksheet", "worksheets/sheet1.xml"), ("worksheet", "worksheets/sheet2.xml"),
        ("styles", "styles.xml"), ("sharedStrings", "strings.xml"),
    )  # fmt: skip
    parts["xl/styles.xml"] = (
        f"<styleSheet {office_samples.S}><numFmts>"
        '<numFmt numFmtId="170" formatCode="yyyy\\-mm"/></numFmts>'
        '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="10"/><xf numFmtId="170"/>'
        "</cellXfs></styleSheet>"
    )
    strings = "<si><t>Born</t></si><si><t>Share</t></si>"
    parts["xl/strings.xml"] = f"<sst {office_samples.S}>{strings}</sst>"
    rows = (
        '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>'
        '<row r="2"><c r="A2" s="1"><v>46174</v></c><c r="B2" s="2"><v>0.125</v></c></row>'
        '<row r="3"><c r="A3" s="3"><v>46174.5</v></c><c r="B3"><v>0.1</v></c></row>'
    )
    parts["xl/worksheets/sheet2.xml"] = (
        f"<worksheet {office_samples.S}><sheetData>{rows}</sheetData></worksheet>"
    )
    document = read("a.xlsx", office_samples.zipped(parts))
    assert texts(document, BlockKind.ROW) == [
        "Born: 2026-06-01; Share: 12.5%",
        "Born: 2026-06-01 12:00; Share: 0.1",
    ]
    assert document.notes == ("1 hidden sheets left out",)


def test_rows_with_a_text_are_documents_of_their_own(tmp_path):
    rows = [
        {"id": "g1", "title": "Goat", "text": "Eats hay.", "url": "https://example.org/goat"},
        {"contents": "No name at all."},
        {"id": "g1", "body": "Same id again \ud800."},
    ]
    path = tmp_path / "animals.jsonl"
    path.write_text("\n".join(json.dumps(row) for row in rows) + "\n\n")
    first, second, third = read_documents(path)
    assert (first.id, first.title, first.source) == (f"{path}#g1", "Goat", rows[0]["url"])
    assert (second.id, second.title, second.source) == (f"{path}#2", "animals 2", f"{path}#2")
    assert (third.id, third.text) == (f"{path}#g1@3", "Same id again \ufffd.")
    array = tmp_path / "animals.json"
    array.write_text(json.dumps(rows))
    assert [each.text for each in read_documents(array)] == [first.text, second.text, third.text]
    table = tmp_path / "a.csv"
    table.write_text('title,text\nGoat,"Eats hay,\nand more."\n')
    assert [(each.title, each.text) for each in read_documents(table)] == [
        ("Goat", "Eats hay,\nand more.")
    ]


def test_a_bad_line_is_named_and_the_rest_is_read(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_text('{"text": "fine"}\n{\n[1]\n{"title": "no text"}\n' + "[" * 100_000 + "\n\0")
    found = list(read_rows(path))
    assert [each.text for each in found if not isinstance(each, BadRow)] == ["fine"]
    reasons = [each.reason for each in found if isinstance(each, BadRow)]
    assert [reason[:11] for reason in reasons] == [
        "line 2 is n", "line 3 has ", "line 4 has ", "line 5 is n", "line 6 hold",
    ]  # fmt: skip


def test_nested_json_gives_key_paths_as_headings(read):
    tree = {"servers": {"web": {"port": 8080, "tags": ["a", "b"]}}, "list": [{"name": "x"}, "bare"]}
    document = read("settings.json", json.dumps(tree).encode())
    rows = [block for block in document.blocks if block.kind is BlockKind.ROW]
    assert [(row.headings, row.text, row.place.anchor) for row in rows] == [
        (("servers", "web"), "port: 8080; tags: a, b", "/servers/web"),
        (("list",), "name: x", "/list/0"),
    ]
    assert texts(document, BlockKind.ITEM) == ["bare"]


def test_tables_without_names_keep_their_values(read):
    document = read("a.csv", b"1;2;3\n4;5;6\n")
    assert texts(document, BlockKind.ROW) == ["1; 2; 3", "4; 5; 6"]


def test_mail_gives_headers_and_text_once_and_names_attachments(tmp_path):
    (tmp_path / "a.eml").write_bytes(samples.eml().as_bytes())
    (message,) = read_documents(tmp_path / "a.eml")
    assert message.title == TITLE
    assert message.blocks[0].text.startswith("From: Ana <ana@example.org>; Date: Mon, 01 Jun 2026")
    assert message.text.count(NOTE) == 1
    assert message.notes == ("attachment not read: goat.png",)
    (tmp_path / "a.mbox").write_bytes(samples.mbox_text())
    box = list(read_documents(tmp_path / "a.mbox"))
    assert [each.id for each in box] == [f"{tmp_path / 'a.mbox'}#{n}" for n in (1, 2)]
    assert all(NOTE in each.text for each in box)


def test_table_fields_and_columns(tmp_path):
    (tmp_path / "a.tsv").write_bytes(samples.csv_text("\t"))
    (document,) = read_documents(tmp_path / "a.tsv")
    assert texts(document, BlockKind.ROW) == FACTS
    assert (
        sample_words.share(
            document.text, sample_words.words(" ".join(" ".join(row) for row in TABLE))
        )
        == 1
    )
    (tmp_path / "empty.csv").write_text("\n")
    with pytest.raises(UnreadableError):
        list(read_documents(tmp_path / "empty.csv"))


def test_a_chapter_of_a_book_stands_above_its_sections_though_its_page_has_its_name(read):
    parts = office_samples.epub_parts()
    chapter = "<html><head><title>Soups</title></head><body><h1>Soups</h1><h2>Pea</h2><p>Stir.</p>"
    parts["O/b.xhtml"] = f"{chapter}</body></html>"
    assert read("a.epub", office_samples.zipped(parts)).blocks[-1].headings == ("Soups", "Pea")


def test_a_page_that_is_yet_to_be_filled_in_has_no_fields_and_templates_in_its_text(read):
    page = b"---\ntitle: Goats\nlayout: page\ndescription: How to keep them.\n---\n"
    page += b"<p>{% for x in all %}Hay{{ x }} is eaten.{% endfor %}</p>"
    document = read("a.html", page)
    assert document.title == "Goats"
    assert [block.text for block in document.blocks] == ["How to keep them.", "Hay is eaten."]


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ("{% extends 'a.html' %}<p>Hay{{ x }} is eaten.</p>{% endblock %}", "Hay is eaten."),
        ("<p>Goats <%= verb %> eat hay.</p>", "Goats eat hay."),
        ("<p>{% if x %}Goats&#1; eat \ufffehay.</p>", "Goats eat hay."),
        ("+++\r\ntitle = 'Goats'\r\n+++\r\n<p>Goats eat {{ x }} hay.</p>", "Goats eat hay."),
        ("<p>Write <code>{% if x %}</code> and {{ y }}.</p>", "Write {% if x %} and {{ y }}."),
        ("<p>The sum of {{i}} is 5 {% here.</p>", "The sum of {{i}} is 5 {% here."),
    ],
)
def test_marks_of_a_template_are_no_text_and_code_that_shows_them_is(read, page, text):
    assert read("a.html", page.encode()).text == text


def test_a_path_may_be_a_text(tmp_path):
    (tmp_path / "a.txt").write_text("Goats eat hay.")
    (document,) = read_documents(str(tmp_path / "a.txt"))
    assert document.text == "Goats eat hay."
