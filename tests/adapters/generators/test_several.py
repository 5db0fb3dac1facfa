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
    assert other.text != draft.text
