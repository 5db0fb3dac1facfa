"""Names with what each of them means: "126: the command cannot be run, 127: it is not found".

The reader likes the first of them, as it does of values with conditions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from assay.steps.values.conditions import Clause, chosen_clause
from assay.types import BlockKind, Passage

_WHEN = re.compile(r"(?i:if|when|unless)\b")


def name_asked_for(
    question: str, passage: Passage, said: tuple[int, int]
) -> tuple[int, int] | None:
    """Where the name stands whose meaning the question states; None if `said` is no other name."""
    found = list(_names(passage))
    here = next((each for each in found if each.start <= said[0] < each.end), None)
    if here is None:
        return None
    chosen = chosen_clause(question, passage.text, found, here, said)
    return (chosen.start, chosen.end) if chosen else None


def _names(passage: Passage) -> Iterator[Clause]:
    """The entries that are a number or say when they hold, with what is said on the line below."""
    for block in passage.blocks:
        if block.kind is not BlockKind.ENTRY:
            continue
        name, _, meaning = passage.text[block.start : block.end].partition("\n")
        when = _WHEN.match(meaning)
        if when or (name.isdecimal() and meaning):
            marker, after = (when[0].casefold(), when.end()) if when else ("", 0)
            yield Clause(block.start, block.start + len(name), marker, meaning[after:], True)
