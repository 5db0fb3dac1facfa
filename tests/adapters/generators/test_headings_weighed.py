"""Of entries that are nearly as good, the one whose heading says what was asked goes first."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assay.types import BlockKind, BlockSpan
from tests.adapters.generators.test_entry_reader import drafted, reader
from tests.adapters.readings import Seen
from tests.entries import entries_of

MANUAL = """# Kiln

## Firing without a timer

If the kiln is hot, shelves are used again when the glaze allows it, and it can be fired at once.

## Reusing shelves

By default the kiln wants clean shelves each time.

## Doors

The doors of the kiln are made of steel.
"""
LONG, SHORT = Seen("when the glaze allows it"), Seen("clean shelves")


@pytest.fixture
def kiln(tmp_path):
    return entries_of(tmp_path, "kiln.md", MANUAL)


def first_heading(question, entries, *seen):
    return drafted(reader(*seen), question, entries).entries[0].passage.headings[-1]


@pytest.mark.parametrize(
    "question", ["How do I reuse the shelves?", "reused shelves", "Why should shelves be reused?"]
)
def test_a_short_entry_with_the_words_in_its_heading_goes_before_a_long_one(kiln, question):
    assert first_heading(question, kiln, LONG, SHORT) == "Reusing shelves"


def test_without_the_words_in_a_heading_the_better_score_counts(kiln):
    assert first_heading("When may it be hot?", kiln, LONG, SHORT) == "Firing without a timer"


def test_a_heading_does_not_outweigh_a_far_better_entry(kiln):
    filler = [Seen(f"none {number}") for number in range(12)]
    far = first_heading("How do I reuse the shelves?", kiln, LONG, *filler, SHORT)
    assert far == "Firing without a timer"


def test_the_best_keeps_its_confidence_where_no_heading_is_better(kiln):
    told = reader(SHORT, LONG)
    plain = drafted(told, "Is it hot at once?", kiln)
    headed = drafted(told, "reuse of shelves", kiln)
    assert plain.entries[0].score == headed.entries[0].score == pytest.approx(0.9)


def test_sides_of_a_comparison_are_not_moved_by_headings(kiln):
    draft = drafted(reader(LONG, SHORT), "doors vs reusing shelves", kiln)
    assert {each.passage.headings[-1] for each in draft.entries} == {"Doors", "Reusing shelves"}


def test_a_heading_with_nothing_below_it_is_no_answer(kiln):
    block = BlockSpan(0, 15, BlockKind.HEADING)
    empty = replace(kiln[1], text="Reusing shelves", headings=(), blocks=(block,))
    assert drafted(reader(Seen("Reusing")), "reused shelves", [empty]).text is None
    said = replace(empty, blocks=(replace(block, kind=BlockKind.PARAGRAPH),))
    assert drafted(reader(Seen("Reusing")), "reused shelves", [said]).text
