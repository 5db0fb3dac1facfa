"""Passages of which a later edition of the same document says the same anew."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

from assay.text.overlap import stems
from assay.text.places import source_name
from assay.types import Passage

_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
# Who names a year or speaks of before asks for no particular edition, or for the old one.
_ANY_EDITION = re.compile(
    r"\b(?:old|older|previous|previously|former|formerly|earlier|last|before|used to|was|were|did"
    r"|difference|differ|differs|compared?|changed?|changes|versus|vs)\b|(?:19|20)\d\d",
    re.IGNORECASE,
)
_ALIKE = 0.6  # of all words of both are the same, numbers apart


def superseded(question: str, passages: Sequence[Passage]) -> frozenset[int]:
    """Where passages stand that a later edition among them replaces: "policy-2023" by "-2025".

    Editions have one name but for the year, and what is replaced has the same headings and almost
    the same words: minutes of two years say different things.
    """
    editions: dict[tuple[str, tuple[str, ...]], list[tuple[int, int]]] = defaultdict(list)
    for at, passage in enumerate(() if _ANY_EDITION.search(question) else passages):
        name = source_name(passage.source).rpartition("/")[2]
        years = _YEAR.findall(name)
        if len(years) == 1:
            editions[_YEAR.sub("#", name), passage.headings].append((int(years[0]), at))
    return frozenset(
        at
        for found in editions.values()
        for year, at in found
        if any(
            later > year and _alike(passages[at].text, passages[other].text)
            for later, other in found
        )
    )


def _alike(one: str, two: str) -> bool:
    first, second = (frozenset(s for s in stems(text) if not s.isdigit()) for text in (one, two))
    return len(first & second) >= _ALIKE * len(first | second)
