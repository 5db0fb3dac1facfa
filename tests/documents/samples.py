"""Small files of every format, made by code: the same words in each."""

from __future__ import annotations

import csv
import io
import json
from email.message import EmailMessage

from tests.documents.office_samples import (
    docx_parts,
    epub_parts,
    odt_parts,
    pptx_parts,
    xlsx_parts,
    zipped,
)
from tests.documents.sample_words import HEADING, ITEMS, NOTE, PARAGRAPHS, TABLE, TITLE, html_text


def csv_text(delimiter: str = ",") -> bytes:
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter).writerows(TABLE)
    return out.getvalue().encode()


def json_text() -> bytes:
    herds = [dict(zip(TABLE[0], row, strict=True)) for row in TABLE[1:]]
    tree = {"title": TITLE, HEADING: {"text parts": PARAGRAPHS, "steps": ITEMS}, "herds": herds}
    return json.dumps({**tree, "note": NOTE}, ensure_ascii=False).encode()


def jsonl_text() -> bytes:
    rows = [{"id": n, "title": TITLE, "text": text} for n, text in enumerate(PARAGRAPHS)]
    return "\n".join(json.dumps(row) for row in rows).encode()


def eml() -> EmailMessage:
    message = EmailMessage()
    message["From"], message["Subject"] = "Ana <ana@example.org>", TITLE
    message["Date"] = "Mon, 01 Jun 2026 10:00:00 +0000"
    message.set_content("\n\n".join((HEADING, *PARAGRAPHS, *ITEMS, NOTE)))
    message.add_alternative(html_text(), subtype="html")
    message.add_attachment(b"\x89PNG", maintype="image", subtype="png", filename="goat.png")
    return message


def mbox_text() -> bytes:
    one = eml().as_bytes()
    return b"".join(b"From ana Mon Jun  1 10:00:00 2026\n" + one + b"\n\n" for _ in range(2))


def pdf(
    pages: list[list[tuple[float, float, float, str]]], extra: str = "", drawn: str = ""
) -> bytes:
    """A PDF whose pages hold texts at (left, baseline, size) and before them what is `drawn`."""
    objects = ["<</Type/Catalog/Pages 2 0 R" + extra + ">>", ""]
    kids = []
    font = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>"
    bold = font.replace("Helvetica", "Helvetica-Bold")
    for page in pages:
        marks = drawn + "".join(
            f"BT /F1 {size} Tf 1 0 0 1 {left} {base} Tm ({_pdf_text(text)}) Tj ET\n"
            for left, base, size, text in page
        )
        kids.append(f"{len(objects) + 1} 0 R")
        objects.append(
            f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents {len(objects) + 2} 0 R"
            f"/Resources<</Font<</F1 {font}/F2 {bold}>>>>>>"
        )
        objects.append(f"<</Length {len(marks.encode('cp1252'))}>>\nstream\n{marks}endstream")
    objects[1] = f"<</Type/Pages/Count {len(kids)}/Kids[{' '.join(kids)}]>>"
    out = b"%PDF-1.7\n"
    offsets = []
    for number, each in enumerate(objects, 1):
        offsets.append(len(out))
        out += f"{number} 0 obj\n{each}\nendobj\n".encode("cp1252")
    table = "".join(f"{offset:010d} 00000 n \n" for offset in offsets)
    return out + (
        f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}trailer\n"
        f"<</Size {len(objects) + 1}/Root 1 0 R>>\nstartxref\n{len(out)}\n%%EOF\n"
    ).encode("cp1252")


def _pdf_text(text: str) -> str:
    return text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")


def pdf_sample() -> bytes:
    texts = [(TITLE, 20.0), (HEADING, 15.0), *((each, 10.0) for each in PARAGRAPHS)]
    texts += [(f"{n}. {each}", 10.0) for n, each in enumerate(ITEMS, 1)] + [(NOTE, 10.0)]
    marks = [(72.0, 700.0 - 25 * n, size, text) for n, (text, size) in enumerate(texts)]
    columns = (72.0, 220.0, 380.0)
    marks += [
        (left, 400.0 - 14 * n, 10.0, cell)
        for n, row in enumerate(TABLE)
        for left, cell in zip(columns, row, strict=True)
    ]
    return pdf([marks])


def samples() -> dict[str, bytes]:
    """A file of each format by its ending."""
    return {
        ".docx": zipped(docx_parts()),
        ".pptx": zipped(pptx_parts()),
        ".xlsx": zipped(xlsx_parts()),
        ".odt": zipped(odt_parts()),
        ".epub": zipped(epub_parts()),
        ".pdf": pdf_sample(),
        ".csv": csv_text(),
        ".tsv": csv_text("\t"),
        ".json": json_text(),
        ".jsonl": jsonl_text(),
        ".eml": eml().as_bytes(),
        ".mbox": mbox_text(),
        ".html": html_text().encode(),
    }
