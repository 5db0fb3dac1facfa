from __future__ import annotations

import pytest

from assay.text.numbers import (
    bound_asked_for,
    figures,
    is_bare_number,
    lacks_the_bound,
    lacks_the_number,
    lacks_the_price,
    missing_figures,
    number_places,
    price_places,
)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("1,000 and 1000", [1000, 1000]),
        ("5 million, 2.5 billion", [5e6, 2.5e9]),
        ("twenty-one of three hundred", [21, 300]),
        ("the 19th and the tenth", [19, 10]),
        ("July 20, 1969", [20, 1969]),
        ("$3,000 for 5km", [3000, 5]),
        ("a tenant, often weighty, B52", []),
        ("123,4567", [123, 4567]),
        ("the twentieth, the twenty-first and the hundredth", [20, 21, 100]),
        ("two hundred and fifty, one hundred and twenty-third", [250, 123]),
        ("five million two hundred thousand and six", [5_200_006]),
        ("two and three, the second and third", [2, 3, 2, 3]),
        ("one two three, twenty twenty, two hundred million", [1, 2, 3, 20, 20, 2e8]),
        ("a hundred, sixteen, seventieth", [100, 16, 70]),
    ],
)
def test_numbers_are_read_however_they_are_written(text, values):
    assert [figure.value for figure in figures(text)] == values


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("It has five floors.", "There are 5 floors."),
        ("It cost 5,000,000 dollars.", "The price was 5 million."),
        ("It opened in the 1990s.", "It opened in 1994."),
        ("About 5 million live there.", "It has 4,983,211 inhabitants."),
        ("More than 300 came.", "There were 310 guests."),
        ("One of them won.", "She won."),
        ("It has two hundred and fifty floors.", "There are 250 floors."),
        ("It is of the twentieth century.", "It is of the 20th century."),
        ("It cost a million.", "It was dear."),
    ],
)
def test_a_number_that_the_source_has_in_another_form_is_there(claim, source):
    assert missing_figures(claim, source) == ()


@pytest.mark.parametrize(
    ("claim", "source", "missing"),
    [
        ("It opened in 1970.", "It opened in 1969.", ("1970",)),
        ("It has 5 floors.", "It has 5 million visitors.", ("5",)),
        ("It opened in the 1980s.", "It opened in 1994.", ("1980s",)),
        ("About 5 million live there.", "It has 7 million.", ("About 5 million",)),
        ("Two of them won.", "Three of them won.", ("Two",)),
        ("It has two hundred and fifty.", "It has 200 and 50.", ("two hundred and fifty",)),
        ("The twentieth of May.", "The 21st of May.", ("twentieth",)),
    ],
)
def test_a_number_that_the_source_does_not_have_is_missing(claim, source, missing):
    assert missing_figures(claim, source) == missing


@pytest.mark.parametrize(
    ("question", "text", "lacks"),
    [
        ("How many tabs may be open at once?", "Tabs are opened by the menu File.", True),
        ("How many tabs may be open at once?", "Up to 20 tabs may be open.", False),
        ("How many tabs may be open at once?", "Up to twelve tabs may be open.", False),
        ("How many tabs may be open at once?", "The number of tabs is unlimited.", False),
        ("How many tabs may be open at once?", "One of the tabs is the first.", True),
        ("How long is a session kept?", "Sessions are kept until they are closed.", True),
        ("How often are backups made?", "Backups are made daily.", False),
        ("What is the maximum size of a note?", "Notes have a title and a text.", True),
        ("Which year was the harbour opened?", "The harbour has 3 piers.", True),
        ("Which year was the harbour opened?", "The harbour was opened in 1874.", False),
        ("How long may a crate be yanked?", "Say which: cargo yank --vers 1.0.1, say.", True),
        ("How many files may be open?", "Files are opened by open(2), since version 2.0.", True),
        ("How many files may be open?", "(2) The limit is 64.", False),
        ("What is the maximum size of a crate?", "It was built in 0.19s.", True),
        ("What is the maximum size of a crate?", "It may have 10 MB and takes 3 seconds.", False),
        ("What is the default stack size?", "A stack is made by spawn.", True),
        ("What is the default editor?", "An editor is opened by edit.", False),
        ("How do I open a tab?", "Tabs are opened by the menu File.", False),
        ("How do I see how many tabs are open?", "The bar shows 3 numbers.", False),
    ],
)
def test_a_question_for_a_number_is_not_answered_without_one(question, text, lacks):
    assert lacks_the_number(question, text) is lacks


