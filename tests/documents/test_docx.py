"""Word files whose headings are only bold, as most people write them."""

from __future__ import annotations

import pytest

from assay_documents.places import BlockKind
from assay_documents.readers import read_documents
from tests.documents.office_samples import NOTE, docx_parts, word_paragraph, word_table, zipped


@pytest.fixture
def headings_of(tmp_path):
    def one(body):
        (tmp_path / "a.docx").write_bytes(zipped(docx_parts(body)))
        (document,) = read_documents(tmp_path / "a.docx")
        return [each.text for each in document.blocks if each.kind is BlockKind.HEADING]

    return one


def bold(text):
    return word_paragraph(text).replace("<w:r>", "<w:r><w:rPr><w:b/></w:rPr>")


TEXT = word_paragraph("Goats are kept for milk in many countries of the world.")


def test_short_bold_lines_above_text_or_a_table_are_headings(headings_of):
    body = bold("1. Feeding") + TEXT + bold("Breeds") + word_table()
    assert headings_of(body) == ["1. Feeding", "Breeds"]


@pytest.mark.parametrize(
    "body",
    [
        bold("Never feed bread.") + TEXT,
        bold("Feeding") + bold("Signed: Ana"),
        TEXT + bold("Ana"),
        bold("Feeding " * 20) + TEXT,
        word_paragraph("Feeding") + TEXT,
        bold("Feeding").replace("<w:b/>", '<w:b w:val="0"/>') + TEXT,
        word_table((("Breed", "Litres"), ("Boer", "1.5"))).replace(
            "<w:r>", "<w:r><w:rPr><w:b/></w:rPr>"
        ),
    ],
    ids=["a sentence", "bold below", "the end", "long", "plain", "not bold", "a cell"],
)
def test_other_lines_are_none(headings_of, body):
    assert headings_of(body) == []


def test_a_file_with_headings_of_its_own_needs_no_bold_ones(headings_of):
    own = word_paragraph("Goats", '<w:pStyle w:val="Heading1"/>')
    assert headings_of(own + bold("Feeding") + TEXT) == ["Goats"]


LONG = TEXT.replace(
    "world.", "world, and for meat in some of them, where they live in the hills all year."
)


def numbered(text):
    own = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>'
    return word_paragraph(text, own)


def test_numbered_chapters_of_a_file_without_styles_are_headings(tmp_path):
    body = numbered("Feeding") + LONG + numbered("Milk") + LONG
    (tmp_path / "a.docx").write_bytes(zipped(docx_parts(body)))
    (document,) = read_documents(tmp_path / "a.docx")
    feeding, _, milk, last = document.blocks
    assert [each.text for each in document.blocks[::2]] == ["1. Feeding", "2. Milk"]
    assert (feeding.kind, milk.kind) == (BlockKind.HEADING, BlockKind.HEADING)
    assert last.headings == ("2. Milk",)


def test_all_chapters_are_headings_where_the_text_of_one_is_long(headings_of):
    body = numbered("Minutes") + TEXT + numbered("Milk") + LONG + numbered("Tasks") + word_table()
    assert headings_of(body) == ["1. Minutes", "2. Milk", "3. Tasks"]


@pytest.mark.parametrize(
    "body",
    [
        numbered("Feed them") + numbered("Milk them") + LONG,
        numbered("Feed them each day.") + LONG,
        numbered("Feed " * 30) + LONG,
        numbered("Close the gate") + TEXT + numbered("Go home") + TEXT,
    ],
    ids=["steps", "a sentence", "long", "explained"],
)
def test_numbered_steps_are_none(headings_of, body):
    assert headings_of(body) == []


NOTED = '<w:r><w:t>Goats eat hay.</w:t><w:footnoteReference w:id="2"/></w:r>'
BOXED = "<w:r><w:txbxContent><w:p><w:r><w:t>No straw.</w:t></w:r></w:p></w:txbxContent></w:r>"


CELL = f"<w:tc><w:p>{NOTED}</w:p></w:tc>"


@pytest.mark.parametrize(
    "noted", [f"<w:p>{NOTED}</w:p>", f"<w:tbl><w:tr>{CELL * 2}</w:tr></w:tbl>"]
)
def test_a_note_is_given_once_where_it_is_first_referred_to(noted, tmp_path):
    path = tmp_path / "a.docx"
    path.write_bytes(zipped(docx_parts(noted + f"<w:p>{NOTED}</w:p>")))
    (document,) = read_documents(path)
    assert document.text.count(NOTE) == 1
    assert document.text.index("Goats") < document.text.index(NOTE) < document.text.rindex("Goats")


def test_a_text_box_in_a_cell_is_given_once(tmp_path):
    path = tmp_path / "a.docx"
    cell = f"<w:tc><w:p><w:r><w:t>Fodder</w:t></w:r>{BOXED}</w:p></w:tc>"
    path.write_bytes(zipped(docx_parts(f"<w:tbl><w:tr>{cell * 2}</w:tr></w:tbl>")))
    (document,) = read_documents(path)
    assert document.text.count("No straw.") == document.text.count("Fodder") == 2
