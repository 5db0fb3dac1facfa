"""Of several values with a condition each, the one whose condition the question states."""

from __future__ import annotations

import pytest

from assay.steps.values.conditions import value_asked_for, value_in_brackets
from assay.text.sentences import sentence_spans

STATUS = (
    "Normally, the exit status is 0 if a line is selected, 1 if no lines were selected, and 2 if"
    " an error occurred. However, if the -q option is used and a line is selected, the exit status"
    " is 0 even if an error occurred."
)
TRIP = "The allowance is 28 euros when the trip lasts more than 24 hours, 14 euros otherwise."
NOTICE = "For staff in Oslo the notice is four weeks, for staff in Turku it is six weeks."
NOON = "If it is ordered before noon, delivery takes one day; if it is ordered later, two days."
DEPOSIT = "The deposit is 50 euros for adults and 20 euros for children."
LAMP = "The lamp is green when the battery is full, red while charging, and blue on a fault."
KEPT = "Logs are kept for 30 days and backups for 90 days."
CARD = "It is 5 euros with a card and 7 euros without."
FOUNDED = "It was founded in 1990 in Oslo and has 200 staff in Turku."
OTHER = "The lamp is red if it charges. The lamp is green if it is full."


@pytest.mark.parametrize(
    ("text", "said", "question", "value"),
    [
        (STATUS, "0", "What is the exit status when no lines were selected?", "1"),
        (STATUS, "0", "What is the exit status if an error occurred?", "2"),
        (STATUS, "0 even", "What is the exit status if an error occurred?", "2"),
        (STATUS, "0", "What is the exit status if a line was selected?", None),
        (STATUS, "0", "What is the exit status?", None),
        (TRIP, "28", "What is the allowance when the trip lasts less than 24 hours?", "14 euros"),
        (TRIP, "28", "What is the allowance for a trip of 10 hours?", "14 euros"),
        (TRIP, "28", "What is the allowance for a trip of 30 hours?", None),
        (NOTICE, "four weeks", "How long is the notice for staff in Turku?", "six weeks."),
        (NOTICE, "four weeks", "How long is the notice for staff in Oslo?", None),
        (NOON, "one day", "How long does delivery take if ordered after noon?", "two days."),
        (DEPOSIT, "50 euros", "How much is the deposit for children?", "20 euros"),
        (DEPOSIT, "50 euros", "How much is the deposit for dogs?", None),
        (LAMP, "green", "What colour is the lamp while charging?", "red"),
        (KEPT, "30 days", "How long are backups kept?", "90 days."),
        (KEPT, "30 days", "How long are logs kept?", None),
        (CARD, "5 euros", "How much is it without a card?", "7 euros"),
        (FOUNDED, "1990", "When was the firm in Turku founded?", None),
        (OTHER, "red", "What colour is the lamp if it is full?", "The lamp is green"),
        (OTHER, "red", "What colour is the lamp?", None),
        ("It is 5.", "5", "What is it if it rains?", None),
    ],
)
def test_the_value_whose_condition_is_asked_for(text, said, question, value):
    start = text.index(said)
    sentences = sentence_spans(text)

    found = value_asked_for(question, text, sentences, (start, start + len(said)))

    assert (found and text[slice(*found)].strip()) == value


def test_nothing_is_chosen_outside_the_sentences():
    assert value_asked_for("What if it rains?", OTHER, [], (0, 3)) is None


PATHS = "Default value:\nUnset (no file). When set: lamp (Unix) or lamp house.ini (Windows).\nOil."


@pytest.mark.parametrize(
    ("question", "text", "value"),
    [
        ("default file on windows", PATHS, "lamp house.ini"),
        ("default file on unix", PATHS, "lamp"),
        ("default file", PATHS, None),
        ("on unix or windows?", PATHS, None),
        ("Which port is that of the sea?", "It is Hull (of the sea).", None),
    ],
)
def test_the_value_before_the_stated_condition_in_brackets_is_found(question, text, value):
    key = (0, text.find(" When") if " When" in text else len(text))
    found = value_in_brackets(question, text, key)
    assert (found and text[slice(*found)]) == value
