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


MUCH = "What else there is to be said of it stands in the book of the mate, and at some length. "
KINDS = f"""# Reefs

slab
: A part of the sail is tied down, which holds better than the roller reef. {MUCH * 4}

roller
: The sail is wound about a pole that turns, and the mate can do so from the deck. {MUCH * 4}
"""


def test_two_of_one_kind_have_an_entry_each_though_one_names_the_other(tmp_path):
    reefs = entries_of(tmp_path, "reefs.md", KINDS)
    question = "What is the difference between a slab reef and a roller reef?"
    draft = drafted(reader(Seen("tied down")), question, reefs)
    assert [each.label for each in draft.entries] == ["slab reef", "roller reef"]
    assert "tied down" in draft.entries[0].text
    assert "wound about" in draft.entries[1].text


def test_what_both_sides_belong_to_decides_before_a_page_of_the_same_name(tmp_path):
    mast = "# mast\n\n## modes\n\nThe fixed mode stays where it is; the free-turning one turns.\n"
    other = "# Lamps\n\n## fixed\n\nA fixed lamp is one that is lit at each hour of the day.\n"
    lamps = entries_of(tmp_path, "mast.md", mast) + entries_of(tmp_path, "lamps.md", other)
    question = "What is the difference between the fixed and free-turning modes of mast?"
    draft = drafted(reader(Seen("stays where")), question, lamps)
    assert [each.passage.source for each in draft.entries] == ["mast.md"]
