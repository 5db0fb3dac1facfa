from __future__ import annotations

import json
import math

import pytest

from assay.types import Passage
from assay_bench.case import Case
from assay_bench.runs.record import Record
from assay_bench.runs.summary import summarise, summary_json, summary_table

RUN = {"task": "t", "description": "A test", "source": "nowhere", "seed": 0}
CASES = {
    "a": Case("a", "Q?", ("x",), internal=(Passage("p0", "x"), Passage("p1", "y")), labels=(1, 0)),
    "b": Case("b", "Q?", ("x",)),
    "c": Case("c", "Q?", unanswerable=True),
    "d": Case("d", "Q?"),
}


def record(case, text, correct, **more):
    answer = {"text": text, "verdict": "correct", "confidence": 0.5, "scores": [], **more}
    return Record("s", case, "Q?", answer, correct, {"f1": float(bool(correct))}, 2.0, 10, 1)


def test_figures_by_hand():
    scores = [{"passage": "p0", "score": 0.9}, {"passage": "p1", "score": -0.9}]
    records = [
        record("a", "x", True, scores=scores),
        record("b", None, False),
        record("c", None, True),
        record("d", "words", None),
    ]
    (found,) = summarise(records, CASES)
    assert (found.questions, found.judged) == (4, 3)
    assert found.accuracy.value == pytest.approx(2 / 3)
    assert (found.refusals.answered, found.refusals.correct) == (0.5, 1)
    assert found.refusals.false == pytest.approx(1 / 3)
    assert (found.refusals.accuracy, found.curve) == (1, 0)
    assert (found.auroc, found.verdicts) == (1, {"correct": 4})
    assert (found.seconds.p50, found.cost.tokens, found.cost.searches) == (2, 10, 1)


def test_what_does_not_apply_is_null_in_json_and_absent_from_the_table():
    (found,) = summarise([record("d", "words", None, verdict=None)], CASES)
    assert math.isnan(found.auroc)
    assert found.accuracy is None
    plain = json.loads(json.dumps(summary_json(RUN, [found]), allow_nan=False))
    assert plain["systems"][0]["auroc"] is None
    table = summary_table(RUN, [found])
    assert "accuracy" not in table
    assert "| questions       | 1 " in table
