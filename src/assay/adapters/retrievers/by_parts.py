"""Retrieval for a question of several parts, or of two sides: each is looked up by itself too."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assay.ports import Retriever
from assay.text.question_parts import question_parts
from assay.text.questions import sides
from assay.types import Passage


@dataclass(frozen=True, slots=True)
class ByParts:
    """What is found for the whole question, and the first that each of its parts finds."""

    retriever: Retriever

    def retrieve(self, question: str) -> tuple[Passage, ...]:
        """As many passages as the retriever gives, in turn from each list, best first."""
        queries = _queries(question)
        found = [self.retriever.retrieve(query) for query in queries]
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
