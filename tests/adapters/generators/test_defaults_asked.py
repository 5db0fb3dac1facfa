"""For a default, the entry of the setting answers that says it, and no example does."""

from __future__ import annotations

from tests.adapters.generators.test_entry_reader import drafted, reader
from tests.adapters.readings import Seen
from tests.entries import entries_of

MANUAL = """# Lamp

## Web server

The lamp has a web server at port 80, for example with lamp --port 80.

## Settings

Those of the web server:

- host: The name of the server.
- port: The port of the web server. Default: 6680.
"""
QUESTION = "Which port does the lamp web server use by default?"


def test_the_default_of_the_setting_is_given_and_not_the_example(tmp_path):
    passages = entries_of(tmp_path, "lamp.md", MANUAL)
    better = [Seen(f"elsewhere {n}") for n in range(4)]  # so that the two are nearly as good
    told = reader(*better, Seen("80"), Seen("The name"))
    assert drafted(told, QUESTION, passages).text == "6680"
    assert drafted(told, "Which port has the lamp web server?", passages).text == "80"


def test_an_example_is_shown_with_its_words(tmp_path):
    passages = entries_of(tmp_path, "lamp.md", MANUAL.partition("## Settings")[0])
    told = reader(Seen("80"))
    assert drafted(told, QUESTION, passages).text != "80"


def test_the_name_of_a_setting_is_no_default(tmp_path):
    manual = "# Files\n\n- mode (text) \u2014 what lamps may do with files. The default is 0600.\n"
    passages = entries_of(tmp_path, "lamp.md", manual)
    told = reader(Seen("mode"))
    assert drafted(told, "What rights do lamps get to files by default?", passages).text == "0600"
    assert drafted(told, "What right has a lamp to a file?", passages).text == "mode"


def test_an_item_without_a_number_says_not_how_many(tmp_path):
    manual = """# Lamps

A lamp keeps up to the 10 most recent results.

Each result has:

- lamp - the lamp that keeps this result
- wick - its wick
"""
    passages = entries_of(tmp_path, "lamp.md", manual)
    draft = drafted(reader(Seen("10")), "How many results does each lamp keep?", passages)
    assert draft.text == "10"
