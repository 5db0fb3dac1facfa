from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from assay.answer_json import answer_to_json
from assay.types import Answer
from tests.answers import BAD, DOUBTFUL, GOOD, WEB, crag_answer

ROOT = Path(__file__).parents[1]
SCHEMA = json.loads((ROOT / "docs/reference/answer.schema.json").read_text("utf-8"))
ANSWERS = {
    "correct": crag_answer(GOOD, BAD),
    "ambiguous": crag_answer(DOUBTFUL, external=[WEB], notes=["looked outside"]),
    "abstained": crag_answer(BAD),
    "bare": Answer("q", None, "rag", reason="nothing"),
}


@pytest.mark.parametrize("answer", ANSWERS.values(), ids=ANSWERS.keys())
def test_a_real_answer_is_valid_json_of_the_documented_form(answer):
    form = json.loads(json.dumps(answer_to_json(answer), allow_nan=False))
    Draft202012Validator(SCHEMA, format_checker=None).validate(form)


def test_the_schema_refuses_what_is_not_an_answer():
    Draft202012Validator.check_schema(SCHEMA)
    form = answer_to_json(ANSWERS["correct"])
    for broken in ({**form, "verdict": "good"}, {**form, "extra": 1}, {**form, "abstained": True}):
        assert not Draft202012Validator(SCHEMA).is_valid(broken)


def test_evidence_and_citations_point_to_the_same_words():
    form = answer_to_json(ANSWERS["correct"])
    (citation,) = form["citations"]
    (cited,) = [each for each in form["evidence"] if each["id"] == citation["evidence"]]
    first = citation["start"] - cited["start"]
    assert cited["text"][first : first + len(citation["quote"])] == citation["quote"]
    assert cited["kind"] == "internal"


def test_an_abstention_has_no_text_and_a_reason():
    form = answer_to_json(ANSWERS["abstained"])
    assert (form["text"], form["abstained"], form["verdict"]) == (None, True, "incorrect")
    assert form["reason"]


def test_the_trace_holds_every_step_and_the_timings_their_sums():
    form = answer_to_json(ANSWERS["ambiguous"])
    names = [step["name"] for step in form["trace"]]
    assert names[:3] == ["retrieve", "score", "judge"]
    assert set(form["timings_ms"]) == set(names)
