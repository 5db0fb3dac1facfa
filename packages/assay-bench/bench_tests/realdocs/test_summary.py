from __future__ import annotations

import json
import math
from dataclasses import replace

from assay_bench.realdocs.records import Record
from assay_bench.realdocs.summary import summarise, summary_json
from assay_bench.realdocs.table import summary_table

RIGHT = Record(
    id="a",
    corpus="w",
    kind="factoid",
    unanswerable=False,
    in_index=True,
    in_index_in_file=True,
    retrieved=1,
    retrieved_in_file=12,
    scored=1,
    scored_in_file=None,
    shown=True,
    outcome="right",
    question="Why?",
    text="so",
    quotes=("so it is",),
    reason="",
    verdict="correct",
    confidence=0.9,
    run="1",
    seconds=1.0,
)
LOST = replace(
    RIGHT,
    id="b",
    corpus="x",
    kind="howto",
    retrieved=40,
    scored=3,
    shown=False,
    outcome="wrong",
    confidence=0.5,
    seconds=3.0,
)
MISSING = replace(
    LOST, id="c", in_index=False, retrieved=None, scored=None, outcome="refused", confidence=0.1
)
UNANSWERABLE = replace(MISSING, id="d", unanswerable=True)
ANSWERED_ANYWAY = replace(UNANSWERABLE, id="e", outcome="wrong", confidence=0.95)


def test_each_measure_is_a_share_of_the_answerable():
    overall = summarise([RIGHT, LOST, MISSING, UNANSWERABLE, ANSWERED_ANYWAY]).overall
    found = {name: round(3 * each.value) for name, each in overall.measures.items()}
    assert found == {
        "in the index": 2,
        "first 10": 1,
        "first 40": 2,
        "best 3": 2,
        "best 1": 1,
        "shown": 1,
        "right": 1,
        "partly": 0,
        "wrong": 1,
        "refused": 1,
    }
    assert {each.count for each in overall.measures.values()} == {3}
    assert overall.in_named_files["first 10"].value == 0
    assert overall.in_named_files["first 40"].value == 1
    assert overall.unanswerable_refused.value == 0.5
    assert overall.median_seconds == 3.0


def test_an_answer_to_what_has_none_counts_against_confidence():
    overall = summarise([RIGHT, LOST, MISSING, UNANSWERABLE, ANSWERED_ANYWAY]).overall
    surest = overall.confidence[-1]
    assert (surest.low, surest.right.count, surest.right.value) == (0.8, 2, 0.5)
    assert math.isclose(overall.calibration_error, (abs(0.925 - 0.5) * 2 + 0.5) / 3)


def test_groups_are_named_and_the_page_shows_them():
    summary = summarise([RIGHT, LOST])
    assert [each.name for each in summary.by_corpus] == ["w", "x"]
    assert [each.name for each in summary.by_kind] == ["factoid", "howto"]
    page = summary_table(summary)
    assert "| all    | 2 + 0" in page
    assert "50 (0-100)" in page


def test_nothing_at_all_gives_plain_json_and_a_page():
    summary = summarise([])
    assert json.loads(json.dumps(summary_json(summary)))["overall"]["median_seconds"] is None
    assert "Expected calibration error: none" in summary_table(summary)
