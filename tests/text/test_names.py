from __future__ import annotations

import pytest

from assay.text.names import missing_names, names_in, subject_names


def test_names_are_capitalised_words_that_open_no_sentence():
    text = "French president Emmanuel Macron met Angela Merkel. He stayed. Gold is metal."
    assert names_in(text) == ("Emmanuel", "Macron", "Angela", "Merkel")


def test_a_name_that_opens_a_sentence_counts_when_another_follows():
    assert names_in("Marie Curie was born. Paris is large.") == ("Marie", "Curie")


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("She met the Italian king.", "He was king of Italy."),
        ("It left the UN.", "The United Nations was left."),
        ("It is by Gabriel Garc\u00eda.", "gabriel garcia wrote it"),
        ("She is from Alsace-Lorraine.", "Alsace and Lorraine are regions."),
        ("It was Newton's.", "Isaac Newton had it."),
    ],
)
def test_a_name_in_another_form_is_known(claim, source):
    assert missing_names(claim, source) == ()


@pytest.mark.parametrize(
    ("claim", "source", "missing"),
    [
        ("It was built by Johnson.", "It was built by Johnston.", ("Johnson",)),
        ("He was born in Berlin.", "He was born in Hamburg.", ("Berlin",)),
        ("It left the EU.", "The United Nations was left.", ("EU",)),
        ("It left the US.", "The Union was left.", ("US",)),
    ],
)
def test_a_name_that_the_source_does_not_have_is_missing(claim, source, missing):
    assert missing_names(claim, source) == missing


def test_the_subject_is_the_name_that_a_sentence_begins_with():
    assert subject_names("Marie Curie met Albert Einstein.") == ("Marie", "Curie")
    assert subject_names("The Eiffel Tower is in Paris.") == ("Eiffel", "Tower")
    assert subject_names("Many visit Paris.") == ()
    assert subject_names("it is in Paris.") == ()
