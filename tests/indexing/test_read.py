import gzip
import io
import json
import zipfile

import docx
import pytest
from pypdf import PdfWriter
from pypdf.generic import DecodedStreamObject, DictionaryObject, NameObject

from assay.indexing.read import ENDINGS, read_documents
from assay.indexing.read_limits import ReadLimits
from assay.indexing.unreadable import UnreadableError


def _one(path, limits=None):
    (document,) = read_documents(path, limits)
    return document


def _reason(path, limits=None):
    with pytest.raises(UnreadableError) as caught:
        list(read_documents(path, limits))
    return str(caught.value)


@pytest.mark.parametrize("ending", [".txt", ".md", ".rst"])
def test_the_text_of_a_plain_file_is_the_file_itself(tmp_path, ending):
    path = tmp_path / f"goat_care{ending}"
    path.write_bytes("# Goats\r\n\r\nThey eat hay — and café menus.\r\n".encode())
    document = _one(path)
    assert document.text == path.read_bytes().decode()
    assert (document.id, document.source) == (str(path), str(path))


def test_titles_come_from_the_first_heading_or_the_name(tmp_path):
    for name, text, title in [
        ("a.md", "intro\n\n## Second *level* ##\n\n# First\n", "Second *level*"),
        ("b.rst", "The title\n=========\n\nText.\n", "The title"),
        ("goat_care.txt", "Just text.", "goat care"),
    ]:
        (tmp_path / name).write_text(text)
        assert _one(tmp_path / name).title == title


def test_html_gives_its_main_text(tmp_path):
    path = tmp_path / "page.html"
    story = "Goats are kept for milk in many countries of the world. " * 5
    path.write_text(
        f"<html><head><title>Goat  milk</title><script>alert('no')</script></head>"
        f"<body><nav>Home About</nav><article><p>{story}</p></article></body></html>"
    )
    document = _one(path)
    assert document.title == "Goat milk"
    assert story.strip() in document.text
    assert "alert" not in document.text


def _pdf(path, text):
    writer = PdfWriter()
    page = writer.add_blank_page(300, 300)
    font = DictionaryObject(
        {NameObject("/Type"): NameObject("/Font"), NameObject("/Subtype"): NameObject("/Type1")}
        | {NameObject("/BaseFont"): NameObject("/Helvetica")}
    )
    fonts = DictionaryObject({NameObject("/F1"): writer._add_object(font)})
    page[NameObject("/Resources")] = DictionaryObject({NameObject("/Font"): fonts})
    stream = DecodedStreamObject()
    stream.set_data(f"BT /F1 12 Tf 20 200 Td ({text}) Tj ET".encode())
    page[NameObject("/Contents")] = writer._add_object(stream)
    writer.write(path)


def test_pdf_gives_its_text_or_the_reason_why_not(tmp_path):
    _pdf(tmp_path / "a.pdf", "Goats give milk")
    assert _one(tmp_path / "a.pdf").text == "Goats give milk"
    _pdf(tmp_path / "b.pdf", "")
    assert "without text" in _reason(tmp_path / "b.pdf")
    (tmp_path / "c.pdf").write_bytes((tmp_path / "a.pdf").read_bytes()[:200])
    assert "damaged" in _reason(tmp_path / "c.pdf")
    writer = PdfWriter(clone_from=tmp_path / "a.pdf")
    writer.encrypt("secret", algorithm="RC4-128")
    writer.write(tmp_path / "d.pdf")
    assert "password" in _reason(tmp_path / "d.pdf")


def test_docx_gives_paragraphs_and_tables_in_order(tmp_path):
    word = docx.Document()
    word.core_properties.title = "Goat book"
    word.add_paragraph("Before the table.")
    table = word.add_table(1, 2)
    table.cell(0, 0).text, table.cell(0, 1).text = "breed", "Saanen"
    word.add_paragraph("After the table.")
    word.save(tmp_path / "a.docx")
    document = _one(tmp_path / "a.docx")
    assert document.title == "Goat book"
    assert document.text == "Before the table.\n\nbreed | Saanen\n\nAfter the table."


def test_a_zip_bomb_named_docx_is_refused(tmp_path):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", b"\0" * 40_000_000)
    (tmp_path / "bomb.docx").write_bytes(buffer.getvalue())
    assert "bomb" in _reason(tmp_path / "bomb.docx")
    (tmp_path / "not.docx").write_bytes(b"PK\x03\x04 but no more")
    assert "not a complete .docx" in _reason(tmp_path / "not.docx")


def test_a_gzip_bomb_and_a_broken_gzip_are_refused(tmp_path):
    line = b'{"text": "small"}\n'
    for name in ("bomb.txt.gz", "bomb.jsonl.gz"):
        (tmp_path / name).write_bytes(gzip.compress(line * 200_000))
        assert "bomb" in _reason(tmp_path / name, ReadLimits(ratio_from_bytes=1_000_000))
    (tmp_path / "cut.txt.gz").write_bytes(gzip.compress(b"some text " * 1000)[:-20])
    assert "gzip" in _reason(tmp_path / "cut.txt.gz")


def test_packed_text_reads_like_the_text(tmp_path):
    (tmp_path / "a.md.gz").write_bytes(gzip.compress(b"# Goats\n\nThey eat hay."))
    document = _one(tmp_path / "a.md.gz")
    assert (document.title, document.text) == ("Goats", "# Goats\n\nThey eat hay.")


def test_each_json_line_is_a_document(tmp_path):
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


@pytest.mark.parametrize("line", ["{", "[1]", '{"title": "no text"}', "[" * 100_000, "\0"])
def test_a_bad_line_is_named(tmp_path, line):
    path = tmp_path / "a.jsonl"
    path.write_text('{"text": "fine"}\n' + line)
    assert _reason(path).startswith("line 2 ")


def test_each_table_row_is_a_document(tmp_path):
    (tmp_path / "a.csv").write_text('title,text\nGoat,"Eats hay,\nand more."\n')
    document = _one(tmp_path / "a.csv")
    assert (document.title, document.text) == ("Goat", "Eats hay,\nand more.")
    (tmp_path / "b.csv").write_text("breed;milk\nSaanen;much\nBoer;little\n")
    assert [each.text for each in read_documents(tmp_path / "b.csv")] == [
        "breed: Saanen\nmilk: much",
        "breed: Boer\nmilk: little",
    ]


def test_limits_and_empty_and_unknown_files_have_their_reasons(tmp_path):
    (tmp_path / "big.txt").write_text("word " * 100)
    assert "limit of 100 bytes" in _reason(tmp_path / "big.txt", ReadLimits(document_bytes=100))
    (tmp_path / "big.jsonl").write_text(json.dumps({"text": "word " * 100}))
    assert "limit of 100 bytes" in _reason(tmp_path / "big.jsonl", ReadLimits(document_bytes=100))
    (tmp_path / "blank.txt").write_text(" \n\n")
    assert _reason(tmp_path / "blank.txt") == "holds no text"
    (tmp_path / "tune.mp3").write_text("la")
    assert "endings" in _reason(tmp_path / "tune.mp3")
    assert "cannot be read" in _reason(tmp_path / "nowhere.txt")


@pytest.mark.parametrize("ending", ENDINGS)
def test_no_kind_of_file_takes_garbage_for_text(tmp_path, ending):
    path = tmp_path / f"garbage{ending}"
    path.write_bytes(b"\x00\x9f\x92\x96\xff\xfe\x01\x02" * 50)
    assert _reason(path)
