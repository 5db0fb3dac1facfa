"""A side that a word of grammar tells from the other is shown where it is named, and only there."""

from __future__ import annotations

from assay.types import Form
from tests.adapters.generators.test_entry_reader import drafted, reader
from tests.adapters.readings import Seen
from tests.entries import entries_of

LIST = "# lamp\n\n## list\n\nIt shows all lamps that burn on a day or in a week.\n"
MORE = "\n## calendar\n\nIt shows three months; look at the list of lamps for more of it.\n"
AT = "\n## at\n\nIt shows the lamps that burn on one moment of the day and no other.\n"
QUESTION = "What is the difference between lamp list and lamp at?"


def test_the_entry_of_a_word_of_grammar_is_shown(tmp_path):
    lamps = entries_of(tmp_path, "lamp.md", LIST + MORE + AT)
    draft = drafted(reader(Seen("burn on")), QUESTION, lamps)
    assert draft.form is Form.COMPARISON
    assert [each.passage.headings[-1] for each in draft.entries] == ["list", "at"]


def test_what_no_entry_names_is_put_below_no_other(tmp_path):
    lamps = entries_of(tmp_path, "lamp.md", LIST + MORE)
    draft = drafted(reader(Seen("burn on")), QUESTION, lamps)
    assert "lamp at" not in draft.text
    assert len(draft.entries) == 1
