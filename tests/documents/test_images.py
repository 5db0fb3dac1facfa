"""Text in pictures, with the models of the extra `ocr`."""

from __future__ import annotations

import io

import pytest

from assay_documents.errors import UnreadableError
from assay_documents.read_limits import ReadLimits
from assay_documents.sandbox.pool import ReaderPool

pytest.importorskip("rapidocr", reason="needs the extra 'ocr'")

LINES = ("Goats eat hay in winter", "and leaves in summer")


@pytest.fixture(scope="module")
def pool():
    # Loading the models takes long on a busy machine.
    with ReaderPool(ReadLimits(seconds=300)) as pool:
        yield pool


def picture(lines=LINES):
    from PIL import Image, ImageDraw, ImageFont

    image = Image.new("RGB", (1000, 300), "white")
    font = ImageFont.load_default(48)
    for number, line in enumerate(lines):
        ImageDraw.Draw(image).text((40, 40 + 60 * number), line, fill="black", font=font)
    return image


def saved(image, kind):
    buffer = io.BytesIO()
    image.save(buffer, kind)
    return buffer.getvalue()


def test_text_is_found_in_pictures_and_scans(tmp_path, pool):
    (tmp_path / "a.png").write_bytes(saved(picture(), "PNG"))
    (document,) = pool.read(tmp_path / "a.png")
    assert " ".join(document.text.split()) == " ".join(LINES)
    (tmp_path / "scan.pdf").write_bytes(saved(picture(), "PDF"))
    (document,) = pool.read(tmp_path / "scan.pdf")
    assert " ".join(document.text.split()) == " ".join(LINES)
    assert document.blocks[0].place.page == 1


def test_pictures_that_hold_nothing_have_a_reason(tmp_path, pool):
    (tmp_path / "empty.png").write_bytes(saved(picture(()), "PNG"))
    (tmp_path / "cut.png").write_bytes(saved(picture(), "PNG")[:200])
    huge = bytearray(saved(picture(()), "BMP"))
    huge[18:26] = (2**31 - 1).to_bytes(4, "little") * 2
    (tmp_path / "huge.bmp").write_bytes(huge)
    for name, reason in (
        ("empty.png", "without text"),
        ("cut.png", "damaged"),
        ("huge.bmp", "damaged|pixels"),
    ):
        with pytest.raises(UnreadableError, match=reason):
            list(pool.read(tmp_path / name))
