"""The text in pictures, found by the models of the extra `ocr`."""

from __future__ import annotations

import importlib.util
import logging
import time
from functools import cache
from typing import Any

from assay_documents.errors import require
from assay_documents.pdf.lines import Line

_PACKAGE = "rapidocr"
_SURE = 0.5  # of what the model says of a line; below it is mostly noise
_SAME_LINE = 0.5  # share of the height by which two boxes on one line may be apart


def can_find_text() -> bool:
    """True when the extra is installed."""
    return importlib.util.find_spec(_PACKAGE) is not None


class TextFinder:
    """Finds lines of text in pictures until its time is spent."""

    def __init__(self, seconds: float) -> None:
        """Load the models, which the package brings along; nothing is downloaded."""
        self._engine = _engine()
        self._end = time.monotonic() + seconds

    @property
    def spent(self) -> bool:
        """True when the time is over."""
        return time.monotonic() > self._end

    def lines(self, picture: Any, page: int) -> list[Line]:  # noqa: ANN401 - an array of pixels
        """The lines of text in an array of height, width and three colours, from top to bottom."""
        found = self._engine(picture)
        if found.boxes is None:
            return []
        lines = []
        for box, text, score in zip(found.boxes, found.txts, found.scores, strict=True):
            if score >= _SURE and text.strip():
                left, right = float(min(box[:, 0])), float(max(box[:, 0]))
                top, bottom = float(min(box[:, 1])), float(max(box[:, 1]))
                size = round(bottom - top, 1)
                line = " ".join(text.split())
                lines.append(Line(page, line, left, right, -bottom, -bottom, size, False, False))
        return _in_order(lines)


@cache
def _engine() -> Any:  # noqa: ANN401 - of an optional package
    """The models, loaded once for all files of a process."""
    module = require(_PACKAGE, extra="ocr")
    logging.getLogger("RapidOCR").setLevel(logging.CRITICAL)
    return module.RapidOCR(params={"Global.log_level": "critical"})


def _in_order(lines: list[Line]) -> list[Line]:
    """From top to bottom, and boxes on one line from left to right as one line."""
    rows: list[list[Line]] = []
    for line in sorted(lines, key=lambda each: -each.top):
        if rows and abs(rows[-1][0].top - line.top) < _SAME_LINE * line.size:
            rows[-1].append(line)
        else:
            rows.append([line])
    return [_joined(sorted(row, key=lambda each: each.left)) for row in rows]


def _joined(row: list[Line]) -> Line:
    text, gaps = row[0].text, []
    ends = tuple(line.right for line in row[:-1])
    for line in row[1:]:
        gaps.append((len(text) + 1, line.left))
        text = f"{text} {line.text}"
    first = row[0]
    size = sum(line.size for line in row) / len(row)
    # Boxes are as high as their letters, so that sizes of one type differ; whole steps do not.
    return Line(
        first.page, text, first.left, row[-1].right, first.top, first.top, round(size / 4) * 4.0,
        False, False, tuple(gaps), ends,
    )  # fmt: skip
