"""PDF files whose fonts do not say which letters their glyphs are."""

from __future__ import annotations

import pytest

from assay_documents import UnreadableError, read
from assay_documents.pdf.garbled import is_garbled
from assay_documents.pdf.ocr import can_find_text

TEXT = "This is the text of a page about lamps, their oil and what it costs to keep them burning."
_WIDTHS = " ".join(["500"] * 95)
_NAMES = " ".join(f"/g{code}" for code in range(32, 127))
_LOOK = (
    "<</Type/FontDescriptor/FontName/AAAAAA+Lamp/Flags 4/FontBBox[0 0 1000 1000]/ItalicAngle 0"
    "/Ascent 800/Descent -200/CapHeight 700/StemV 80>>"
)
GLYPH_NUMBERS = (
    "<</Type/Font/Subtype/Type0/BaseFont/AAAAAA+Lamp/Encoding/Identity-H/DescendantFonts[6 0 R]>>",
    "<</Type/Font/Subtype/CIDFontType2/BaseFont/AAAAAA+Lamp/CIDSystemInfo<</Registry(Adobe)"
    "/Ordering(Identity)/Supplement 0>>/FontDescriptor 7 0 R/DW 500/CIDToGIDMap/Identity>>",
    _LOOK,
)
GLYPH_NAMES = (
    f"<</Type/Font/Subtype/Type1/BaseFont/AAAAAA+Lamp/FirstChar 32/LastChar 126/Widths[{_WIDTHS}]"
    f"/Encoding<</Type/Encoding/Differences[32 {_NAMES}]>>/FontDescriptor 6 0 R>>",
    _LOOK,
)
PLAIN = ("<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",)


def shifted(text):
    """As subset fonts of Windows number their glyphs: 29 below the letters."""
    return "<" + "".join(f"{ord(letter) - 29:04x}" for letter in text) + ">"


def one_page(font, *shown):
    """A page of lines in the font F1, after F2 in Helvetica."""
    lines = " ".join(each if "Tf" in each else f"{each} Tj 0 -20 Td" for each in shown)
    marks = f"BT /F1 12 Tf 50 700 Td {lines} ET"
    objects = [
        "<</Type/Catalog/Pages 2 0 R>>",
        "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Resources<</Font<</F1 5 0 R"
        "/F2<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>>>>>"
        "/Contents 4 0 R>>",
        f"<</Length {len(marks)}>>stream\n{marks}\nendstream",
        *font,
    ]
    body = "".join(f"{number} 0 obj\n{each}\nendobj\n" for number, each in enumerate(objects, 1))
    return f"%PDF-1.5\n{body}trailer<</Size {len(objects) + 1}/Root 1 0 R>>\n%%EOF\n".encode()


@pytest.fixture
def text_of(tmp_path):
    def one(font, *shown):
        path = tmp_path / "lamp.pdf"
        path.write_bytes(one_page(font, *shown))
        return read(path).text

    return one


def test_numbers_of_glyphs_are_no_text_of_a_page(text_of):
    with pytest.raises(UnreadableError) as error:
        text_of(GLYPH_NUMBERS, shifted(TEXT))
    if can_find_text():
        assert "without text" in str(error.value)
    else:
        assert "1 page whose letters are not known" in str(error.value)
        assert "ocr" in error.value.hint


HEADING = "The lighthouse of Mura"
BUILT = "The lighthouse of Mura was built in 1884 by Anna Lund, who chose the western rock."


def test_numbers_of_glyphs_that_look_like_words_in_capitals_are_none(text_of):
    with pytest.raises(UnreadableError):
        text_of(GLYPH_NUMBERS, shifted(HEADING), *[shifted(BUILT)] * 9)


def test_lines_in_a_font_without_a_map_are_left_out(tmp_path):
    path = tmp_path / "lamp.pdf"
    path.write_bytes(one_page(GLYPH_NUMBERS, shifted(HEADING), "/F2 12 Tf", *[f"({TEXT})"] * 9))
    document = read(path)
    assert document.text.split("\n")[0].startswith(TEXT)
    assert document.title == "lamp"
    assert document.notes == (
        "1 page with lines whose letters are not known: fonts without a Unicode map",
    )


def test_of_a_page_that_is_mostly_illegible_the_rest_is_kept(tmp_path):
    path = tmp_path / "lamp.pdf"
    path.write_bytes(
        one_page(GLYPH_NUMBERS, *[shifted(BUILT)] * 7, "/F2 12 Tf", *[f"({TEXT})"] * 5)
    )
    if can_find_text():
        pytest.skip("the page is read as a picture")
    document = read(path)
    assert document.text == " ".join([TEXT] * 5)
    assert "1 page whose letters are not known" in document.notes[0]


def test_glyphs_without_a_map_that_are_numbered_as_letters_are_text(text_of):
    assert text_of(GLYPH_NAMES, f"({TEXT})") == TEXT


def test_what_has_a_map_is_text(text_of):
    assert text_of(PLAIN, f"({TEXT})") == TEXT


@pytest.mark.parametrize(
    "text",
    [
        "Vlk zmrzl, prst stvrdl. " * 12,
        "x86 HTTP TLS PDF NGC M31 km/h kWh " * 12,
        "Лампа горит ночью. " * 30,
        "灯が夜に燃えている。" * 30,
        "12.4 17.9 (3,204) 88 % " * 60,
        "def f(x): return x[1:] + y\n" * 30,
    ],
)
def test_texts_without_common_words_are_texts(text):
    assert not is_garbled(text, 0.0)


@pytest.mark.parametrize(
    "text",
    [
        "DER LEUCHTTURM STEHT AUF DEM FELSEN",
        "Maják stojí na skále uprostřed moře a svítí každou noc",
        "KEEPERS AND THEIR DUTIES",
        "x = 1",
    ],
)
def test_words_of_a_font_without_a_map_are_words(text):
    assert not is_garbled(text, 1.0)


@pytest.mark.parametrize("text", ["\x01\x02\x03 \x04\x05", "\ue001\ue002\ue003", "\ufffd\ufffd a"])
def test_signs_that_are_no_letters_are_none(text):
    assert is_garbled(text, 0.0)
