from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.testing import make_passage
from assay.text.places import MAX_HEADING, PATH, location, place_at, source_name
from assay.types import BlockKind, BlockSpan, Passage, Place
from assay.types.places import NO_PLACE

TEXT = "First block. Second block."


def _passage(place: Place = NO_PLACE, headings: tuple[str, ...] = (), **more: object) -> Passage:
    passage = replace(make_passage(TEXT, "manual"), source="docs/manual.txt", title="manual")
    return replace(passage, place=place, headings=headings, **more)


@pytest.mark.parametrize(
    ("place", "headings", "shown"),
    [
        (Place(), (), ""),
        (Place(page=61), (), "page 61"),
        (Place(line=120), (), "line 120"),
        (Place(page=3, line=9), (), "page 3"),
        (Place(slide=4), (), "slide 4"),
        (Place(sheet="Costs", cell="B7", line=2), (), "sheet Costs, cell B7"),
        (Place(line=5), ("Sails", "Reefing"), f"line 5, § Sails{PATH}Reefing"),
        (Place(), ("a", "b", "c", "d"), f"§ b{PATH}c{PATH}d"),
        (Place(), ("  ", "Keel"), "§ Keel"),
    ],
)
def test_a_place_as_people_read_it(place, headings, shown):
    assert location(_passage(place, headings)) == shown


def test_a_part_of_a_passage_stands_where_its_block_does():
    blocks = (
        BlockSpan(0, 12, BlockKind.PARAGRAPH, Place(page=1)),
        BlockSpan(13, 26, BlockKind.PARAGRAPH, Place(page=2)),
    )
    passage = _passage(Place(page=1), blocks=blocks)
    assert (location(passage, 0), location(passage, 20)) == ("page 1", "page 2")


def test_a_block_without_a_place_stands_where_its_passage_does():
    passage = _passage(Place(line=7), blocks=(BlockSpan(0, 12, BlockKind.ITEM),))
    assert place_at(passage, 3) == Place(line=7)


def test_the_title_of_a_document_stands_in_where_there_are_no_headings():
    blocks = (BlockSpan(0, 12, BlockKind.PARAGRAPH),)
    assert location(_passage(title="Sailing", blocks=blocks)) == "§ Sailing"
    assert location(_passage(title="Manual", blocks=blocks)) == ""  # the file's name says it


def test_a_long_heading_is_cut():
    shown = location(_passage(headings=("word " * 40,)))
    assert len(shown) <= MAX_HEADING + 2
    assert shown.endswith("…")


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("/home/me/docs/manual.txt", "manual.txt"),
        ("https://example.org/a/b", "https://example.org/a/b"),
        ("", ""),
        ("/", "/"),
    ],
)
def test_a_source_is_shown_by_its_name(source, shown):
    assert source_name(source) == shown


@given(st.text(max_size=30), st.text(max_size=30), st.integers(-5, 99), st.text(max_size=9))
def test_no_name_breaks_a_place(source, heading, offset, sheet):
    passage = _passage(Place(sheet=sheet), (heading,), source=source)
    assert "\n" not in location(passage, offset).replace(sheet, "")
    source_name(source)


def test_a_file_that_every_folder_has_is_shown_with_its_folder():
    assert source_name("/docs/ssh/index.rst") == "ssh/index.rst"
    assert source_name("/docs/ssh/roster.rst") == "roster.rst"
    assert source_name("README.md") == "README.md"
    assert source_name("https://a.b/ssh/index.html") == "https://a.b/ssh/index.html"
