"""Which choice, or which of true and false, a text settles on."""

from __future__ import annotations

import re
from collections.abc import Sequence

from assay_bench.metrics.text_match import plain_words

_TRUTH = re.compile(r"\b(true|supports|false|refutes)\b", re.IGNORECASE)
_LABEL = r"[(\[*\"']*([A-Za-z1-9])[)\]*\"']*"
# "B", "(B)", "B. Iron", "B: Iron" at the start, or "answer is B", "answer: (B)" anywhere.
_FIRST = re.compile(rf"^\W*{_LABEL}(?:[.:),]|\s*$|\s+[-\u2013])")
_NAMED = re.compile(
    rf"\b(?:answer|choice|option)(?:\s+is)?\s*:?\s*{_LABEL}(?![\w'])", re.IGNORECASE
)


def truth_of(text: str | None) -> bool | None:
    """What a text says of a claim: its first word of truth decides; None when it has none."""
    found = _TRUTH.search(text or "")
    return found[1].lower() in {"true", "supports"} if found else None


def choice_of(text: str | None, choices: Sequence[tuple[str, str]]) -> str | None:
    """The key of the choice that a text settles on, or None when that is not clear.

    A key at the start or after "answer" counts; else the one choice whose words stand in the
    text. Keys 1 to 4 and A to D are the same, as in the papers.
    """
    keys = {_letter(key): key for key, _ in choices}
    said = (text or "").strip()
    for pattern in (_FIRST, _NAMED):
        found = pattern.search(said)
        if found and _letter(found[1]) in keys:
            return keys[_letter(found[1])]
    return _by_words(said, choices)


def _by_words(said: str, choices: Sequence[tuple[str, str]]) -> str | None:
    """The longest choice that stands in the text; two of them that do not overlap are no choice."""
    words = f" {plain_words(said)} "
    named = [(f" {plain_words(text)} ", key) for key, text in choices if plain_words(text)]
    held = sorted((pair for pair in named if pair[0] in words), key=lambda pair: -len(pair[0]))
    if not held or any(shorter not in held[0][0] for shorter, _ in held[1:]):
        return None
    return held[0][1]


def _letter(key: str) -> str:
    return chr(ord("A") + int(key) - 1) if key in "123456789" and key else key.upper()
