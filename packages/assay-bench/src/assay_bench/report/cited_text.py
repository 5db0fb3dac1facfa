"""A text with parts of it marked, whatever the offsets claim."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from assay_bench.report.markup import Markup, join, tag

MAX_TEXT = 2_000


@dataclass(frozen=True, slots=True)
class Mark:
    """`text[start:end]` gets a class; `after` follows it, such as a link to its source."""

    start: int
    end: int
    style: str
    after: Markup = Markup()  # noqa: RUF009 - an empty text, which cannot change


def marked(text: str, marks: Sequence[Mark], longest: int = MAX_TEXT) -> Markup:
    """The text with its marks, which may overlap; what lies outside the text is passed over."""
    shown = text[:longest]
    inside = [m for m in marks if 0 <= m.start < m.end <= len(shown)]
    edges = sorted({0, len(shown), *(e for m in inside for e in (m.start, m.end))})
    parts: list[Markup] = []
    for start, end in pairwise(edges):
        styles = dict.fromkeys(m.style for m in inside if m.start <= start and end <= m.end)
        piece = shown[start:end]
        parts.append(tag("span", piece, class_=" ".join(styles)) if styles else join(piece))
        parts += [m.after for m in inside if m.end == end]
    if len(text) > longest:
        parts.append(tag("span", f"\u2026 {len(text) - longest:,} more characters", class_="cut"))
    return join(parts)
