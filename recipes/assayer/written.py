"""Which of the written questions the teacher confirms."""

from __future__ import annotations

from recipes.assayer.corpus import NO_ANSWER, Pair
from recipes.assayer.encode import Texts, assemble
from recipes.assayer.network import Network
from recipes.assayer.spans import read

# Leads over "no answer" in logits: below the first nothing was found, above the second something.
NOTHING_FOUND, SOMETHING_FOUND = 1.0, -2.0


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
