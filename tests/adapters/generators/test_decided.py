"""Yes or no where the best entry leaves it open and one near it does not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assay.testing import FakeRelevanceScorer
from assay.types import Form
from tests.adapters.generators.test_entry_choice import ByEntry
from tests.adapters.generators.test_entry_reader import drafted, reader
from tests.adapters.readings import Seen
from tests.entries import entries_of

DOORS = """# Doors

## Cellar

The cellar is below the kitchen.

## Attic

The attic door must not stay open at night.
"""


def asked(tmp_path, question, attic=(0.1, 0.8), score=0.4):
    """What is drafted where the cellar scores 0.5 and says nothing, and the attic what is given."""
    told = reader(Seen("cellar"), Seen("attic"), nli=ByEntry(cellar=(0.3, 0.3), attic=attic))
    told = replace(told, scorer=FakeRelevanceScorer(scores={"cellar": 0.5, "attic": score}))
    return drafted(told, question, entries_of(tmp_path, "d.md", DOORS))


def headings(draft):
    return [each.passage.headings[-1] for each in draft.entries]


def test_a_near_entry_that_says_all_that_is_asked_decides(tmp_path):
    draft = asked(tmp_path, "Must the door stay open at night?")
    assert (draft.form, headings(draft)) == (Form.YES_NO, ["Attic"])
    assert draft.text.startswith("No.")
    assert [each.passage.headings[-1] for each in draft.closest] == ["Cellar"]


def test_a_near_no_that_says_less_is_shown_beside_the_best(tmp_path):
    draft = asked(tmp_path, "Must the oak shutters stay painted?")
    assert (draft.form, headings(draft)) == (Form.PASSAGE, ["Cellar", "Attic"])


@pytest.mark.parametrize(("attic", "score"), [((0.1, 0.8), 0.2), ((0.3, 0.3), 0.4)])
def test_an_entry_that_is_far_or_open_itself_changes_nothing(tmp_path, attic, score):
    draft = asked(tmp_path, "Must the door stay open at night?", attic, score)
    assert (draft.form, headings(draft)) == (Form.PASSAGE, ["Cellar"])


def test_a_no_that_hardly_speaks_of_the_question_disputes_nothing(tmp_path):
    page = DOORS.replace("is below the kitchen", "may be locked at night").replace(
        "attic door", "attic"
    )
    nli = ByEntry(cellar=(0.9, 0.05), attic=(0.05, 0.9))
    told = reader(Seen("cellar"), Seen("attic"), nli=nli)
    question = "May the cellar be locked?"
    draft = drafted(
        told, question, entries_of(tmp_path, "d.md", page.replace("attic door", "attic"))
    )
    assert (draft.form, headings(draft)) == (Form.YES_NO, ["Cellar"])


RULES = """# Rules

## oil-the-lamp

It holds for wicks, too.

## trim-the-wick

It holds for wicks that are long.
"""


@pytest.mark.parametrize(("score", "first"), [(0.4, "oil-the-lamp"), (-0.9, "trim-the-wick")])
def test_an_entry_with_the_name_that_is_asked_about_goes_first(tmp_path, score, first):
    told = reader(Seen("wicks, too"), Seen("wicks that"), nli=ByEntry(holds=(0.3, 0.3)))
    scores = {"wicks, too": score, "wicks that": 0.5}
    told = replace(told, scorer=FakeRelevanceScorer(scores=scores))
    entries = entries_of(tmp_path, "r.md", RULES)
    assert headings(drafted(told, "Does oil-the-lamp hold for wicks?", entries)) == [first]
    assert headings(drafted(told, "Does oil hold for wicks?", entries)) == ["trim-the-wick"]


def test_an_item_decides_with_the_line_that_announces_it(tmp_path):
    page = "# Fuels\n\nWhat the stove is known not to burn:\n\n- glass\n- paint\n"
    told = reader(Seen("paint"), nli=ByEntry(known=(0.1, 0.8)))
    draft = drafted(told, "Does the stove burn paint?", entries_of(tmp_path, "s.md", page))
    assert draft.text.startswith("No.")
