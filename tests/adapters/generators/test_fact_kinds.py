"""A fact is of the kind that is asked for: no number for a person, no next line for a date."""

from __future__ import annotations

from assay.types import Form
from tests.adapters.generators.test_entry_reader import drafted, reader
from tests.adapters.readings import Seen
from tests.entries import entries_of

BOARD = "# Board\n\nThe board has a chair and a clerk. Two members of the board sign for it.\n"
PLAN = "# Trip\n\n- FRIDAY 16 MAY\n- 08:30 bus to Oslo\n- 19:30 concert in the hall\n"


def test_a_number_is_nobody(tmp_path):
    board = entries_of(tmp_path, "board.md", BOARD)
    told = reader(Seen("Two"))
    assert drafted(told, "Who are the members of the board?", board).form is Form.PASSAGE
    assert drafted(told, "How many members of the board sign?", board).text == "Two"


def test_a_date_ends_with_its_line(tmp_path):
    plan = entries_of(tmp_path, "plan.md", PLAN)
    draft = drafted(reader(Seen("FRIDAY 16 MAY\n08:30")), "When is the concert in Oslo?", plan)
    assert draft.text == "FRIDAY 16 MAY"


def test_one_of_the_values_that_a_grammar_allows_is_no_fact(tmp_path):
    page = "# Settings\n\nThe colour of a lamp: colour ( green | blue ); it is grey if unset.\n"
    colour = entries_of(tmp_path, "colour.md", page)
    for value, form in (("green", Form.PASSAGE), ("blue", Form.PASSAGE), ("grey", Form.FACT)):
        assert drafted(reader(Seen(value)), "Which colour has the lamp?", colour).form is form


def test_that_nothing_is_set_is_no_fact_where_the_entry_says_what_holds_then(tmp_path):
    page = "# Settings\n\nThe colour of a lamp is None at first. {} it is grey.\n"
    for said, form in (("If unset,", Form.PASSAGE), ("At night", Form.FACT)):
        colour = entries_of(tmp_path, "colour.md", page.format(said))
        assert drafted(reader(Seen("None")), "Which colour has the lamp?", colour).form is form


def test_a_name_ends_with_its_line(tmp_path):
    page = (
        "LAMP(1)\n\nNAME\n       lamp - light\n\nSTATUS\n       {}\n              if it is out.\n"
    )
    for name, form in (("127", Form.FACT), ("--out=HOUR", Form.PASSAGE)):
        status = entries_of(tmp_path, "lamp.txt", page.format(name))
        said = name.rpartition("=")[2]
        draft = drafted(reader(Seen(f"{said}\nif it")), "What is the status if it is out?", status)
        assert draft.form is form
        assert form is Form.PASSAGE or draft.text == said


def test_what_the_next_entry_says_of_being_unset_is_not_said_of_this_one(tmp_path):
    page = "<dl><dt>colour</dt><dd>The colour of a lamp: None</dd><dt>wick</dt><dd>{}</dd></dl>"
    entries = entries_of(tmp_path, "lamp.html", page.format("Its wick. If unset, it is ten."))
    assert drafted(reader(Seen("None")), "Which colour has the lamp?", entries).form is Form.FACT
