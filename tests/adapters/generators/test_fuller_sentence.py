"""Of two sentences with a value each, the one that says more of the question is read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from assay.adapters.generators.candidates import Sought
from assay.adapters.scorers.pair_reading import Found, PairReading
from assay.indexing.vocabulary import Vocabulary
from assay.testing import make_passage

TEXT = "To light a lamp costs 10 to 20 coins. To mend a lamp costs 30 coins. A wick is free."
VOCABULARY = Vocabulary(dict.fromkeys(("lamp", "cost", "coin", "light", "mend"), 2), passages=9)


@dataclass(frozen=True, slots=True)
class Reading(PairReading):
    """Likes the first value best, and the second where it is to look nowhere else."""

    windows: tuple[()] = ()
    second_lead: float = 0.5

    def best_span(self, ranges: Sequence[tuple[int, int]] | None = None) -> Found | None:
        for said, lead in (("10 to 20 coins", 2.0), ("30 coins", self.second_lead)):
            start, end = TEXT.index(said), TEXT.index(said) + len(said)
            if ranges is None or any(a <= start and end <= b for a, b in ranges):
                return Found(start, end, lead)
        return None


@pytest.mark.parametrize(
    ("question", "lead", "said"),
    [
        ("How many coins does it cost to mend a lamp?", 0.5, "30 coins"),
        ("How many coins does it cost to mend a lamp?", -0.5, "10 to 20 coins"),
        ("How many coins does it cost to light a lamp?", 0.5, "10 to 20 coins"),
        ("How many coins does a lamp cost?", 0.5, "10 to 20 coins"),
    ],
)
def test_the_value_of_the_sentence_with_more_words_of_the_question_is_given(question, lead, said):
    sought = Sought.by(question, VOCABULARY)
    found = sought.candidate(make_passage(TEXT), 0.5, Reading(second_lead=lead))
    assert found is not None
    assert TEXT[found.found.start : found.found.end] == said
