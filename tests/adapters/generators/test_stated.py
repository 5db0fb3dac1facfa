"""Yes or no where an entry says it in so many words."""

from __future__ import annotations

from assay.types import Form
from tests.adapters.generators.test_entry_choice import ByEntry
from tests.adapters.generators.test_entry_reader import drafted, reader
from tests.adapters.readings import Seen
from tests.entries import entries_of
from tests.steps.answer.test_yes_no import Supports

SETTINGS = "# Lamps\n\n## dimming\n\nWhether the lamp burns low. Default is true.\n"
RAIN = (
    "# Lamps\n\n## Rain\n\nLamps that are lit are not affected by rain.\n\n"
    "## Examples\n\nPut out the lamps that are lit in the rain.\n"
)


def test_a_default_decides_what_the_scorer_leaves_open(tmp_path):
    entries = entries_of(tmp_path, "s.md", SETTINGS)
    told = reader(Seen("Default is true"), nli=Supports(0.3, 0.3))
    assert drafted(told, "Is dimming turned on by default?", entries).text.startswith("Yes.")
    assert drafted(told, "Is dimming disabled by default?", entries).text.startswith("No.")
    assert drafted(told, "Is dimming any good?", entries).form is Form.PASSAGE


def test_a_sentence_that_repeats_the_question_is_disputed_by_none_that_does_not(tmp_path):
    entries = entries_of(tmp_path, "r.md", RAIN)
    nli = ByEntry(affected=(0.1, 0.9), Put=(0.9, 0.1))
    told = reader(Seen("affected by rain"), Seen("Put out"), nli=nli)
    said = drafted(told, "Are lamps that are lit affected by rain?", entries)
    assert (said.form, said.text.partition("\n")[0]) == (Form.YES_NO, "No.")
    open_one = drafted(told, "Do lamps that are lit go out in the rain?", entries)
    assert open_one.form is Form.PASSAGE
