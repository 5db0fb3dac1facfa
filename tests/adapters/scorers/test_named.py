from __future__ import annotations

from dataclasses import replace

import pytest

from assay.adapters.scorers.named import Names
from assay.indexing.vocabulary import Vocabulary
from assay.testing import make_passage
from assay.text.rarity import question_words

VOCABULARY = Vocabulary({"use": 90, "run": 80, "change": 70, "lamp": 60, "nginx": 2}, passages=100)


def named(question: str, heading: str, text: str = "It is so.", begins: int = 0) -> float:
    passage = replace(make_passage(text), headings=("Settings", heading) if heading else ())
    return Names.of(question, question_words(question, VOCABULARY)).entry(passage, begins)


@pytest.mark.parametrize(
    ("question", "heading"),
    [
        ("grace_time vs timeout", "timeout"),
        ("Which time limits are there?", "Time limit"),
        ("grace_time vs timeout in lamps", "2.1 timeout seconds"),
        ("What is the timeout?", "The timeout"),
        ("What is the difference between RetryTimes and Backoff?", "Backoff="),
        ("What is the default for RetryTimes?", "RetryTimes="),
        ("default timeout on Windows", "7.2.4. timeout"),
        ("difference between grace and quiet", "-q, --quiet"),
    ],
)
def test_the_entry_of_what_is_named_is_known_by_its_heading(question, heading):
    assert named(question, heading) == 1.0
    assert 0 < named(question, heading, begins=-9) < 1.0  # a later piece of it


@pytest.mark.parametrize(
    ("question", "heading"),
    [
        ("How many workers should I use?", "How Many Workers?"),
        ("How do I change the port?", "How can I change the port?"),
        ("Is it safe to run it as root?", "Is it safe to run a lamp as root?"),
    ],
)
def test_any_piece_below_the_same_question_is_named(question, heading):
    assert named(question, heading) == named(question, heading, begins=-9) == 1.0


@pytest.mark.parametrize(
    ("question", "heading"),
    [
        ("How many workers should I use?", "How many threads?"),
        ("How many workers should I use?", "Why workers?"),
        ("How many workers should I use?", "Workers"),
        ("Can I use the lamp with nginx?", "Can I use the lamp with Apache?"),
        ("How do I move the tall blue tower clock to the other square?", "How do I move?"),
        ("What is the timeout of a lamp?", "timeout"),
        ("What is the timeout?", ""),
        ("May I?", "?"),
    ],
)
def test_another_heading_names_nothing(question, heading):
    assert named(question, heading) == 0.0


def test_an_option_is_named_by_the_heading_and_better_by_the_term():
    assert named("What does sort -n do?", "-n, --numeric", "-n, --numeric\nBy value.") == 1.0
    assert 0 < named("What does sort -n do?", "-n, --numeric", "So it goes on.") < 1.0


def test_an_entry_is_known_by_a_first_line_that_says_what_is_asked_for():
    question = "What is the default oil level?"
    assert named(question, "oil.default", "Default oil level.\nDefault: 3") == 1.0
    assert named(question, "oil", "It is set to the default oil level.") == 0.0
    assert named("What is oil?", "lamp.fuel", "Oil.\nIt burns.") == 0.0  # one word says too little


def test_the_entry_of_an_option_whose_words_are_said_is_named():
    question = "lamp option to print line numbers"
    assert named(question, "Output", "'-n'\n'--line-number'\nNumbers each line.") == 1.0
    assert named(question, "Output", "--version\nLike --line-number.") == 0.0
    assert named("How to print line numbers", "Output", "--line-number") == 0.0


def test_an_entry_that_states_the_needed_version_is_named():
    text = "The lamp requires Python 3.9 or later."
    assert named("Which Python version does the lamp need?", "Lamp", text) == 1.0
    assert named("Why does the lamp need Python?", "Lamp", text) == 0.0


def test_an_entry_that_says_the_default_of_the_setting_is_named():
    text = "port: The port of the lamp. Default: 80."
    assert named("Which port does the lamp use by default?", "Options", text) == 1.0
    assert named("Which port does the lamp use?", "Options", text) == 0.0
