from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.steps.verify.cov_form import SCORES, cleaned_query, read_form, write_form
from assay.types import Check

CHECK = Check(0.99, 0.51, 0.0, 0.01, 0.97, 0.89, judgment=False, revised_question="battery charge")
PAPER = (
    '{ "RefCorrect": 0.99, "Answer-Score": { "Correctness": 0.51, "CitationAcc": 0.0, '
    '"Truthfulness": 0.01, "Bias": 0.97, "Conciseness": 0.89 }, "Judgment": "false", '
    '"RevisedQuery": "battery charge" }'
)


def scores(form):
    return {name: form.scores[name] for name in SCORES.values()}


EXPECTED = {name: getattr(CHECK, name) for name in SCORES.values()}


def test_a_form_is_written_as_in_the_paper():
    assert json.loads(write_form(CHECK)) == json.loads(PAPER)


def test_what_is_written_is_read_again():
    form = read_form(write_form(CHECK))
    assert scores(form) == EXPECTED
    assert (form.judgment, form.revised_question, form.problems) == (False, "battery charge", ())


@pytest.mark.parametrize(
    "around",
    [
        "```json\n{}\n```",
        "Here is my verification: {}",
        "{}\nI hope that helps {{or not}}.",
        "A set {{1, 2}} first. {} {}",
        "{{}}{}",
    ],
)
def test_a_form_is_found_whatever_stands_around_it(around):
    form = read_form(around.replace("{}", PAPER).replace("{{", "{").replace("}}", "}"))
    assert form.problems == ()
    assert scores(form) == EXPECTED


@pytest.mark.parametrize(
    "broken",
    [
        PAPER.replace('"', "'"),  # Python's way of writing it
        PAPER.replace(" }", ", }"),  # a comma too many
        PAPER[:-2],  # cut off
        PAPER.replace('"', "").replace("{", "").replace("}", "").replace(", ", "\n"),
    ],
)
def test_what_is_not_json_is_read_field_by_field(broken):
    form = read_form(broken)
    assert form.problems == ("no valid JSON",)
    assert scores(form) == EXPECTED
    assert form.judgment is False
    assert form.revised_question in ("battery charge", "battery")


@pytest.mark.parametrize(
    ("value", "expected", "complaint"),
    [
        ('"0.4"', 0.4, False),
        ('"40%"', 0.4, False),
        ("true", 1.0, False),
        ("7", 1.0, True),
        ("-0.2", 0.0, True),
        ('"0.4 because it says so"', 0.4, False),
    ],
)
def test_odd_numbers_are_understood_or_clamped(value, expected, complaint):
    form = read_form(PAPER.replace("0.51", value))
    assert form.scores["correctness"] == expected
    assert bool(form.problems) is complaint


@pytest.mark.parametrize("value", ["NaN", "Infinity", "null", '"high"', "[]", "9" * 5000, "1e999"])
def test_what_is_no_number_is_missing(value):
    form = read_form(PAPER.replace("0.51", value))
    assert "correctness" not in form.scores
    assert form.problems


@pytest.mark.parametrize(
    ("value", "expected"),
    [("true", True), ('"True"', True), ('"no"', False), ('"perhaps"', None), ("null", None)],
)
def test_a_judgment_may_be_spelt_in_many_ways(value, expected):
    assert read_form(PAPER.replace('"false"', value)).judgment is expected


@pytest.mark.parametrize("value", ["", "none", "N/A", "null"])
def test_no_query_is_no_query_however_it_is_said(value):
    form = read_form(PAPER.replace("battery charge", value))
    assert (form.revised_question, form.problems) == ("", ())


def test_a_missing_query_is_a_problem():
    form = read_form(PAPER.replace("RevisedQuery", "Other"))
    assert form.revised_question is None
    assert form.problems == ("RevisedQuery is missing",)


@pytest.mark.parametrize("text", ["", "[" * 7000, "{" * 7000, '{"a":' * 1500, "I cannot."])
def test_nothing_can_be_read_from_nonsense_and_nothing_breaks(text):
    form = read_form(text)
    assert (dict(form.scores), form.judgment, form.revised_question) == ({}, None, None)


@given(st.text())
def test_every_text_can_be_read(text):
    form = read_form(text)
    assert all(0 <= score <= 1 for score in form.scores.values())


def test_a_query_is_one_clean_line():
    assert cleaned_query('Revised query: "who built\u200b it" \nbecause...') == "who built it"
    assert cleaned_query("x" * 900) == "x" * 200
