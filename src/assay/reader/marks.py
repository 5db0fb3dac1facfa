"""The borders of a quoted span: brackets, quotation marks, dashes and paths kept whole."""

from __future__ import annotations

import re

_OPENING = " \n\t'\"`(\u2018\u201c[,/"
PAIRS = {'"': '"', "(": ")", "[": "]", "\u201c": "\u201d", "\u2018": "\u2019", "\u00ab": "\u00bb"}
# What a path goes on with; the last dot may end the sentence. ".conf" goes on with any name.
_REST_OF_PATH = re.compile(r"(?<=\w)(?:[./_-]?\w){1,60}")
_ENDING = re.compile(r"\.[a-z]{2,4}")


def whole_marks(text: str, start: int, end: int) -> tuple[int, int]:
    """The span with its brackets and quotation marks in pairs, lone ones completed or dropped.

    The dashes before an option belong to it, too, and the ending of a file to its name.
    """
    if rest := _REST_OF_PATH.match(text, end):
        path = text[start:end].rpartition(" ")[2]
        end = rest.end() if "/" in path or _ENDING.fullmatch(rest[0]) else end
    dashes = len(text[max(0, start - 2) : start]) - len(text[max(0, start - 2) : start].rstrip("-"))
    if dashes and not text[start - dashes - 1 : start - dashes].strip(_OPENING):
        start -= dashes
    for opening, closing in PAIRS.items():
        span = text[start:end]
        if opening == closing:
            alone = span.count(opening) % 2 == 1
            missing_end = missing_start = alone
        else:
            missing_end = span.count(opening) > span.count(closing)
            missing_start = span.count(closing) > span.count(opening)
        if missing_end and text[end : end + 1] == closing:
            end += 1
        elif missing_start and start > 0 and text[start - 1] == opening:
            start -= 1
        elif missing_end and span.startswith(opening) and len(span) > 1:
            start += 1
        elif missing_start and span.endswith(closing) and len(span) > 1:
            end -= 1
    return start, end
