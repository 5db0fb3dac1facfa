"""Where an option is asked for, one of those that stand there is the answer."""

from __future__ import annotations

from tests.adapters.generators.test_entry_reader import drafted, reader
from tests.adapters.readings import Seen
from tests.entries import entries_of


def test_an_option_is_asked_for_and_no_other_word_is_one(tmp_path):
    manual = """# Lamp

## The keeper

The keeper has an option to hide the lamp in the dark.

## Using it

To hide the lamp use --hide-lamp where the keeper calls it.
"""
    passages = entries_of(tmp_path, "lamp.md", manual)
    better = [Seen(f"elsewhere {n}") for n in range(4)]  # so that the two are nearly as good
    told = reader(*better, Seen("The keeper"), Seen("--hide-lamp"))
    option = drafted(told, "Which option hides the lamp?", passages)
    other = drafted(told, "Which man hides the lamp?", passages)
    assert option.text == "--hide-lamp"
    assert other.text == "The keeper"
