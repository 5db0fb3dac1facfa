"""Written questions as training pairs, and which of them the teacher confirms."""

from __future__ import annotations

from collections.abc import Iterable

from recipes.assayer.corpus import NO_ANSWER, Pair, Tables, find_answer
from recipes.assayer.encode import Texts, assemble
from recipes.assayer.network import Network
from recipes.assayer.spans import read

# Leads over "no answer" in logits: below the first nothing was found, above the second something.
NOTHING_FOUND, SOMETHING_FOUND = 1.0, -2.0


def written_pairs(tables: Tables, written: Iterable[tuple[int, str, str, str]]) -> list[Pair]:
    """Written questions with their own passage; answers that do not stand in it are dropped."""
    pairs = []
    for row, style, answer, question in written:
        asked = tables.question(question)
        if style == "impossible":
            pairs.append(Pair(asked, row, 0.0, NO_ANSWER, NO_ANSWER, "impossible", 0.5))
            continue
        span = find_answer([answer], tables.passages[row][1])
        if span:
            pairs.append(Pair(asked, row, 1.0, *span, "written"))
    return pairs


def confirmed(teacher: Network, texts: Texts, pairs: list[Pair], device: str) -> list[Pair]:
    """The pairs whose answer the teacher finds too, or where it finds none as it should."""
    data = assemble(texts, pairs, drop_titles=0.0)
    readings = read(teacher, data.to(device))
    overlap = readings.last.minimum(data.end) - readings.first.maximum(data.start) >= 0
    nothing = (readings.lead < NOTHING_FOUND).tolist()
    found = (overlap & (readings.lead > SOMETHING_FOUND)).tolist()
    return [
        pair
        for pair, none, same in zip(pairs, nothing, found, strict=True)
        if (none if pair.start == NO_ANSWER else same)
    ]
