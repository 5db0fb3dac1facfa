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


def one_page(font, shown):
    marks = f"BT /F1 12 Tf 50 700 Td {shown} Tj ET"
    objects = [
        "<</Type/Catalog/Pages 2 0 R>>",
        "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Resources<</Font<</F1 5 0 R>>>>"
        "/Contents 4 0 R>>",
        f"<</Length {len(marks)}>>stream\n{marks}\nendstream",
        *font,
    ]
    body = "".join(f"{number} 0 obj\n{each}\nendobj\n" for number, each in enumerate(objects, 1))
    return f"%PDF-1.5\n{body}trailer<</Size {len(objects) + 1}/Root 1 0 R>>\n%%EOF\n".encode()


@pytest.fixture
def text_of(tmp_path):
    def one(font, shown):
        path = tmp_path / "lamp.pdf"
        path.write_bytes(one_page(font, shown))
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


@pytest.mark.parametrize("text", ["\x01\x02\x03 \x04\x05", "\ue001\ue002\ue003", "\ufffd\ufffd a"])
def test_signs_that_are_no_letters_are_none(text):
    assert is_garbled(text, 0.0)
