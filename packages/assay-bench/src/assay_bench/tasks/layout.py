"""A layout: which fields its rows have, and how one becomes a case."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from assay_bench.case import Case
from assay_bench.tasks.rows import Row


@dataclass(frozen=True, slots=True)
class Layout:
    """The public form of a dataset; rows that have all the fields it `needs` are of it.

    `read` gives the cases of one row: mostly one, many for a nested form, none for a row that is
    of no use, such as a claim that is neither true nor false.
    """

    name: str
    needs: tuple[str, ...]
    read: Callable[[Row], Iterable[Case]]


def row_id(row: Row) -> str:
    """The id that the row gives itself, or its number."""
    for name in ("id", "_id", "qid", "question_id", "QuestionId", "claim_id", "index"):
        value = row.values.get(name)
        if isinstance(value, str | int) and not isinstance(value, bool) and str(value).strip():
            return str(value).strip()
    return str(row.number)
