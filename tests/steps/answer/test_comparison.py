"""Which entry stands for a side of a comparison."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assay.steps.answer.comparison import (
    ABOUT,
    OWN,
    headed,
    heads_both,
    heads_one,
    of_both,
    own_block,
    part_of_both,
    share,
    speaks_of,
    tells,
)
from assay.testing import make_passage
from assay.types import Passage
from tests.entries import entries_of

LONG = "The jib is a small sail that stands before the mast of a boat."


def entry(text: str, *headings: str, source: str = "sails.md") -> Passage:
    return replace(make_passage(text), title="", headings=headings, source=source)


@pytest.mark.parametrize(
    ("side", "heading", "text", "worth"),
    [
        ("jib", "2.1 The jib", "Short.", OWN),
        ("jib", "jib size", "Short.", OWN),
        ("jib", "Sails", "jib: a small sail", 0),  # no block, so no entry among others
        ("jib", "How a jib is set in wind", LONG, ABOUT),
        ("jib", "How a jib is set in wind", "jib", 0),
        ("jib", "A jib, a genoa, a spinnaker and other old light sails", LONG, 0),
        ("jib", "NAME", "jib - set a jib or a genoa", 0),
        ("sails jib", "jib", LONG, OWN),  # "jib" in the manual of the tool "sails"
        ("boats jib", "jib", LONG, 0),
    ],
)
def test_the_entry_of_a_side_is_known_by_its_heading(side, heading, text, worth):
    assert headed(side, entry(text, heading)) == worth


def test_a_side_is_called_by_the_word_that_it_alone_has():
    assert headed("slab reef", entry(LONG, "slab"), "slab") == OWN
    assert headed("slab reef", entry(LONG, "slab sizes"), "slab") == 0
    assert headed("slab reef", entry(LONG, "slab")) == 0


def test_a_side_among_other_entries_of_a_passage_is_found(tmp_path):
    text = "# Terms\n\nJib: a small sail before the mast.\n\nGenoa: a large sail.\n"
    (passage,) = entries_of(tmp_path, "sails.md", text)
    for side, said in (("jib", "small"), ("genoa", "large")):
        place = own_block(side, passage)
        assert place is not None
        assert said in passage.text[slice(*place)]
        assert headed(side, passage) == OWN
    assert own_block("mast", passage) is None


@pytest.mark.parametrize(
    ("heading", "text", "telling"),
    [
        ("Sails", LONG, True),
        ("Name", LONG, False),
        ("Sails", "jib - set a jib or a genoa", False),
        ("Sails", "2.1 What a jib is\n2.2 When a genoa is set and by whom it is set\n", False),
    ],
)
def test_a_line_that_names_things_tells_nothing(heading, text, telling):
    assert tells(entry(text, heading)) is telling


def test_a_sign_must_stand_by_itself():
    assert share("=@", entry("Write field=@file or name =@ path.")) == 1
    assert share("@", entry("Write field=@file or name =@ path.")) == 0
    assert share("jib sheet", entry(LONG)) == 0.5


def test_what_both_belong_to_decides_between_entries_of_one_name():
    ours, other = (entry(LONG, "jib", source=name) for name in ("sails.md", "cranes.md"))
    assert speaks_of("jib", ours, "sails") > speaks_of("jib", other, "sails")
    assert speaks_of("jib", ours) == speaks_of("jib", other)


def test_a_bare_item_of_a_list_is_no_entry(tmp_path):
    (passage,) = entries_of(tmp_path, "s.md", "# Sails\n\nOne of these:\n\n- jib\n- genoa\n")
    assert own_block("jib", passage) is None


@pytest.mark.parametrize(
    ("heading", "both", "one"),
    [
        ("Jib or genoa?", True, False),
        ("Setting a jib", False, True),
        ("Sails", False, False),
        ("", False, False),
    ],
)
def test_a_heading_may_name_both_sides_or_one(heading, both, one):
    passage = entry(LONG, *filter(None, [heading]))
    assert heads_both(("jib", "light genoa"), passage) is both
    assert heads_one(("jib", "light genoa"), passage) is one


def test_one_entry_may_speak_of_both_and_is_shown_as_far_as_it_does(tmp_path):
    first = "A jib is small and is set in strong wind, as everybody knows."
    last = "A genoa is large and is set in light wind, as everybody knows."
    (passage,) = entries_of(tmp_path, "s.md", f"# Sails\n\n{first}\n\nA rope.\n\n{last}\n")
    assert of_both(("jib", "genoa"), passage)
    assert not of_both(("jib", "spinnaker"), passage)
    start, end = part_of_both(("jib", "genoa"), passage, (0, len(first)))
    assert passage.text[start:end].endswith(last)
    assert part_of_both(("jib", "wind"), passage, (0, len(first))) == (0, len(first))


def test_words_that_both_sides_have_name_neither():
    sides = ("gaff rig", "lug rig")
    assert not of_both(sides, entry("The gaff rig has a spar above the sail of the boat."))
    assert of_both(sides, entry("A gaff has a spar at the mast, and a lug one across the mast."))


def test_an_item_that_begins_with_a_side_and_a_head_in_the_text_are_its_entries(tmp_path):
    text = (
        "# Sails\n\nThere are some:\n\n1. Jib sheets hold the jib in a strong wind.\n"
        "2. Halyards lift the sails up.\n\nGenoa. A large sail that reaches behind the mast.\n"
    )
    (passage,) = entries_of(tmp_path, "sails.md", text)
    for side, said in (("jib sheets", "strong"), ("halyards", "lift"), ("genoa", "large")):
        place = own_block(side, passage)
        assert place is not None
        assert said in passage.text[slice(*place)]
    assert own_block("sheets", passage) is None
    assert own_block("large sail", passage) is None
