from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.testing import make_passage
from assay.text.places import (
    MAX_HEADING,
    PATH,
    location,
    name_of,
    names_apart,
    place_at,
    source_name,
    title_of,
)
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


def test_files_of_one_name_are_told_apart_by_as_much_of_their_path_as_it_takes():
    files = ["/d/2019/may/minutes.md", "/d/2020/may/minutes.md", "/d/2020/june/minutes.md"]
    names = names_apart([*files, "/d/rules.md", "/d/a/index.html", "/d/b/index.html"])
    assert names == {
        files[0]: "2019/may/minutes.md",
        files[1]: "2020/may/minutes.md",
        files[2]: "june/minutes.md",
    }


def test_titles_are_told_apart_where_files_of_one_name_have_them():
    one = Passage("1", "Text.", "Minutes", "/d/2019/minutes.md", name="2019/minutes.md")
    assert title_of(one) == "Minutes (2019/minutes.md)"
    assert title_of(replace(one, title="")) == "2019/minutes.md"
    assert title_of(replace(one, name="")) == "Minutes"
    assert title_of(Passage("1", "Text.")) == "1"


def test_a_file_whose_whole_path_ends_that_of_another_is_named_by_it():
    assert names_apart(["a/x.md", "b/a/x.md"]) == {"a/x.md": "a/x.md", "b/a/x.md": "b/a/x.md"}


def test_a_passage_is_called_by_its_own_name_where_it_has_one():
    assert name_of(_passage(source="/d/2019/minutes.md")) == "minutes.md"
    named = replace(_passage(source="/d/2019/minutes.md"), name="2019/minutes.md")
    assert name_of(named) == "2019/minutes.md"


ROW = "item: Rope; price: 39.90; stock: 17"


def _row(text: str, place: Place) -> Passage:
    blocks = (BlockSpan(0, len(text), BlockKind.ROW),)
    made = replace(make_passage(text, "prices"), source="prices.csv", title="prices")
    return replace(made, place=place, blocks=blocks)


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("39.90", "line 2, row \u201cRope\u201d, column \u201cprice\u201d"),
        ("17", "line 2, row \u201cRope\u201d, column \u201cstock\u201d"),
        ("price: 39.90; stock: 17", "line 2, row \u201cRope\u201d"),
        ("Rope", "line 2, row \u201cRope\u201d"),
    ],
)
def test_the_place_of_a_cell_names_its_row_and_column(said, shown):
    start = ROW.index(said)
    assert location(_row(ROW, Place(line=2)), 0, (start, start + len(said))) == shown


def test_the_place_of_a_row_without_names_names_the_row():
    assert (
        location(_row("Insurance: $1,105.00", Place(page=3)), 0, (11, 20))
        == "page 3, row \u201cInsurance\u201d"
    )


def test_what_goes_over_several_rows_names_none():
    assert location(_row(ROW, Place(page=3)), 0, (0, len(ROW) + 1)) == "page 3"
    assert location(_passage(Place(page=3), ()), 0, (0, 5)) == "page 3"