def test_numbers_have_places_with_their_units_and_versions_have_none():
    text = "Since version 2.0, open(2) waits 30 seconds, at most 64 KB; see 1.0.1."
    assert [text[a:b] for a, b in number_places(text)] == ["30 seconds", "64 KB"]
    assert [text[a:b] for a, b in number_places(text, (0, 44))] == ["30 seconds"]


def test_the_number_of_a_standard_is_none_of_anything():
    assert lacks_the_number("After how many minutes does it call?", "It calls as RFC 2177 says.")
    assert not lacks_the_number("After how many minutes does it call?", "RFC 2177 says 29.")


def test_a_port_is_a_number():
    assert lacks_the_number("what port does the console listen on", "the TCP port of a setting")
    assert not lacks_the_number("which port is used?", "port 6023")
    assert not lacks_the_number("Which port of the harbour was closed?", "the old port")


LAMPS = "The hall holds up to 8 lamps, and should have at least four of them."


@pytest.mark.parametrize(
    ("question", "said", "meant"),
    [
        ("How many lamps can the hall have?", "four", "up to 8 lamps"),
        ("What is the maximum number of lamps?", "8 lamps", "8 lamps"),
        ("How many lamps must there be?", "8 lamps", "at least four"),
        ("How many lamps does the hall have?", "four", None),
        ("How many lamps can the hall have?", "hall", "hall"),
        ("Where are the lamps?", "four", "four"),
    ],
)
def test_of_two_bounds_the_one_that_is_asked_for_is_given(question, said, meant):
    at = LAMPS.index(said)
    found = bound_asked_for(question, LAMPS, (0, len(LAMPS)), (at, at + len(said)))
    assert (found and LAMPS[slice(*found)]) == meant


def test_a_sentence_with_one_bound_leaves_nothing_to_choose():
    text = "It holds up to 8 lamps. At least four burn."
    assert bound_asked_for("How many lamps does it hold?", text, (0, 23), (15, 16)) == (15, 16)


@pytest.mark.parametrize(
    ("question", "text", "lacks"),
    [
        ("What is the maximum size of a sail?", "The sail of the Emma: size 40 m2.", True),
        ("What is the maximum size of a sail?", "A sail may have up to 40 m2.", False),
        ("What is the maximum size of a sail?", "Sails are limited to 40 m2.", False),
        ("What is the largest number of sails?", "Any number of sails may be set.", False),
        ("What is the size of the sail?", "The sail of the Emma: size 40 m2.", False),
        ("What is the maximum size of a sail?", "Maximum number of sails: 10.", True),
        ("What is the maximum size of a sail?", "Sails may be at most 10 MB.", False),
        ("What is the maximum number of sails?", "Maximum number of sails: 10.", False),
    ],
)
def test_an_example_of_a_size_bounds_nothing(question, text, lacks):
    assert lacks_the_bound(question, text) is lacks


@pytest.mark.parametrize(
    ("question", "text", "lacks"),
    [
        ("What does the PT-25 cost?", "4-20 mA", True),
        ("What does the PT-25 cost?", "172.00 €", False),
        ("What is the price of a goat?", "EUR 1,250", False),
        ("How much is a key?", "it costs 25 pounds", False),
        ("How much is a key?", "two days", True),
        ("How much is a key?", "Item: Key; Fee (EUR): 12", False),
        ("How much is a key?", "Item: Key; Days: 12", True),
        ("How long does it take?", "two days", False),
    ],
)
def test_a_question_for_a_price_is_not_answered_without_money(question, text, lacks):
    assert lacks_the_price(question, text) is lacks


def test_sums_of_money_have_places():
    text = "PT-25; 4-20 mA; 0 to 25 bar; 172.00 €; from 10: £ 157; USD 99 in 3 days"
    places = price_places(text, (0, len(text)))
    assert [text[a:b] for a, b in places] == ["172.00 €", "£ 157", "USD 99"]
    assert price_places(text, (0, 28)) == []
    text = "Item: Key; Price in euros: 12.50; Weight (g): 40"
    assert [text[a:b] for a, b in price_places(text, (0, len(text)))] == ["12.50"]


@pytest.mark.parametrize(
    ("said", "bare"),
    [("Two", True), ("12", True), ("two keepers", False), ("Ray", False), ("", False)],
)
def test_a_number_alone_is_told_from_one_of_something(said, bare):
    assert is_bare_number(said) is bare
