import codecs
import os

import pytest

from assay_documents import read
from assay_documents.decode import decode
from assay_documents.errors import UnreadableError

_FRENCH = "Où est passée la bibliothèque, demande l'élève à son père étonné. " * 20


@pytest.mark.parametrize(
    "data",
    [
        _FRENCH.encode(),
        codecs.BOM_UTF8 + _FRENCH.encode(),
        _FRENCH.encode("utf-16"),
        codecs.BOM_UTF32_LE + _FRENCH.encode("utf-32-le"),
        _FRENCH.encode("cp1252"),
    ],
)
def test_the_usual_encodings_give_the_same_text(data):
    assert decode(data) == _FRENCH


def test_older_encodings_are_told_apart():
    czech = "Příliš žluťoučký kůň úpěl ďábelské ódy, řekl šťastný žák. " * 20
    assert decode(czech.encode("cp1250")) == czech
    russian = "Быстрая лиса прыгает через ленивую собаку. " * 20
    assert decode(russian.encode("cp1251")) == russian


def test_one_broken_byte_spoils_one_character_only():
    data = _FRENCH.encode()
    text = decode(data[:500] + b"\xff" + data[500:])
    assert text.count("\ufffd") == 1
    assert text.replace("\ufffd", "") == _FRENCH


def test_line_ends_stay_as_they_are():
    assert decode(b"one\r\ntwo\rthree\n") == "one\r\ntwo\rthree\n"


@pytest.mark.parametrize(
    "data",
    [
        b"\x7fELF\x02\x01\x01\0\0\0",
        b"\x89PNG\r\n\x1a\n" + os.urandom(2000),
        b"\x01\x02\x03" * 99,
        codecs.BOM_UTF16_LE + b"\x00\xd8\x00",
    ],
)
def test_binary_data_is_refused(data):
    with pytest.raises(UnreadableError):
        decode(data)


def test_a_zero_byte_in_each_line_of_clean_text_does_not_make_it_binary():
    line = "Où est passée la bibliothèque, demande l'élève à son père étonné.\n"
    assert decode((line[:9] + "\0" + line[9:]).encode() * 30) == line * 30
    cut_off = (line + "\0é").encode() * 30
    assert decode(cut_off[:-1]).startswith(line + "é")


@pytest.mark.parametrize(
    "data",
    [
        b"lamp\0oil\0wick\0" * 40,
        b"The lamp burns oil and wax and wicks all night.\n\0\x01" * 40,
        "La lampe brûle de l'huile toute la nuit, été comme hiver.\n\0".encode("cp1252") * 40,
        "The lamp burns oil.".encode("utf-16-le") * 40,
    ],
)
def test_zero_bytes_between_anything_else_make_data_binary(data):
    with pytest.raises(UnreadableError):
        decode(data)


def test_a_zero_byte_here_and_there_does_not_make_a_text_binary(tmp_path):
    page = b"<h1>Chapter 1</h1><p>The l\0amp burns " + b"oil and wax " * 200 + b"\0</p>"
    path = tmp_path / "a.html"
    path.write_bytes(page)
    assert read(path).text.startswith("Chapter 1\n\nThe lamp burns oil")
    assert decode(page).startswith("<h1>Chapter 1</h1><p>The lamp")


def test_the_first_bytes_of_a_picture_are_no_text():
    for cut_off in (b"\x89PNG", b"\x89PNG\r\n"):
        with pytest.raises(UnreadableError, match="binary data"):
            decode(cut_off)


def test_a_few_bytes_are_not_taken_for_wide_characters():
    assert decode(b"\x8aPNG\r\n").endswith("\r\n")  # a line end was half of a character


@pytest.mark.parametrize(
    "text",
    [
        "Größe 12 m",
        "Größe",
        "Café",
        "Prix: 12 €",
        "Müller",
        "20 °C \u2013 25 °C",
        "it\u2019s “so”",
        "Señor",
    ],
)
def test_a_few_western_letters_are_enough(text):
    assert decode(text.encode("cp1252")) == text


@pytest.mark.parametrize("text", ["Příliš žluťoučký kůň", "Zażółć gęślą jaźń"])
def test_a_short_text_with_many_letters_above_ascii_is_still_guessed(text):
    assert decode(text.encode("cp1250")) == text
