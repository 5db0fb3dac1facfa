from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.text.overlap import (
    asked_stems,
    coverage,
    is_negated,
    statement,
    stems,
)

SOURCE = "Mikael Agricola, a Finnish clergyman, was born in Pernaja in 1510."
QUESTION = "Where was Mikael Agricola born?"


def share(sentence: str, source: str = SOURCE, question: str = QUESTION, title: str = "") -> float:
    return coverage(statement(sentence, question), source, title)


@pytest.mark.parametrize(
    "sentence",
    ["He was born in Pernaja.", "Agricola was born in Pernaja in 1510.", "Pernaja", "Yes."],
)
def test_what_the_source_says_is_covered(sentence):
    assert share(sentence) > 0.9


@pytest.mark.parametrize(
    "sentence",
    [
        "He was born in Stockholm.",
        "Mikael Agricola was born in Stockholm.",
        "Mikael Agricola was buried in the Church of Saint Peter.",
        "Er wurde in Stockholm geboren.",
    ],
)
def test_an_invention_is_not_covered_although_it_repeats_the_question(sentence):
    assert share(sentence) < 0.5


def test_a_wrong_number_or_negation_weighs_more_than_a_missing_word():
    assert share("A Finnish clergyman was born in Pernaja in 1512.") < 0.4
    assert share("He was not born in Pernaja.") <= 0.5


def test_the_title_tells_whom_a_sentence_is_about():
    wanted = "Agricola came from Pernaja."
    source = "He came from Pernaja."
    assert share(wanted, source, "?", title="Mikael Agricola") > share(wanted, source, "?")


def test_forms_accents_and_scripts_are_looked_through():
    assert stems("The cities") & stems("A city's")
    assert stems("caf\u00e9") == stems("CAFE")
    assert coverage(statement("\u6771\u4eac"), "\u6771\u4eac\u306f\u90fd\u5e02") == 1.0


@pytest.mark.parametrize("word", ["note", "notes", "nonce", "here", "cane", "bute"])
def test_no_word_becomes_a_word_of_grammar(word):
    assert not stems(word) & stems("not none non her can but")
    assert not is_negated(word)


@pytest.mark.parametrize(
    ("question", "about"),
    [
        ("How long does the keeper serve?", "keeper serve"),
        ("How many lamps, and how often does one burn while others never do?", "lamps burn"),
        ("Does the lamp go out right away or at once?", "lamp go out"),
        ("which long options have the same meaning", "long options meaning"),
        ("can it be turned right?", "turned right"),
        ("how many?", "many"),
    ],
)
def test_a_question_is_about_its_words_of_meaning_if_it_has_any(question, about):
    assert asked_stems(question) == stems(about)


@given(st.text(max_size=80), st.text(max_size=80), st.text(max_size=40))
def test_coverage_is_a_share(sentence, source, question):
    assert 0 <= coverage(statement(sentence, question), source) <= 1


@given(st.text(max_size=80))
def test_every_text_covers_itself(text):
    wanted = statement(text)
    assert coverage(wanted, text) == (1.0 if wanted.words else 0.0)
