"""Several things that are asked for, in an entry that is named after one of them."""

from __future__ import annotations

from assay.types import Form
from tests.adapters.generators.test_entry_reader import drafted, reader
from tests.adapters.readings import Seen
from tests.entries import entries_of

SETTINGS = """# Settings

## lamp.width

How wide the lamp is where it hangs on a wall.

## lamp.position

Where the lamp hangs.

Type: Position

Valid values:

- above
- below
"""


def test_the_values_of_a_setting_that_is_named_after_them_are_what_is_asked_for(tmp_path):
    entries = entries_of(tmp_path, "s.md", SETTINGS)
    told = reader(Seen("on a wall"), Seen("Type: Position"))
    draft = drafted(told, "What positions can the lamp have?", entries)
    assert draft.entries[0].passage.headings[-1] == "lamp.position"
    assert draft.text.endswith("above\nbelow")
    other = drafted(told, "What widths can the lamp have?", entries)
    assert other.entries[0].passage.headings[-1] == "lamp.width"


def test_a_sentence_that_counts_up_one_after_a_colon_answers_for_several(tmp_path):
    page = "# Lamp\n\n## -u\n\nIt names one. Possible interface choices are: bare, dim, loud.\n"
    told = reader(Seen("dim"))
    draft = drafted(told, "Which user interfaces are there?", entries_of(tmp_path, "l.md", page))
    assert draft.text == "Possible interface choices are: bare, dim, loud."


def test_for_all_that_there_are_the_table_that_lists_them_goes_first(tmp_path):
    page = (
        "# Lamps\n\n## Import\n\nIt says importing priority 7, then setting priority 8.\n\n"
        "## Default priorities of the small lamp\n\n"
        "| Priority | Meaning |\n|---|---|\n| urgent | now |\n| wish | some day |\n"
    )
    entries = entries_of(tmp_path, "p.md", page)
    told = reader(Seen("priority 7", 1.0), Seen("urgent"))
    draft = drafted(told, "Which priorities are there?", entries)
    assert draft.text == "Priority: urgent; Meaning: now\nPriority: wish; Meaning: some day"


def test_the_list_of_what_is_not_goes_before_a_sentence_that_denies(tmp_path):
    text = (
        "# Claims\n\nWithout receipts costs are not paid.\n\n"
        "# Not refunded\n\n- fines\n- drinks\n- lost bags\n"
    )
    entries = entries_of(tmp_path, "policy.md", text)
    told = reader(Seen("Without receipts", relevance=3.0), Seen("fines", relevance=0.5))
    draft = drafted(told, "Which costs are not refunded?", entries)
    assert draft.form is Form.LIST
    assert draft.text.split("\n")[-3:] == ["fines", "drinks", "lost bags"]


def test_the_name_of_the_first_column_says_what_the_rows_are(tmp_path):
    page = (
        "# Lamps\n\n## Wicks\n\nThe wick of fish is one that was added late.\n\n"
        "## Supported\n\n| Wick | Length |\n|---|---|\n| flat | 3 |\n| round | 9 |\n"
    )
    told = reader(Seen("of fish", 1.0), Seen("flat"))
    draft = drafted(told, "Which wicks are supported?", entries_of(tmp_path, "w.md", page))
    assert draft.text == "Wick: flat; Length: 3\nWick: round; Length: 9"
    other = drafted(told, "Which lengths are supported?", entries_of(tmp_path, "w.md", page))
    assert (draft.form, other.form) == (Form.LIST, Form.PASSAGE)


def test_a_list_that_is_announced_is_shown_and_not_a_word_of_what_announces_it(tmp_path):
    page = (
        "Shades\n======\n\nVarious ready-made shades are there. These are:\n\n"
        "white\n    For the hall.\n\nblack\n    For the yard.\n"
    )
    passages = entries_of(tmp_path, "w.rst", page)
    told = reader(Seen("Various ready-made shades"), around=lambda _: passages)
    draft = drafted(told, "Which ready-made shades are there?", passages)
    assert draft.form is not Form.FACT
    assert "black" in draft.text


def test_a_plural_in_es_finds_its_list(tmp_path):
    page = (
        "# Lamps\n\n## About\n\nThese statuses are also told by the bell.\n\n"
        "## Status of lamps\n\nIt is one of the following:\n\n- lit\n- out\n"
    )
    told = reader(Seen("by the bell"), Seen("following"))
    draft = drafted(told, "Which statuses can it have?", entries_of(tmp_path, "w.md", page))
    assert (draft.form, draft.text.split()[-2:]) == (Form.LIST, ["lit", "out"])


def test_of_options_that_of_which_the_answer_is_said_is_shown(tmp_path):
    options = "".join(f"--part{n} N\n: {'Take part of the lamp. ' * 3}\n\n" for n in range(4))
    page = f"# Lamp\n\n## Options\n\n--blank\n: Do not take a, b and c for nothing.\n\n{options}"
    passages = entries_of(tmp_path, "w.md", page)
    told = reader(Seen("a, b and c"), around=lambda _: passages)
    for question, form in (
        ("Which values are taken for nothing?", Form.PASSAGE),
        ("Which options are there?", Form.LIST),
    ):
        assert drafted(told, question, passages[:1]).form is form
