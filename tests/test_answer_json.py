from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from assay.answer_json import answer_to_json
from assay.steps.verify.acceptance import VerifiedOnly
from assay.types import Answer, Check, Form, NliLabel, SentenceCheck
from tests.answers import BAD, DOUBTFUL, GOOD, WEB, crag_answer
from tests.forms import ASKED, answers_in_every_form

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


@pytest.mark.parametrize("form", ASKED)
def test_every_form_of_answer_fits_the_schema(tmp_path, form):
    answer = answers_in_every_form(tmp_path)[form]
    shown = json.loads(json.dumps(answer_to_json(answer), allow_nan=False))
    Draft202012Validator(SCHEMA).validate(shown)
    assert (shown["version"], shown["form"]) == (2, form.value)
    for entry in shown["entries"] + shown["closest"]:
        assert entry["location"].startswith("line ") and entry["place"]["line"] > 0
        assert entry["headings"][0] == "Kettle" or entry["title"] == "Kettle"
        for part in (entry["key"], *entry["blocks"]):
            assert 0 <= part["start"] <= part["end"] <= len(entry["text"])


def test_an_entry_says_which_steps_it_has_and_which_sentence_decides(tmp_path):
    (entry,) = answer_to_json(answers_in_every_form(tmp_path)[Form.STEPS])["entries"]
    steps = [
        (block["number"], entry["text"][block["start"] : block["end"]])
        for block in entry["blocks"]
        if block["kind"] == "item"
    ]
    assert steps == [
        ("1.", "Fill it with vinegar."),
        ("2.", "Boil it once."),
        ("3.", "Rinse it well."),
    ]
    assert entry["text"][entry["key"]["start"] : entry["key"]["end"]] == "Boil it once."


def test_a_comparison_names_its_sides_and_a_refusal_shows_no_entries(tmp_path):
    every = answers_in_every_form(tmp_path)
    labels = [entry["label"] for entry in answer_to_json(every[Form.COMPARISON])["entries"]]
    assert labels == ["steel", "glass"]
    refusal = answer_to_json(every[Form.REFUSAL])
    assert refusal["entries"] == [] and refusal["closest"]


def test_a_refusal_has_its_form_whoever_refuses():
    assert answer_to_json(ANSWERS["bare"])["form"] == "refusal"
    assert replace(ANSWERS["correct"], text=None, reason="withheld").form is Form.REFUSAL


def test_what_a_verifier_withholds_is_shown_as_what_came_closest(tmp_path):
    answer = answers_in_every_form(tmp_path)[Form.PASSAGE]
    withheld = VerifiedOnly().apply(answer)
    assert (withheld.form, withheld.entries) == (Form.REFUSAL, ())
    assert withheld.closest == answer.entries
    Draft202012Validator(SCHEMA).validate(answer_to_json(withheld))


def test_a_checked_sentence_has_a_label_and_no_older_name(tmp_path):
    answer = answers_in_every_form(tmp_path)[Form.PASSAGE]
    sentence = SentenceCheck(0, 5, NliLabel.SUPPORTED, 0.9, answer.citations[0])
    checked = replace(
        answer, check=Check(1.0, 1.0, 1.0, 1.0, 0.0, 1.0, judgment=True, sentences=(sentence,))
    )
    shown = answer_to_json(checked)
    Draft202012Validator(SCHEMA).validate(shown)
    assert shown["check"]["sentences"][0]["label"] == "supported"
    assert "stance" not in shown["check"]["sentences"][0]
