"""Measures that are read off one record."""

from __future__ import annotations

import pytest

from assay_bench.case import Case
from assay_bench.experiments.measure import WORDS, high_quality
from assay_bench.runs.record import Record

CASE = Case("1", "Where?", ("here",))
FINE = {"citation_accuracy": 1.0, "truthfulness": 1.0, "bias": 0.29, "conciseness": 0.51}


def record(correct=True, **check):
    evidence = [{"text": "one two three"}, {"text": "four"}]
    answer = {"check": {**FINE, **check}, "evidence": evidence}
    return Record("CoV-RAG", "1", "Where?", answer, correct)


@pytest.mark.parametrize(
    ("given", "high"),
    [
        ({}, 1.0),
        ({"correct": False}, 0.0),
        ({"citation_accuracy": 0.9}, 0.0),
        ({"truthfulness": 0.99}, 0.0),
        ({"bias": 0.3}, 0.0),
        ({"conciseness": 0.5}, 0.0),
        ({"correct": None}, None),
    ],
)
def test_high_quality_is_what_the_paper_counts(given, high):
    assert high_quality(CASE, record(**given)) == high


def test_an_answer_that_nobody_checked_has_no_quality():
    assert high_quality(CASE, Record("RAG", "1", "Where?", {"evidence": []}, True)) is None


def test_words_of_evidence_are_counted(tmp_path):
    assert WORDS.open(None, tmp_path)(CASE, record()) == 4
