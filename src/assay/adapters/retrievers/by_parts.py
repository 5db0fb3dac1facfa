"""Retrieval for a question of several parts, or of two sides: each is looked up by itself too."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from assay.text.question_parts import question_parts
from assay.text.questions import sides
from assay.types import Passage


def by_parts(question: str, find: Callable[[str], tuple[Passage, ...]]) -> tuple[Passage, ...]:
    """What is found for the whole question, and the first that each of its parts finds.

    As many passages as for the question alone, in turn from each list, best first.
    """
    found = [find(query) for query in _queries(question)]
    return tuple(_in_turn(found)[: len(found[0])])


def _queries(question: str) -> tuple[str, ...]:
    """The question, and where it has parts or sides these."""
    parts = question_parts(question)
    if len(parts) > 1:
        return question, *parts
    return question, *(sides(question) or ())


def _in_turn(lists: Sequence[Sequence[Passage]]) -> list[Passage]:
    """The firsts of all lists, then the seconds, and so on, each passage once."""
    longest = max(map(len, lists))
    turns = [each[rank] for rank in range(longest) for each in lists if rank < len(each)]
    return list(dict.fromkeys(turns))
