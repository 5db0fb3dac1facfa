"""The parts of recipes/verifier that make examples: their labels must be what they say."""

from __future__ import annotations

import importlib
import random

import pytest

SUPPORTED, CONTRADICTED, ABSENT = 0, 1, 2
MILL = (
    "The mill was built in 1842 by Thomas Hale. It was sold to Peter Crane in 1871."
    " A fire closed it in 1910."
)


@pytest.fixture(scope="module")
def recipe():
    """A file of the recipe by name; some need packages that not every test has."""
    return lambda name: importlib.import_module(f"recipes.verifier.{name}")


@pytest.mark.parametrize("name", ["--dry-run", "relay_domains", "getValue", "open()"])
def test_an_identifier_is_a_kind_of_its_own(recipe, name):
    assert recipe("edits").kind_of(name) == "identifier"
    assert name in [m.text for m in recipe("edits").mentions(f"It sets {name} first.")]


def test_a_unit_is_exchanged_for_another_of_its_kind(recipe):
    changed = recipe("edits").other_unit("It waits 10 seconds.", random.Random(1))
    assert changed.startswith("It waits 10 ")
    assert changed != "It waits 10 seconds."
    assert recipe("edits").other_unit("It waits.", random.Random(1)) is None


def test_wrong_spans_are_of_the_kind_of_the_answer_and_not_the_answer(recipe):
    found = recipe("from_spans").rival_spans(MILL, "1842", ["1842"], random.Random(1))
    assert sorted(found) == ["1871", "1910"]


def test_a_right_span_is_supported_and_others_of_the_passage_are_not(recipe):
    start = MILL.index("1842")
    place, question = (start, start + 4), "When was the mill built?"
    made = [
        each
        for seed in range(10)
        for each in recipe("from_spans").answered(
            question, "Mill", MILL, place, answers=["1842"], rng=random.Random(seed)
        )
    ]
    assert {each.label for each in made} == {SUPPORTED, CONTRADICTED}
    assert all(("1842" in each.claim) == (each.label == SUPPORTED) for each in made)


def test_a_question_without_an_answer_gets_a_span_of_the_kind_it_asks_for(recipe):
    (made,) = recipe("from_spans").unanswered(
        "When was the bridge built?", "", MILL, random.Random(1)
    )
    assert made.label == ABSENT
    assert any(year in made.claim for year in ("1842", "1871", "1910"))


@pytest.mark.parametrize("seed", range(30))
def test_a_yes_is_true_of_what_stands_there_and_a_no_is_not(recipe, seed):
    forms, edits = recipe("from_forms"), recipe("edits")
    pool = edits.Pool()
    pool.add(["Peter Crane", "Anna Reed"])
    parts = ["The old mill was built by Thomas Hale in the valley.", "A fire closed it."]
    for each in forms.yes_or_no("", parts, pool, random.Random(seed)):
        if each.label == ABSENT:
            assert parts[0] not in each.text
            continue
        as_it_stands = "was the old mill built by thomas hale in" in each.claim.casefold()
        yes = each.claim.split("? ")[1].casefold().startswith("yes")
        assert (each.label == SUPPORTED) == (yes == as_it_stands)


def test_a_claim_that_says_more_than_the_text_is_not_borne_out(recipe):
    parts = ["The mill at Arden was built by Thomas Hale in the spring, which cost him a fortune."]
    made = [
        each
        for seed in range(10)
        for each in recipe("from_forms").too_much("", parts, random.Random(seed))
    ]
    assert {each.label for each in made} == {SUPPORTED, ABSENT}
    assert all((each.claim in each.text) == (each.label == SUPPORTED) for each in made)


def test_sentences_around_an_example_leave_its_text_and_label(recipe):
    examples = recipe("examples")
    one = examples.Example("A claim.", "", MILL, SUPPORTED, "x")
    made = list(
        recipe("neighbours").with_neighbours([one], ["Rain fell. Snow fell."], random.Random(1), 1)
    )
    assert made[0] == one
    assert MILL in made[1].text
    assert len(made[1].text) > len(MILL)
    assert made[1].label == SUPPORTED


def test_a_short_first_line_of_a_manual_is_its_heading(recipe):
    headed = recipe("from_written").headed
    assert headed("Guide", "PermitRootLogin\n- Says whether\nroot may log in.") == (
        "PermitRootLogin \u00b7 Guide",
        "- Says whether root may log in.",
    )
    assert headed("Guide", "One sentence only.") == ("Guide", "One sentence only.")


@pytest.mark.torch
def test_an_int8_file_gives_back_the_weights_of_the_network():
    pytest.importorskip("onnx")
    from recipes.assayer.first import restored
    from tests.models.shipped import VERIFIER

    state = restored(VERIFIER / "model.onnx")
    assert len(state) == 105
    assert state["encoder.encoder.layer.0.intermediate.dense.weight"].shape == (1536, 384)
    assert state["stance.3.weight"].shape == (3, 384)
    assert 0 < float(state["encoder.embeddings.word_embeddings.weight"].abs().mean()) < 1
