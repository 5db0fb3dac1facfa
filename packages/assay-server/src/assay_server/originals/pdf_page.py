"""One page of a PDF file as a picture, with boxes around the quoted words."""

from __future__ import annotations

import ctypes
import struct
import sys
import zlib
from base64 import b64encode
from typing import Any

import pypdfium2 as pdfium
from pypdfium2 import raw

from assay_server.originals.locate import Range, locate

PIXELS = 1600  # of the longer side
MAX_SCALE = 3.0
MAX_CHARACTERS = 200_000  # of a page; more are not looked through
MAX_BOXES = 200
SURROGATES = range(0xD800, 0xE000)


def page_view(data: bytes, number: int, quote: str, near: float) -> dict[str, Any]:
    """Page `number` as a PNG, and boxes as shares of its width and height."""
    file = pdfium.PdfDocument(data)
    index = min(max(number, 1), len(file)) - 1
    page = file[index]
    scale = min(PIXELS / max(*page.get_size(), 1.0), MAX_SCALE)
    picture = page.render(scale=scale, rev_byteorder=True, prefer_bgrx=True)
    rows = picture.to_numpy()[:, :, :3]
    return {
        "kind": "page",
        "page": index + 1,
        "pages": len(file),
        "width": int(rows.shape[1]),
        "height": int(rows.shape[0]),
        "image": b64encode(_png(rows)).decode("ascii"),
        "boxes": _boxes(page, quote, near) if quote else [],
    }


def _boxes(page: pdfium.PdfPage, quote: str, near: float) -> list[list[float]]:
    text = page.get_textpage()
    count = min(text.count_chars(), MAX_CHARACTERS)
    shown = "".join(map(_character, (raw.FPDFText_GetUnicode(text, at) for at in range(count))))
    boxes: list[list[float]] = []
    for start, end in locate(quote, shown, near):
        boxes += _lines(page, text, (start, end))
    return boxes[:MAX_BOXES]


def _character(code: int) -> str:
    """One character for one number, so that offsets stay; what is no character is a space."""
    return chr(code) if 0 < code <= sys.maxunicode and code not in SURROGATES else " "


def _lines(page: pdfium.PdfPage, text: pdfium.PdfTextPage, part: Range) -> list[list[float]]:
    """The box of each line of a part of the text, as shares of the page as it is shown."""
    start, end = part
    found = []
    for number in range(min(text.count_rects(start, end - start), MAX_BOXES)):
        left, bottom, right, top = text.get_rect(number)
        corners = [_on_picture(page, left, top), _on_picture(page, right, bottom)]
        xs, ys = sorted(x for x, _ in corners), sorted(y for _, y in corners)
        if xs[0] < 1 and xs[1] > 0 and ys[0] < 1 and ys[1] > 0:
            found.append([round(each, 4) for each in (xs[0], ys[0], xs[1], ys[1])])
    return found


def _on_picture(page: pdfium.PdfPage, x: float, y: float) -> tuple[float, float]:
    """A point of the page as shares of its picture, which may be turned and cropped."""
    grid = 10_000
    across, down = ctypes.c_int(), ctypes.c_int()
    raw.FPDF_PageToDevice(page, 0, 0, grid, grid, 0, x, y, across, down)
    return across.value / grid, down.value / grid


def _png(rows: Any) -> bytes:  # noqa: ANN401 - an array of bytes: height, width, three colours
    """The picture as a PNG file; no library of ours writes one, and the format is this simple."""
    height, width = rows.shape[:2]
    lines = b"".join(b"\0" + line.tobytes() for line in rows)
    parts = (
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)),
        (b"IDAT", zlib.compress(lines, 6)),
        (b"IEND", b""),
    )
    written = (
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        for kind, body in parts
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(written)
