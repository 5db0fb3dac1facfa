"""Which of the passages that may answer goes first."""

from __future__ import annotations

import pytest

from assay.adapters.generators.candidates import Candidate, Sought
from assay.adapters.generators.ranking import ranked
from assay.adapters.scorers.pair_reading import Found
from assay.indexing.vocabulary import Vocabulary
from assay.testing import make_passage

WORDS = Vocabulary({"wick": 1, "lamp": 1, "trim": 1, "keeper": 1, "oil": 1}, passages=10)
ALL = "Some lamps are old. The keeper trims the wicks of a lamp with a knife, not with oil."
PARTS = "The keeper trims a lamp. Its wick is wide. Oil is dear."


def first(question: str, texts: dict[str, float]) -> str:
    found = (
        Candidate(make_passage(text), score, Found(0, 1, 1.0), (0, len(text)))
        for text, score in texts.items()
    )
    return ranked(Sought.by(question, WORDS), found)[0].passage.text


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("With what does the keeper trim the wick of a lamp with oil?", ALL),
        ("Does the keeper trim the wick of a lamp with oil?", PARTS),  # which says no more of it
        ("How many keepers trim the wick of a lamp with oil?", PARTS),
        ("What does the keeper trim?", PARTS),  # too few words to tell
        ("With what does the keeper trim the wick of a blue lamp with oil?", PARTS),
    ],
)
def test_a_sentence_that_says_every_word_goes_first(question, expected):
    assert first(question, {PARTS: 0.3, ALL: 0.2}) == expected


def test_one_that_is_much_less_likely_does_not():
    question = "With what does the keeper trim the wick of a lamp with oil?"
    assert first(question, {PARTS: 0.95, ALL: -0.6}) == PARTS
