"""How a PDF sets its type does not part its sentences: scaled fonts, small print, raised signs."""

from __future__ import annotations

import pytest

from assay_documents.pdf.lines import _clean_text
from assay_documents.pdf.read_pdf import read_pdf
from assay_documents.places import BlockKind
from assay_documents.read_limits import ReadLimits
from tests.documents.samples import pdf

BODY = [
    "most of the goats are kept for milk in many countries of the world, and for meat",
    "in some of them. A herd of ten needs about two hectares of pasture, more in dry",
    "yearnings, and a shelter that keeps out wind and rain through the cold months so",
    "that none of them is lost.",
]


@pytest.fixture
def read(tmp_path):
    def one(page, drawn=""):
        path = tmp_path / "a.pdf"
        path.write_bytes(pdf([page], drawn=drawn))
        (document,) = read_pdf(path, ReadLimits())
        return document

    return one


def scaled(texts, size, top, step):
    """Text of a font of size 1, whose real size stands in the matrix of the text."""
    return "".join(
        f"BT /F1 1 Tf {size} 0 0 {size} 72 {top - step * n} Tm ({text}) Tj ET\n"
        for n, text in enumerate(texts)
    )


def test_a_size_that_stands_in_the_matrix_of_the_text_parts_no_sentence_and_gives_headings(read):
    drawn = scaled(["Goats"], 18, 740, 0) + scaled(BODY, 10, 700, 12)
    assert [(each.kind, each.text) for each in read([], drawn).blocks] == [
        (BlockKind.HEADING, "Goats"),
        (BlockKind.PARAGRAPH, " ".join(BODY)),
    ]


def test_small_print_has_a_distance_of_lines_of_its_own(read):
    abstract = [(72.0, 700.0 - 11 * n, 7.0, text) for n, text in enumerate(BODY)]
    page = [*abstract, *((72.0, 600.0 - 12 * n, 10.0, text) for n, text in enumerate(2 * BODY))]
    assert read(page).blocks[0].text == " ".join(BODY)


def test_a_title_across_the_page_is_no_measure_for_the_column_below_it(read):
    title = "On the keeping of goats in the hills, with remarks on sheep and wool"
    page = [(72.0, 740.0, 14.0, title)]
    page += [(72.0, 700.0 - 12 * n, 10.0, text) for n, text in enumerate(BODY)]
    page = [
        (left, base, size * 0.8 if size < 12 else size, text) for left, base, size, text in page
    ]
    assert read(page).blocks[1].text == " ".join(BODY)


def test_a_raised_sign_does_not_part_the_line_that_it_stands_in(read):
    drawn = "BT /F1 10 Tf 1 0 0 1 72 700 Tm (milk is sold by the litre, as we said) Tj "
    drawn += "5 Ts /F1 6 Tf (1) Tj 0 Ts /F1 10 Tf ( and meat by the kilo in the) Tj ET\n"
    drawn += "BT /F1 10 Tf 1 0 0 1 72 688 Tm (towns of the valley and further up the hill) Tj ET\n"
    (block,) = read([], drawn).blocks
    assert block.text.endswith("kilo in the towns of the valley and further up the hill")


def under_a_line(tmp_path, text, font):
    """Text set in a face of its own above a paragraph, twice, as sections of a paper are."""
    face = {"bold": b"Helvetica-Bold", "italic": b"Times-Italic  ", "code": b"NimbusMonLBold"}[font]
    drawn = "".join(
        f"BT /F2 10 Tf 1 0 0 1 72 {top + 12} Tm ({title}) Tj ET\n"
        + "".join(
            f"BT /F1 10 Tf 1 0 0 1 72 {top - 12 * n} Tm ({line}) Tj ET\n"
            for n, line in enumerate(BODY)
        )
        for top, title in ((700, text), (600, "Milk and wool"))
    )
    path = tmp_path / "a.pdf"
    path.write_bytes(pdf([[]], drawn=drawn).replace(b"Helvetica-Bold", face))
    (document,) = read_pdf(path, ReadLimits())
    return [each.text for each in document.blocks if each.kind is BlockKind.HEADING]


@pytest.mark.parametrize("font", ["bold", "italic"])
def test_a_short_line_in_a_face_of_its_own_is_a_heading(tmp_path, font):
    assert under_a_line(tmp_path, "Pasture", font) == ["Pasture", "Milk and wool"]


@pytest.mark.parametrize(
    "caption",
    [
        "Figure 2. Goats",
        "Fig. 3: Goats at night",
        "Listing 4. A herd",
        "Figure 4",
        "https://goats.example/herd",
        "P = a + b",
    ],
)
def test_a_caption_an_address_or_a_formula_is_no_heading(tmp_path, caption):
    assert under_a_line(tmp_path, caption, "bold") == ["Milk and wool"]


def test_a_line_of_code_in_bold_is_no_heading(tmp_path):
    assert under_a_line(tmp_path, "import goats", "code") == []


def test_a_line_in_italics_inside_a_sentence_is_no_heading(tmp_path):
    assert under_a_line(tmp_path, "as was said before,", "italic") == ["Milk and wool"]


def test_a_bullet_of_a_font_of_signs_marks_an_item():
    assert _clean_text("\uf0b7 Feed the goats") == "• Feed the goats"
