"""Files that mean harm, made by code: each must end in a reason or in a small document."""

from __future__ import annotations

import io
import json
import struct
import zipfile
import zlib
from collections.abc import Iterator

from pypdf import PdfWriter

from tests.documents import office_samples
from tests.documents.office_samples import docx_parts, word_paragraph, zipped
from tests.documents.samples import pdf

LAUGHS = (
    '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "ha ha ha ha">'
    + "".join(f'<!ENTITY {chr(98 + n)} "{f"&{chr(97 + n)};" * 10}">' for n in range(9))
    + "]>"
)
OUTSIDE = '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>'
DEEP = 100_000
# The part of each format that holds its text.
MAIN = {
    ".docx": "word/document.xml",
    ".pptx": "ppt/slides/slide2.xml",
    ".xlsx": "xl/worksheets/sheet1.xml",
    ".odt": "content.xml",
    ".epub": "O/book.opf",
}
PARTS = {
    ".docx": docx_parts,
    ".pptx": office_samples.pptx_parts,
    ".xlsx": office_samples.xlsx_parts,
    ".odt": office_samples.odt_parts,
    ".epub": office_samples.epub_parts,
}


def containers() -> Iterator[tuple[str, bytes]]:
    """Damaged, encrypted, odd and exploding zip archives of each format."""
    for ending, make in PARTS.items():
        main, parts = MAIN[ending], make()
        whole = zipped(parts)
        for cut in (10, 100, len(whole) // 2, len(whole) - 30):
            yield f"cut-{cut}{ending}", whole[:cut]
        yield (
            f"missing{ending}",
            zipped({name: data for name, data in parts.items() if name != main}),
        )
        yield f"only-names{ending}", zipped(dict.fromkeys(parts, ""))
        yield f"bomb{ending}", zipped({**parts, main: b" " * 40_000_000})
        yield f"many{ending}", zipped({**parts, **{f"x/{n}": "" for n in range(21_000)}})
        yield f"laughs{ending}", zipped({**parts, main: LAUGHS + _in_root(str(parts[main]), "&j;")})
        yield (
            f"outside{ending}",
            zipped({**parts, main: OUTSIDE + _in_root(str(parts[main]), "&f;")}),
        )
        nested = "<a>" * DEEP + "</a>" * DEEP
        yield f"deep{ending}", zipped({**parts, main: nested})
        yield f"not-xml{ending}", zipped({**parts, main: b"\0\xff<<<&&&"})
        for method, name in ((zipfile.ZIP_BZIP2, "bzip2"), (zipfile.ZIP_LZMA, "lzma")):
            yield f"{name}{ending}", zipped(parts, method)
        yield f"bad-crc{ending}", _patched(whole, main, 14, b"\1\2\3\4")
        yield f"method-99{ending}", _patched(whole, main, 8, struct.pack("<H", 99))
        yield f"encrypted{ending}", _patched(whole, main, 6, struct.pack("<H", 1))
        yield f"bad-stream{ending}", _broken_stream(whole, main)
        yield f"old-office{ending}", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(2000)


def office() -> Iterator[tuple[str, bytes]]:
    """Spans, repeats and cells that would unfold without bounds."""
    cell = f'<w:tc><w:tcPr><w:gridSpan w:val="2000000000"/></w:tcPr>{word_paragraph("x")}</w:tc>'
    row = f"<w:tr>{cell * 3}</w:tr>"
    yield "span.docx", zipped(docx_parts(f"<w:tbl>{row * 500}</w:tbl>"))
    yield "span-text.docx", zipped(docx_parts(f"<w:tbl>{row.replace('2000000000', 'x²')}</w:tbl>"))
    yield (
        "giant-cell.docx",
        zipped(docx_parts(office_samples.word_table((("a", "b"), ("x " * 1_000_000, "y"))))),
    )
    header = (
        f"<w:tr><w:trPr><w:tblHeader/></w:trPr><w:tc>{word_paragraph('long ' * 100_000)}</w:tc>"
    )
    two = f"<w:tc>{word_paragraph('v')}</w:tc>" * 2
    rows = f"<w:tr>{two}</w:tr>" * 2000
    yield (
        "repeated-header.docx",
        zipped(
            docx_parts(f"<w:tbl>{header}<w:tc>{word_paragraph('b')}</w:tc></w:tr>{rows}</w:tbl>")
        ),
    )
    tables = "<w:tbl><w:tr><w:tc>" * 60 + word_paragraph("x") + "</w:tc></w:tr></w:tbl>" * 60
    yield "nested.docx", zipped(docx_parts(tables))
    chain = "".join(
        f'<w:style w:styleId="s{n}"><w:basedOn w:val="s{(n + 1) % 50}"/></w:style>'
        for n in range(50)
    )
    parts = docx_parts(word_paragraph("x", '<w:pStyle w:val="s0"/>'))
    yield (
        "style-circle.docx",
        zipped({**parts, "word/styles.xml": f"<w:styles {office_samples.W}>{chain}</w:styles>"}),
    )


def sheets() -> Iterator[tuple[str, bytes]]:
    """Rows and columns that stand far out, and are said to be repeated without end."""
    cells = (
        '<table:table-cell table:number-columns-repeated="99999999"><text:p>x</text:p>'
        "</table:table-cell>"
    )
    line = f'<table:table-row table:number-rows-repeated="99999999">{cells * 3}</table:table-row>'
    yield "repeat.odt", zipped(office_samples.odt_parts(f"<table:table>{line * 100}</table:table>"))
    spaces = '<text:p>a<text:s text:c="999999999"/>b</text:p>'
    yield "spaces.odt", zipped(office_samples.odt_parts(spaces))
    parts = office_samples.xlsx_parts()
    for name, xml in (
        ("far", '<row r="999999999"><c r="ZZZ999999999" t="s"><v>99999999999</v></c></row>'),
        ("numbers", '<row r="1"><c r="A1"><v>1e999</v></c><c r="B1" s="9"><v>-1</v></c></row>'),
        ("rows", '<row><c t="inlineStr"><is><t>x</t></is></c></row>' * 20_000),
    ):
        sheet = f"<worksheet {office_samples.S}><sheetData>{xml}</sheetData></worksheet>"
        yield f"{name}.xlsx", zipped({**parts, "xl/worksheets/sheet1.xml": sheet})
    span = '<table><tr><td colspan="2000000000" rowspan="2000000000">x</td></tr></table>'
    book = office_samples.epub_parts()
    yield "span.epub", zipped({**book, "O/b.xhtml": f"<html><body>{span * 200}"})
    attributes = " ".join(f"a{n}='1'" for n in range(200_000))
    yield "attributes.html", f"<html><body><p {attributes}>text</p></body></html>".encode()


def pdfs() -> Iterator[tuple[str, bytes]]:
    page = [(72.0, 700.0, 10.0, "Goats eat hay.")]
    plain = pdf([page])
    writer = PdfWriter(clone_from=io.BytesIO(plain))
    writer.encrypt("secret", algorithm="RC4-128")
    buffer = io.BytesIO()
    writer.write(buffer)
    yield "password.pdf", buffer.getvalue()
    image = (
        "<</Type/XObject/Subtype/Image/Width 8/Height 8/BitsPerComponent 1/ColorSpace/DeviceGray"
        "/Filter/JBIG2Decode/Length 20>>\nstream\n" + "\x01" * 20 + "\nendstream"
    )
    yield (
        "jbig2.pdf",
        plain.replace(b"endstream", b"endstream\nendobj\n9 0 obj\n" + image.encode(), 1),
    )
    bomb = zlib.compress(zlib.compress(b"0 " * 50_000_000, 9), 9)
    head = f"<</Length {len(bomb)}/Filter[/FlateDecode/FlateDecode]>>\nstream\n".encode()
    at, end = plain.index(b"<</Length"), plain.index(b"endstream")
    yield "bomb.pdf", plain[:at] + head + bomb + b"\n" + plain[end:]
    yield "pages.pdf", plain.replace(b"/Count 1", b"/Count 2000000000")
    yield "circle.pdf", plain.replace(b"/Kids[3 0 R]", b"/Kids[2 0 R]")
    yield "deep.pdf", plain.replace(b"/MediaBox", b"/X" + b"[" * DEEP + b"]" * DEEP + b"/MediaBox")
    for cut in (20, 200, len(plain) - 60):
        yield f"cut-{cut}.pdf", plain[:cut]
    many = [(float(n % 600), 700.0, 0.0001, "x" * 50) for n in range(2_000)]
    yield "tiny-type.pdf", pdf([many])


def texts() -> Iterator[tuple[str, bytes]]:
    yield "deep.json", b"[" * DEEP + b"]" * DEEP
    yield "deep-objects.json", b'{"a":' * 900 + b"1" + b"}" * 900
    yield "number.json", b'{"n": ' + b"9" * 1_000_000 + b"}"
    yield "constant.json", b'{"n": NaN, "m": -Infinity}'
    yield "deep.jsonl", b'{"text": "fine"}\n' + b"[" * DEEP
    yield "surrogate.json", b'{"text": "\\ud800 alone", "a\\u0000b": "\\udfff"}'
    yield "giant-cell.csv", b"a,b\n" + b'"' + b"x " * 1_000_000 + b'",y\n'
    yield "open-quote.csv", b'a,b\n"' + b"x,y\n" * 300_000
    yield "wide.csv", b",".join(b"%d" % n for n in range(100_000)) + b"\n" + b"1," * 100_000 + b"\n"
    yield "nul.csv", b"a,b\n1\0,2\n"
    parts = b"Content-Type: multipart/mixed; boundary=b\n\n" + b"--b\n" * 50_000
    yield "parts.eml", b"From: a@b.c\nSubject: x\n" + parts
    nested = b"From: a@b.c\nSubject: x\n"
    for n in range(2000):
        nested += b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (n, n)
    yield "nested.eml", nested + b"\nend"
    yield (
        "header.eml",
        b"Subject: " + b"=?utf-8?q?" + b"=41" * 200_000 + b"?=\nFrom: <<<<>>>>@,,,\n\nx",
    )
    yield "charset.eml", b"From: a\nContent-Type: text/plain; charset=nonsense\n\n\xff\xfe text"
    yield "no-mail.mbox", b"From here on nothing\n" * 1000
    cells = {"cells": [{"cell_type": "markdown", "source": 7}, 5, {"cell_type": [], "outputs": 3}]}
    yield "odd.ipynb", json.dumps(cells).encode()


def corpus() -> Iterator[tuple[str, bytes]]:
    for part in (containers, office, sheets, pdfs, texts):
        yield from part()


def _in_root(xml: str, inside: str) -> str:
    at = xml.index(">") + 1
    return xml[:at] + inside + xml[at:]


def _patched(archive: bytes, name: str, offset: int, value: bytes) -> bytes:
    """The archive with a field of the part's two headers overwritten."""
    data = bytearray(archive)
    for signature, shift in ((b"PK\x03\x04", 0), (b"PK\x01\x02", 2)):
        at = 0
        while (at := data.find(signature, at)) >= 0:
            names = at + (30 if not shift else 46)
            if data[names : names + len(name)] == name.encode():
                data[at + offset + shift : at + offset + shift + len(value)] = value
            at += 4
    return bytes(data)


def _broken_stream(archive: bytes, name: str) -> bytes:
    data = bytearray(archive)
    at = data.find(name.encode()) + len(name)
    data[at : at + 20] = b"\xff" * 20
    return bytes(data)
