"""Where sentences begin and end in a text."""

from __future__ import annotations

import re

from sentencex import segment

# The splitter panics near white space that is longer than one byte, and cannot take lone
# surrogates at all. Both are replaced one for one, so that offsets stay true.
WIDE_SPACE = re.compile(r"[^\S\x00-\x7f]")
SURROGATE = re.compile("[\ud800-\udfff]")


def sentence_spans(text: str, language: str = "en") -> list[tuple[int, int]]:
    """Offsets of the sentences of `text`, in order, without the white space around them."""
    plain = SURROGATE.sub("\ufffd", WIDE_SPACE.sub(" ", text))
    spans: list[tuple[int, int]] = []
    end = 0
    for piece in segment(language, plain):
        # Found, not counted: at every ten thousand characters the splitter drops a line end.
        start = max(end, plain.find(piece, end))
        end = start + len(piece)
        sentence = text[start:end]
        words = sentence.strip()
        if words:
            first = start + sentence.index(words)
            spans.append((first, first + len(words)))
    return spans
