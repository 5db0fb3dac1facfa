"""Where an answer cut out of a text should begin and end."""

from __future__ import annotations

PAIRS = {'"': '"', "(": ")", "[": "]", "\u201c": "\u201d", "\u2018": "\u2019", "\u00ab": "\u00bb"}


def whole_marks(text: str, start: int, end: int) -> tuple[int, int]:
    """The span with its brackets and quotation marks in pairs, lone ones completed or dropped."""
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
