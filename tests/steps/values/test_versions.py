"""Which version of something is needed: the questions that ask so, and what states it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assay.steps.values.versions import (
    CONDITION,
    LISTED,
    SAID,
    implied_by_version,
    is_other_version,
    is_required_now,
    lacks_the_version,
    states_version,
    version_asked_of,
    version_places,
)
from assay.testing import make_passage

QUESTION = "Which Python version does the lamp need?"


@pytest.mark.parametrize(
    ("question", "name"),
    [
        (QUESTION, "Python"),
        ("Which Redis version do I need at least?", "Redis"),
        ("What is the minimum Python version for lamps?", "Python"),
        ("What is the oldest Node.js version that it runs on?", "Node.js"),
        ("which version of Python is required", "Python"),
        ("minimum required version of ffmpeg", "ffmpeg"),
        ("What Python versions are supported?", "Python"),
        ("Which version do I need?", ""),  # of what?
        ("What is the minimum version?", ""),
        ("In which Python version was it removed?", ""),  # nothing is needed
        ("Which Python do I need?", ""),
    ],
)
def test_what_a_version_is_needed_of(question, name):
    assert version_asked_of(question) == name


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        ("The lamp requires Python 3.10 or later. Get it.", ["Python 3.10 or later"]),
        ("You need Python version 3.7 or newer", ["Python version 3.7 or newer"]),
        ("Redis >= 5 or Python>=3.8", ["Python>=3.8"]),
        ("Python 3.9+ is fine", ["Python 3.9+"]),
        ("Runs on Python 3.8 and up", ["Python 3.8 and up"]),
        ("It supports Python 3.8, 3.9 and 3.10", ["Python 3.8, 3.9 and 3.10"]),
        ("Python 3.8 is required", ["Python 3.8"]),
        ("The minimum Python version is 3.8", ["Python version is 3.8"]),
        ("Works with Python 3.8 to 3.12.", ["Python 3.8 to 3.12"]),
        ("The Python has to be version 8 or later", ["Python has to be version 8 or later"]),
        ("Set the path of Python 3.9", []),
        ("Support for Python 3.6 or later was dropped", []),
        ("You tried a Python prior to Python 2.7 or so", []),
        ("CPython 3.10 or later", []),
    ],
)  # fmt: skip
def test_where_a_needed_version_is_stated(text, stated):
    assert [text[slice(*place)] for place in version_places(text, "Python")] == stated


def test_a_condition_says_less_than_what_the_whole_needs():
    said = make_passage("The lamp requires Python 3.10 or later.")
    condition = make_passage("The order is kept with Python 3.6 or later.")
    listed = replace(condition, headings=("Lamp", "Requirements"))
    of_one = make_passage("This option requires Python 3.10 or later.")
    other = make_passage("The lamp requires a wick.")
    strengths = [
        states_version(each, "Python") for each in (said, listed, condition, of_one, other)
    ]
    assert strengths == [SAID, LISTED, CONDITION, CONDITION, 0.0]
    assert states_version(said, "") == 0.0


def test_the_requirements_of_a_guide_to_upgrading_hold_now():
    said = make_passage("The lamp requires Python 3.10 or later.")
    required = replace(said, headings=("Upgrading to 4.0", "Requirements"))
    assert is_required_now(required, "Python")
    assert not is_required_now(replace(said, headings=("Upgrading to 4.0",)), "Python")
    assert not is_required_now(required, "")


@pytest.mark.parametrize(
    ("text", "lacks"),
    [
        ("Install Python and be happy.", True),
        ("The lamp requires Python 3.10.", False),
        ("Python has to be version 8 or later.", False),
        ("It supports all living versions of Python.", False),
        ("The lamp in Python. New in version 2.4.0.", False),
        ("The agent sends the lamp version: 5.7 and that of Python.", True),
    ],
)
def test_a_text_without_the_version_is_no_answer(text, lacks):
    assert lacks_the_version(QUESTION, text) is lacks
    assert not lacks_the_version("How bright is the lamp?", text)


def test_the_version_of_another_thing_is_not_asked_for():
    text = "The lamp requires Python 3.10 or later and wick 0.6 or later."
    ours, theirs = text.index("3.10"), text.index("0.6")
    assert not is_other_version(QUESTION, text, ours, ours + 4)
    assert is_other_version(QUESTION, text, theirs, theirs + 3)
    assert not is_other_version("How bright is it?", text, theirs, theirs + 3)


def test_what_states_a_version_means_the_words_that_ask_for_it():
    said = make_passage("The lamp requires Python 3.10 or later.")
    assert {"minimum", "version"} <= implied_by_version(said, QUESTION)
    assert not implied_by_version(said, "How bright is the lamp?")
