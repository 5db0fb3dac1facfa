"""Retrieval for a question of several parts: each is looked up by itself too."""

from __future__ import annotations

from collections.abc import Callable

from assay.text.question_parts import question_parts
from assay.types import Passage

A_PART = 2  # passages that each part adds, in place of the last ones of the whole question


def by_parts(question: str, find: Callable[[str], tuple[Passage, ...]]) -> tuple[Passage, ...]:
    """What is found for the whole question, and the first that each of its parts finds."""
    whole = find(question)
    parts = question_parts(question)
    if len(parts) == 1:
        return whole
    added = [passage for part in parts for passage in find(part)[:A_PART]]
    first = whole[: max(1, len(whole) - len(added))]
    return tuple(dict.fromkeys([*first, *added, *whole]))[: len(whole)]
