"""Where sentences begin and end in a text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from sentencex import segment

# The splitter panics near white space that is longer than one byte, and cannot take lone
# surrogates at all. Both are replaced one for one, so that offsets stay true.
WIDE_SPACE = re.compile(r"[^\S\x00-\x7f]")
SURROGATE = re.compile("[\ud800-\udfff]")
# Its time grows with the square of a paragraph that has no blanks: it is fed pieces.
MAX_PIECE = 2_000


def sentence_spans(text: str, between: Callable[[], None] | None = None) -> list[tuple[int, int]]:
    """Offsets of the sentences of `text`, in order, without the white space around them.

    `between` is called before each piece of a long text, so that a caller can stop the work.
    """
    plain = SURROGATE.sub("\ufffd", WIDE_SPACE.sub(" ", text))
    if len(plain) <= MAX_PIECE:
        return list(_spans(plain))
    spans: list[tuple[int, int]] = []
    at = 0
    while at < len(plain):
        if between is not None:
            between()
        end, whole = _piece_end(plain, at)
        found = [(at + start, at + stop) for start, stop in _spans(plain[at:end])]
        if not whole and len(found) > 1:
            end = found.pop()[0]  # it may go on in the next piece
        spans += found
        at = end
    return spans


def _piece_end(text: str, at: int) -> tuple[int, bool]:
    """Where the piece ends that begins at `at`, and whether a sentence surely ends there too."""
    end = at + MAX_PIECE
    if end >= len(text):
        return len(text), True
    paragraph = text.rfind("\n\n", at + 1, end)
    if paragraph > 0:
        return paragraph + 2, True
    blank = text.rfind(" ", at + MAX_PIECE // 2, end)
    return (blank if blank > 0 else end), False


def _spans(plain: str) -> Iterator[tuple[int, int]]:
    end = 0
    for piece in segment("en", plain):
        # Found, not counted: at every ten thousand characters the splitter drops a line end.
        start = max(end, plain.find(piece, end))
        end = start + len(piece)
        words = piece.strip()
        if words:
            first = start + piece.index(words)
            yield first, first + len(words)
