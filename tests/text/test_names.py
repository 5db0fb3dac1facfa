from __future__ import annotations

import pytest

from assay.text.names import (
    missing_names,
    names_in,
    squashed,
    stands_as_version,
    strange_codes,
    strange_names,
    subject_names,
)


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
    ],
)
def test_a_name_that_the_source_does_not_have_is_missing(claim, source, missing):
    assert missing_names(claim, source) == missing


def test_the_subject_is_the_name_that_a_sentence_begins_with():
    assert subject_names("Marie Curie met Albert Einstein.") == ("Marie", "Curie")
    assert subject_names("The Eiffel Tower is in Paris.") == ("Eiffel", "Tower")
    assert subject_names("Many visit Paris.") == ()
    assert subject_names("it is in Paris.") == ()


@pytest.mark.parametrize(
    ("question", "strange"),
    [
        ("How do I install it on an iPad?", ("iPad",)),
        ("What is the default on FreeBSD?", ("FreeBSD",)),
        ("What is the default on Linux?", ()),
        ("What is the default on Fridays?", ()),
        ("What are the defaults of two Linuxs?", ()),  # several of what is known
        ("Does Linux-Mint have it?", ()),  # a part of the name is known
        ("Is it as in GO?", ()),  # too short to be sure
        ("What does 8BITMIME do?", ()),  # a word that begins with a digit is no name
        ("Install it.", ()),
    ],
)
def test_a_stranger_is_a_name_of_which_no_word_is_known(question, strange):
    assert strange_names(question, {"linux", "default"}.__contains__) == strange


def test_a_name_is_the_same_with_other_marks_between_its_parts():
    assert squashed("Notes-App v2") == squashed("NotesApp_V2") == "notesappv2"


@pytest.mark.parametrize(
    ("name", "text", "stands"),
    [
        ("LAMPv3", "docs/LAMP-3", True),
        ("Lampv3", "The Lamp, version 3, burns.", True),
        ("LAMPv3", "the LAMP License version 3", True),
        ("Lamp3", "a lamp 3 feet high", True),
        ("LAMPv3", "docs/LAMP-2", False),
        ("LAMPv3", "docs/LAMP-30", False),
        ("LAMPv3", "CLAMP 3", False),
        ("Lamp", "Lamp 3", False),
    ],
)
def test_a_name_with_its_version_may_stand_apart(name, text, stands):
    assert stands_as_version(name, text) is stands


@pytest.mark.parametrize(
    ("question", "text", "strange"),
    [
        ("What does the FL-700 cost?", "FL-200 costs 249, FL-220 312, and 700 more.", ("FL-700",)),
        ("What does E31 mean?", "E18: too little water, on 31 May", ("E31",)),
        ("What does the FL-200 cost?", "FL-200 costs 249, FL-220 312.", ()),
        ("Is it under the GPL-3?", "The GPLv3 or the GPL 2", ()),
        ("What is SHA-256?", "sha256 and sha512", ()),
        ("What is RFC-822?", "A letter has a header.", ()),
        ("Is ISO-8859-1 read?", "ISO-8601 and others", ()),
    ],
)
def test_a_strange_code_is_one_of_which_only_others_are_named(question, text, strange):
    assert strange_codes(question, text) == strange
