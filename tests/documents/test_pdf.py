"""PDF pages become what a reader of them sees: headings, paragraphs, entries, rows."""

from __future__ import annotations

import pytest
from pypdf import PdfReader, PdfWriter

from assay_documents.errors import UnreadableError
from assay_documents.pdf.read_pdf import read_pdf
from assay_documents.places import BlockKind
from assay_documents.read_limits import ReadLimits
from tests.documents.samples import pdf

BODY = [
    "Goats are kept for milk in many countries of the world, and for meat in quite",
    "some of them. A herd of ten needs about two hectares of pasture, more in dry",
    "years, and a shelter that keeps out wind and rain through the cold months.",
]


@pytest.fixture
def read(tmp_path):
    def one(pages, extra=""):
        path = tmp_path / "a.pdf"
        path.write_bytes(pages if isinstance(pages, bytes) else pdf(pages, extra))
        (document,) = read_pdf(path, ReadLimits())
        return document

    return one


def reason(path):
    with pytest.raises(UnreadableError) as caught:
        list(read_pdf(path, ReadLimits()))
    return str(caught.value)


def lines(texts, left=72.0, top=700.0, size=10.0, step=12.0):
    return [(left, top - step * n, size, text) for n, text in enumerate(texts)]


def test_lines_become_paragraphs_and_large_type_headings(read):
    page = [(72.0, 740.0, 18.0, "Goats"), *lines(BODY), *lines(BODY[1:], top=650.0)]
    document = read([page])
    assert [(block.kind, block.text) for block in document.blocks] == [
        (BlockKind.HEADING, "Goats"),
        (BlockKind.PARAGRAPH, " ".join(BODY)),
        (BlockKind.PARAGRAPH, " ".join(BODY[1:])),
    ]
    assert document.blocks[1].headings == ("Goats",)


def test_parted_words_are_whole_again_unless_they_have_a_hyphen_elsewhere(read):
    texts = [
        "Goats are kept for milk in many countries of the world and for the pas-",
        "ture they clear. A well-known breed is the Saanen, which is also a well-",
        "known one; breeders call it a pasture goat for a reason that is not plain.",
    ]
    text = read([lines(texts)]).text
    assert "the pasture they clear" in text
    assert "a well-known one" in text


def test_parted_words_are_whole_again_in_code_too(read):
    code = pdf([lines(["/home/goats/keep-", "er/hay.txt"])]).replace(b"Helvetica", b"Courier")
    assert [(block.kind, block.text) for block in read(code).blocks] == [
        (BlockKind.CODE, "/home/goats/keeper/hay.txt")
    ]


def test_ligatures_are_spelt_out(tmp_path):
    from assay_documents.pdf.lines import _clean_text

    assert _clean_text("eﬃcient ﬁle  . . . . . . 12") == "efficient file … 12"


def test_terms_and_their_descriptions_are_entries(read):
    page = []
    for n, term in enumerate(("hay", "oats", "salt")):
        top = 700.0 - 60 * n
        page += [(72.0, top, 10.0, term), *lines(BODY[:2], left=110.0, top=top - 12)]
    page += [(72.0, 500.0, 10.0, "-v"), (110.0, 500.0, 10.0, "Be verbose about what is done.")]
    document = read([page])
    entries = [block for block in document.blocks if block.kind is BlockKind.ENTRY]
    assert [block.term for block in entries] == ["hay", "oats", "salt", "-v"]
    assert entries[0].text == "hay\n" + " ".join(BODY[:2])
    assert entries[3].text == "-v Be verbose about what is done."


def test_running_headers_and_page_numbers_are_kept_once_and_sentences_go_on(read):
    pages = []
    for number, name in enumerate(("Ada", "Bea", "Cleo", "Dora", "Emma", "Fine"), 1):
        page = [(72.0, 760.0, 9.0, "The goat book"), *lines([f"Herd {name} eats hay."])]
        page += [(300.0, 40.0, 9.0, str(number))]
        pages.append(page)
    document = read(pages)
    assert document.text.count("The goat book") == 1
    assert document.blocks[-1].kind is BlockKind.FURNITURE
    assert [block.place.page for block in document.blocks[:-1]] == [1, 2, 3, 4, 5, 6]
    going_on = [lines(BODY[:2], top=100.0), lines(["years, and a shelter for the winter."])]
    (block,) = read(going_on).blocks
    assert block.text.endswith("more in dry years, and a shelter for the winter.")
    assert block.place.page == 1


