"""What a search found, each passage with its place in the order."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from assay.types import Passage


def in_order(passages: Iterable[Passage]) -> tuple[Passage, ...]:
    """The same passages; each knows how many were found before it."""
    return tuple(replace(passage, found=n) for n, passage in enumerate(passages))
