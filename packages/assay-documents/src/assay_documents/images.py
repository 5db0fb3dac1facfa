"""Pictures with text in them, through the extra `ocr`."""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator
from pathlib import Path

from assay_documents.errors import UnreadableError, install, require
from assay_documents.model import Document
from assay_documents.outline import Outline
from assay_documents.pdf.ocr import TextFinder, can_find_text
from assay_documents.pdf.write_pages import write_pages
from assay_documents.read_limits import ReadLimits
from assay_documents.unpack import read_bytes

_MAX_PIXELS = 60_000_000
_MAX_FRAMES = 500  # pages of a .tif
_MIN_SIDE = 16


def read_image(path: Path, limits: ReadLimits) -> Iterator[Document]:
    """One document with the text in the picture, or in all pages of a .tif."""
    if not can_find_text():
        raise UnreadableError(
            "is a picture: to find text in it install the extra `ocr`",
            hint=install("ocr"),
        )
    pillow = require("PIL.Image", extra="ocr")
    numpy = require("numpy", extra="ocr")
    finder = TextFinder(limits.ocr_seconds)
    pages = []
    try:
        with (
            warnings.catch_warnings(action="ignore"),
            pillow.open(io.BytesIO(read_bytes(path, limits))) as picture,
        ):
            frames = min(getattr(picture, "n_frames", 1), _MAX_FRAMES)
            for frame in range(frames if picture.format == "TIFF" else 1):
                picture.seek(frame)
                if picture.width * picture.height > _MAX_PIXELS:
                    raise UnreadableError(f"is a picture of more than {_MAX_PIXELS} pixels")
                if min(picture.size) < _MIN_SIDE or finder.spent:
                    continue
                pages.append(finder.lines(numpy.asarray(picture.convert("RGB")), frame + 1))
    except (OSError, ValueError, SyntaxError, EOFError, pillow.DecompressionBombError) as error:
        raise UnreadableError(f"is a damaged picture: {error}") from error
    if not any(pages):
        raise UnreadableError("is a picture without text")
    outline = Outline(limits)
    write_pages(outline, pages, [])
    yield outline.document(path)