def test_a_short_document_has_headers_and_page_numbers_too(read):
    def page(number, *texts):
        around = [
            (72.0, 760.0, 8.0, "Goats, 2nd edition"),
            (72.0, 30.0, 8.0, f"HC 2 Page {number}"),
        ]
        return [*around, *lines([*texts, f"This is page {number} of the text."])]

    document = read([page(1, *BODY), page(2, *BODY[:2])])
    said = [block.text for block in document.blocks if block.kind is BlockKind.FURNITURE]
    assert said == ["Goats, 2nd edition", "HC 2 Page 1"]
    text = " ".join(b.text for b in document.blocks if b.kind is not BlockKind.FURNITURE)
    assert "edition" not in text
    assert "HC" not in text
    assert "This is page 1 of the text." in text
    assert "This is page 2 of the text." in text


def test_lines_that_differ_stay_text_of_a_short_document(read):
    pages = [[(72.0, 760.0, 10.0, f"Part {name}"), *lines(BODY)] for name in ("9", "8")]
    assert BlockKind.FURNITURE not in {block.kind for block in read(pages).blocks}


def test_a_table_of_contents_is_no_text_of_the_manual(read):
    listed = [f"1.{n} Feeding in the {name} ........ {n}" for n, name in enumerate("abcdef", 2)]
    page = lines(["Contents", "1 Goats 2", *listed], top=740.0)
    document = read([[*page, *lines(BODY, top=400.0)]])
    text, *rest = [block for block in document.blocks if block.kind is not BlockKind.HEADING]
    assert (text.kind, text.text) == (BlockKind.PARAGRAPH, " ".join(BODY))
    assert {block.kind for block in rest} == {BlockKind.FURNITURE}
    assert [block.text for block in rest] == [
        "Contents",
        "1 Goats 2",
        *(line.replace(" ........ ", " … ") for line in listed),
    ]


def test_dots_to_be_filled_in_are_no_table_of_contents(read):
    form = [
        "Goats ........ 2",
        *BODY,
        "Hay ........ 5",
        *BODY,
        "Salt ........ 7",
        "Oats ........ 9",
    ]
    kinds = {block.kind for block in read([lines(form)]).blocks}
    assert BlockKind.FURNITURE not in kinds


def test_bookmarks_name_the_sections(tmp_path, read):
    writer = PdfWriter()
    source = pdf([[(72.0, 740.0, 10.0, "1.2 Feeding"), *lines(BODY)], lines(BODY)])
    (tmp_path / "plain.pdf").write_bytes(source)
    for page in PdfReader(tmp_path / "plain.pdf").pages:
        writer.add_page(page)
    parent = writer.add_outline_item("Goats", 0)
    writer.add_outline_item("Feeding", 0, parent=parent)
    writer.add_outline_item("NullSearch on its page", 1)
    writer.write(tmp_path / "marked.pdf")
    document = read((tmp_path / "marked.pdf").read_bytes())
    heading, first, second = document.blocks
    assert (heading.kind, heading.text) == (BlockKind.HEADING, "1.2 Feeding")
    assert first.headings[-1] == "1.2 Feeding"
    assert second.place.page == 2


def test_reasons_for_damage_passwords_and_scans(tmp_path, monkeypatch):
    path = tmp_path / "a.pdf"
    path.write_bytes(pdf([lines(BODY)])[:150])
    assert "damaged" in reason(path)
    path.write_bytes(pdf([lines(BODY)]))
    writer = PdfWriter(clone_from=path)
    writer.encrypt("secret", algorithm="RC4-128")
    writer.write(path)
    assert reason(path) == "is a PDF protected by a password"
    path.write_bytes(pdf([[]]))
    assert reason(path) == "holds no text"
    path.write_bytes(drawing())
    monkeypatch.setattr("assay_documents.pdf.read_pdf.can_find_text", lambda: False)
    assert reason(path) == "holds 1 page without text: looks scanned: install the extra `ocr`"


def test_pages_without_text_are_noted(tmp_path, read, monkeypatch):
    monkeypatch.setattr("assay_documents.pdf.read_pdf.can_find_text", lambda: False)
    both = PdfWriter()
    for data in (pdf([lines(BODY)]), drawing()):
        (tmp_path / "part.pdf").write_bytes(data)
        both.append(tmp_path / "part.pdf")
    both.write(tmp_path / "both.pdf")
    document = read((tmp_path / "both.pdf").read_bytes())
    assert document.notes == ("1 page without text: looks scanned: install the extra `ocr`",)


def drawing() -> bytes:
    """A page that shows something which is no text."""
    return pdf([[(0.0, 0.0, 10.0, "") for _ in range(1)]]).replace(
        b"BT /F1 10.0 Tf 1 0 0 1 0.0 0.0 Tm () Tj ET\n",
        b"0 0 m 300 300 l 300 0 l 200 200 l 10 10 l f\n",
    )
