"""The parts of recipes/verifier that make true texts false, and answers into sentences."""

from __future__ import annotations

import importlib
import random

import pytest


@pytest.fixture(scope="module")
def recipe():
    """A file of the recipe by name; some need packages that not every test has."""
    return lambda name: importlib.import_module(f"recipes.verifier.{name}")


@pytest.mark.parametrize(
    ("question", "answer", "sentence"),
    [
        ("Who wrote Middlemarch?", "George Eliot", "George Eliot wrote Middlemarch."),
        ("What is the capital of Peru?", "Lima", "The capital of Peru is Lima."),
        ("Where was Ada Lovelace born?", "London", "Ada Lovelace was born in London."),
        ("How many moons are there", "two", "There are two moons."),
        ("Name it.", "Rex", None),
    ],
)
def test_a_simple_question_and_its_answer_make_a_sentence(recipe, question, answer, sentence):
    assert recipe("statements").statement(question, answer) == sentence


@pytest.mark.parametrize(
    ("text", "kind"),
    [("1889", "year"), ("1,250", "number"), ("May", "month"), ("Lake Ember", "name"),
     ("a small boat", "phrase"), ("4 May 1889", "date")],
)  # fmt: skip
def test_values_are_told_apart_by_kind(recipe, text, kind):
    assert recipe("edits").kind_of(text) == kind


def test_names_and_numbers_are_found_but_not_the_first_word(recipe):
    found = [m.text for m in recipe("edits").mentions("It stands in Lake Ember since 1889.")]
    assert found == ["Lake Ember", "1889"]


def test_a_changed_number_is_another_number(recipe):
    for seed in range(50):
        assert recipe("edits").changed_number("in 1889", random.Random(seed)) != "in 1889"


@pytest.mark.parametrize(
    ("sentence", "opposite"),
    [("It is not old.", "It is old."), ("Rex was a dog.", "Rex was")],
)
def test_a_sentence_is_negated_and_a_negated_one_is_not(recipe, sentence, opposite):
    said = recipe("edits").negated(sentence, random.Random(1))
    assert said.startswith(opposite)
    assert said != sentence


def test_a_swapped_sentence_names_something_else(recipe):
    edits = recipe("edits")
    pool = edits.Pool()
    pool.add(["Mount Tamsin"])
    text = "The road leads to Lake Ember."
    assert edits.swapped(text, text, pool, random.Random(3)) == "The road leads to Mount Tamsin."


def test_a_tenth_of_the_claims_is_kept_out_whatever_their_points(recipe):
    held_out = recipe("examples").held_out
    claims = [f"Claim number {n} is true." for n in range(2000)]
    assert 150 < sum(map(held_out, claims)) < 250
    assert all(held_out(c) == held_out(c.upper().replace(".", " !")) for c in claims[:50])
