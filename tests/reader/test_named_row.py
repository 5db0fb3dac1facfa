"""Values of tables, read by the shipped weights: of the row that the question names."""

from __future__ import annotations

import pytest

from assay.reader.candidate import candidates_of
from assay.reader.question import Question
from assay.steps.correct.refine import whole
from assay.testing import FakeRelevanceScorer
from assay.types import Evidence
from tests.entries import entries_of
from tests.models.shipped import shipped
from tests.reader.test_entry_reader import VOCABULARY

PUMPS = """\
# Pumps

The K2 is our smallest pump. It costs 39.90 EUR and fits every bucket. It runs on petrol.

| Model | Price | Weight |
|---|---|---|
| K2 | 39.90 EUR | 1.2 kg |
| K3 | 54.50 EUR | 1.9 kg |
| K4 | 80.10 EUR | 3.4 kg |
"""


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("How heavy is the K2?", "1.2 kg"),
        ("How heavy is the K3?", "1.9 kg"),
        ("How heavy is the K4?", "3.4 kg"),
        ("What does the K3 cost?", "54.50 EUR"),
        ("What does the K2 run on?", "petrol"),  # prose beside the table that names the row too
    ],
)
def test_a_value_is_of_the_row_that_the_question_names(tmp_path, question, value):
    passages = entries_of(tmp_path, "pumps.md", PUMPS)
    evidence = Evidence(tuple(whole(passage, 0.5) for passage in passages))
    asked = Question.of(question, VOCABULARY)
    (found,) = candidates_of(shipped(), FakeRelevanceScorer(), asked, evidence)
    assert found.passage.text[found.found.start : found.found.end] == value
    assert found.key[0] <= found.found.start < found.found.end <= found.key[1]


def test_a_value_does_not_go_on_in_the_next_row(tmp_path):
    from assay.adapters.scorers.pair_reading import Found
    from assay.reader.candidate import _within_row

    (passage,) = entries_of(tmp_path, "pumps.md", PUMPS)
    start = passage.text.index("1.9 kg")
    end = passage.text.index("K4")
    cut = _within_row(passage, Found(start, end, 1.0))
    assert passage.text[cut.start : cut.end] == "1.9 kg"
    whole_row = Found(passage.text.index("Model: K3"), start, 1.0)
    assert _within_row(passage, whole_row) == whole_row
