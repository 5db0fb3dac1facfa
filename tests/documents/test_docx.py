"""Word files whose headings are only bold, as most people write them."""

from __future__ import annotations

import pytest

from assay_documents.places import BlockKind
from assay_documents.readers import read_documents
from tests.documents.office_samples import docx_parts, word_paragraph, word_table, zipped


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
