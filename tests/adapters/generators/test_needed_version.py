"""For the version that is needed, the entry that says so answers, with its bound."""

from __future__ import annotations

from tests.adapters.generators.test_entry_reader import drafted, reader
from tests.adapters.readings import Seen
from tests.entries import entries_of

MANUAL = """# Lamp

## Windows

Install Python and add C:Python39 to the path of the lamp.

## Installation

The lamp requires Python 3.10 or later.
"""
QUESTION = "Which Python version does the lamp need?"


def test_the_entry_that_states_it_goes_first_and_its_bound_is_given(tmp_path):
    passages = entries_of(tmp_path, "lamp.md", MANUAL)
    better = [Seen(f"elsewhere {n}") for n in range(4)]  # so that the two are nearly as good
    told = reader(*better, Seen("C:Python39"), Seen("3.10"))
    assert drafted(told, QUESTION, passages).text == "Python 3.10 or later"
    assert drafted(told, "Which Python does the lamp like?", passages).text == "C:Python39"


def test_another_number_is_not_given_as_the_version(tmp_path):
    passages = entries_of(tmp_path, "lamp.md", "# Lamp\n\nPython and the lamp have version: 5.7.\n")
    told = reader(Seen("5.7"))
    assert drafted(told, QUESTION, passages).text != "5.7"
    assert drafted(told, "Which number does the lamp have?", passages).text == "5.7"
