"""The reader of a file is chosen by its name, or by what it holds."""

from __future__ import annotations

import gzip
import os
import struct
import zlib
from pathlib import Path

import pytest

from assay_documents.errors import UnreadableError
from assay_documents.kinds import ENDINGS, NOT_READ, Kind
from assay_documents.read_limits import ReadLimits
from assay_documents.readers import kind_of, named_kind, read_documents
from assay_documents.sniff import sniff
from tests.documents import office_samples, sample_words, samples

TEXTS = {
    "README": (b"Goats eat hay.\n", Kind.PLAIN),
    "page": (b"<!-- old -->\n<!DOCTYPE html><html><body>Goats</body></html>", Kind.HTML),
    "run": (b"#!/bin/sh\necho goats\n", Kind.CODE),
    "goat": (b".TH GOAT 1\n.SH NAME\ngoat - eat hay\n", Kind.MAN),
    "goat.1": (b".TH GOAT 1\n.SH NAME\ngoat - eat hay\n", Kind.MAN),
    "inbox": (samples.mbox_text(), Kind.MBOX),
    "message": (samples.eml().as_bytes(), Kind.EML),
    "notes.v2": (b"Goats eat hay.\n", Kind.PLAIN),
    "version-1.2": (b"Goats eat hay.\n", Kind.PLAIN),
}
SIGNED = {".pdf": Kind.PDF, ".docx": Kind.DOCX, ".pptx": Kind.PPTX, ".xlsx": Kind.XLSX,
          ".odt": Kind.ODT, ".epub": Kind.EPUB}  # fmt: skip


def kind(path, data):
    path.write_bytes(data)
    return kind_of(path, ReadLimits())


def reason(path, data=None, limits=None):
    if data is not None:
        path.write_bytes(data)
    with pytest.raises(UnreadableError) as caught:
        list(read_documents(path, limits))
    return str(caught.value)


@pytest.mark.parametrize("name", TEXTS)
def test_texts_without_a_telling_name_are_known_by_their_content(tmp_path, name):
    data, expected = TEXTS[name]
    assert kind(tmp_path / name, data) is expected


@pytest.mark.parametrize("first", ["BM", "MZ", "RIFF", "ID3", "GIF8"])
def test_a_text_may_begin_with_the_letters_of_a_signature(tmp_path, first):
    text = f"{first} is how this text begins, and it goes on.".encode()
    assert kind(tmp_path / "notes", text) is Kind.PLAIN
    assert kind(tmp_path / "notes", text + "\u00fc".encode()[:1]) is Kind.PLAIN  # cut off there
    found = sniff(first.encode() + b"\x10\x00\x00\x00\x00\x01 is none", tmp_path, ReadLimits())
    assert found is Kind.IMAGE or "is " in str(found)


@pytest.mark.parametrize("ending", SIGNED)
def test_signatures_tell_more_than_names(tmp_path, ending):
    data = samples.samples()[ending]
    for name in ("nameless", f"right{ending}", "wrong.docx", "wrong.pdf", "odd.unknown"):
        assert kind(tmp_path / name, data) is SIGNED[ending]


def test_a_page_named_pdf_is_read_as_a_page(tmp_path):
    assert kind(tmp_path / "a.pdf", sample_words.html_text().encode()) is Kind.HTML


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", "is empty"),
        (b"\x7fELF" + bytes(60), "is a program or compiled"),
        (b"PK\x03\x04 and no more", "is a damaged archive"),
        (office_samples.zipped({"a.txt": "x"}), "is an archive: unpack it first"),
        (b"{\\rtf1 goats}", "is in a format that is not read: save it as .docx, .odt or .pdf"),
        (bytes(range(256)) * 10, "holds binary data, not text"),
        (
            gzip.compress(b"goats", mtime=0),
            "is packed: give it the ending of its kind and .gz, or unpack it first",
        ),
        (b"SQLite format 3\0", "is a database"),
    ],
)
def test_what_is_not_read_has_its_reason(tmp_path, data, expected):
    assert reason(tmp_path / "nameless", data) == expected


def test_kinds_by_name_have_their_reasons(tmp_path):
    for ending, expected in NOT_READ.items():
        assert reason(tmp_path / f"a{ending}", b"la") == expected
    assert reason(tmp_path / "a.tar.gz", b"la") == "is an archive: unpack it first"
    assert not ENDINGS.keys() & NOT_READ.keys()


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("usage.rst.inc", Kind.RST),
        ("index.rst.txt", Kind.RST),
        ("README.md.in", Kind.MARKDOWN),
        ("notes.MD.TXT.gz", Kind.MARKDOWN),
        ("page.html.j2", Kind.HTML),
        ("page.html.txt", Kind.PLAIN),
        ("table.csv.txt", Kind.PLAIN),
        ("a.b.rst", Kind.RST),
        (".rst.inc", None),
        ("goats.inc", None),
        ("config.h.in", None),
    ],
)
def test_the_ending_before_tells_the_kind_of_what_is_filled_in_or_included(name, expected):
    assert named_kind(Path(name)) is expected


def test_packed_files_read_like_the_file(tmp_path):
    for name in ("a.csv", "b.json", "c.pdf", "d.docx"):
        data = samples.samples()[name[1:]]
        (tmp_path / name).write_bytes(data)
        (tmp_path / f"{name}.gz").write_bytes(gzip.compress(data))
        (plain,) = read_documents(tmp_path / name)
        (packed,) = read_documents(tmp_path / f"{name}.gz")
        assert plain.text == packed.text
    bomb = gzip.compress(b'{"text": "small"}\n' * 200_000)
    small = ReadLimits(ratio_from_bytes=1_000_000)
    assert "bomb" in reason(tmp_path / "bomb.jsonl.gz", bomb, small)
    cut = gzip.compress(os.urandom(5000))[:-20]
    assert "gzip" in reason(tmp_path / "cut.txt.gz", cut)


@pytest.mark.parametrize("ending", {kind: ending for ending, kind in ENDINGS.items()}.values())
def test_no_kind_of_file_takes_garbage_for_text(tmp_path, ending):
    assert reason(tmp_path / f"garbage{ending}", b"\x00\x9f\x92\x96\xff\xfe\x01\x02" * 50)


def test_pictures_ask_for_the_extra(tmp_path, monkeypatch):
    monkeypatch.setattr("assay_documents.images.can_find_text", lambda: False)
    error = None
    (tmp_path / "a.png").write_bytes(png(8, 8))
    try:
        list(read_documents(tmp_path / "a.png"))
    except UnreadableError as caught:
        error = caught
    assert error is not None
    assert "install the extra `ocr`" in str(error)
    assert error.hint == "pip install 'assay-rag-documents[ocr]'"


def test_a_page_of_nothing_but_other_files_says_so(tmp_path):
    page = b".. include:: goats.rst.inc\n"
    (tmp_path / "goats.rst.inc").write_bytes(b"Goats\n=====\n\nThey eat hay.\n")
    expected = "holds no text of its own: the files that it includes are read by themselves"
    assert reason(tmp_path / "goats.rst", page) == expected
    (part,) = read_documents(tmp_path / "goats.rst.inc")
    assert part.title == "Goats"


def test_a_drawing_is_a_picture_and_not_its_markup(tmp_path):
    drawing = b'<svg xmlns="http://www.w3.org/2000/svg"><path d="M 1 2 L 3 4"/></svg>'
    assert "picture" in reason(tmp_path / "logo.svg", drawing)


def png(width: int, height: int) -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = zlib.compress((b"\0" + b"\xff" * width) * height)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")
