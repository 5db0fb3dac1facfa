"""The numbers of a plain text: sections with a number, and items that have one."""

from __future__ import annotations

import pytest

from assay_documents.texts.plain import plain_blocks
from tests.documents.reading import kept, lines

STATUTES = """\
1. The Society

   The society keeps the lamps of the coast.

  1.1. Members

    1. Who pays the fee is a member.
    2. Who leaves says so
       in writing.

2. The Keepers

  2.1. Duties

   A keeper has to:
    1. light the lamp;
    2. write down the hour.

  2.2. Election

    1. Keepers are elected in May.

3. The board

  3.1 Powers

    3.1.1 Money

   It may spend the fees.

B. Words

  B.1. Lamp

   A lamp is what gives light.
"""


def test_a_section_above_its_first_section_is_a_heading_whatever_list_was_open():
    contents = plain_blocks(STATUTES)
    paths = {block.text: block.headings for block in contents.blocks if block.kind != "heading"}
    assert paths == {
        "The society keeps the lamps of the coast.": ("1. The Society",),
        "Who pays the fee is a member.": ("1. The Society", "1.1. Members"),
        "Who leaves says so in writing.": ("1. The Society", "1.1. Members"),
        "A keeper has to:": ("2. The Keepers", "2.1. Duties"),
        "light the lamp;": ("2. The Keepers", "2.1. Duties"),
        "write down the hour.": ("2. The Keepers", "2.1. Duties"),
        "Keepers are elected in May.": ("2. The Keepers", "2.2. Election"),
        "It may spend the fees.": ("3. The board", "3.1 Powers", "3.1.1 Money"),
        "A lamp is what gives light.": ("B. Words", "B.1. Lamp"),
    }


def test_short_items_with_blank_lines_between_them_are_no_sections():
    contents = plain_blocks("Steps\n=====\n\n1. Open the box\n\n2. Take the lamp\n\n3. Light it\n")
    assert [kind for kind, _ in lines(contents)] == ["heading", "item", "item", "item"]


def test_a_numbered_title_may_end_in_a_full_stop_and_an_item_is_none():
    text = """\
  7. Lamps and Their Oil.

  The oil of a lamp belongs to the house, and whoever lights the lamp
pays for it.

  8. Wicks.

  A wick is free.

1. Open the box.

Take care.

2. Smile.

   It is a list.
"""
    contents = plain_blocks(text)
    heads = [block.text for block in contents.blocks if block.kind == "heading"]
    assert heads == ["7. Lamps and Their Oil.", "8. Wicks."]


LICENCE = """\
Terms of the Lamp House

1. You may light the lamp for as many nights as you want, and for any
Ship that asks for it. You may take money for the oil, but not for the
light.

2. You may change the lamp,
if you say so.
3. Wind, rain and the sea are not the fault of the house, whatever they do
   to the lamp or to the
   keeper.
What is not said here is not allowed.

- oil
- wicks
Bring both.
"""


def test_an_item_goes_on_below_its_number_where_a_line_was_full_or_its_sentence_not_over():
    assert lines(plain_blocks(LICENCE))[1:] == [
        (
            "item",
            "You may light the lamp for as many nights as you want, and for any Ship that asks "
            "for it. You may take money for the oil, but not for the light.",
        ),
        ("item", "You may change the lamp, if you say so."),
        (
            "item",
            "Wind, rain and the sea are not the fault of the house, whatever they do to the lamp "
            "or to the keeper.",
        ),
        ("paragraph", "What is not said here is not allowed."),
        ("item", "oil"),
        ("item", "wicks"),
        ("paragraph", "Bring both."),
    ]


@pytest.mark.parametrize("text", [STATUTES, LICENCE])
def test_all_words_are_kept(text):
    assert kept(plain_blocks(text), text) >= 0.99


CHAPTERS = """\
Chapter\u00a01. Lamps

Table of Contents

1. Oil
2. Wicks

1. Oil

Take rape oil.

BRASS

Polish it.

2. Wicks

Cut them.

PART TWO

1. Boats

Row them.

2. Nets

Note

Mend them.

Chapter II: Birds

2.1. Gulls

2.1.1. Herring gulls

Note

They shout.
"""


def test_chapters_parts_and_names_in_capitals_stand_where_their_numbers_say():
    paths = {block.text: block.headings for block in plain_blocks(CHAPTERS).blocks}
    assert paths["Take rape oil."] == ("Chapter 1. Lamps", "1. Oil")
    assert paths["Polish it."] == ("Chapter 1. Lamps", "1. Oil", "BRASS")
    assert paths["Cut them."] == ("Chapter 1. Lamps", "2. Wicks")
    assert paths["Row them."] == ("PART TWO", "1. Boats")
    assert paths["Mend them."] == ("PART TWO", "2. Nets", "Note")
    assert paths["They shout."] == (
        "Chapter II: Birds",
        "2.1. Gulls",
        "2.1.1. Herring gulls",
        "Note",
    )


def test_an_item_above_a_title_stays_an_item():
    text = "We have:\n\n1. Apples\n\n2. Pears\n\nStorage\n\nKeep them where it is cool.\n"
    assert ("item", "Pears") in [(block.kind, block.text) for block in plain_blocks(text).blocks]


def test_a_sentence_that_was_broken_before_a_letter_is_no_list():
    text = (
        "When the keeper is tired of it he may leave the lamp by the stairs, with key\n"
        "G. After that he goes to bed, and nobody is to wake him before the sun is up.\n"
    )
    assert [(block.kind, block.text) for block in plain_blocks(text).blocks] == [
        ("paragraph", " ".join(text.split()))
    ]


def test_a_list_may_begin_right_below_a_full_line():
    text = (
        "Before the keeper may go to bed there are three things that he always has to do\n"
        "1. fill the lamp;\n"
        "2. cut the wick.\n"
    )
    assert [block.text for block in plain_blocks(text).blocks][1:] == [
        "fill the lamp;",
        "cut the wick.",
    ]


def test_a_page_whose_sections_are_underlined_is_no_rendered_manual_page():
    text = (
        "lampd(8)\n========\n\nNAME\n----\nlampd - light\n\nDESCRIPTION\n-----------\nIt burns.\n"
    )
    blocks = [(block.kind.value, block.text) for block in plain_blocks(text).blocks]
    assert blocks == [
        ("heading", "lampd(8)"),
        ("heading", "NAME"),
        ("paragraph", "lampd - light"),
        ("heading", "DESCRIPTION"),
        ("paragraph", "It burns."),
    ]


BOXED = """\
Contents
--------
A.      Lamps
B.      Oil

------------------------------------------------------------------------
A.                                 LAMPS
------------------------------------------------------------------------

A lamp gives light.

Wicks
========================================

A wick is free.

Glass
========================================

A glass is not.

------------------------------------------------------------------------
B.                                  OIL
------------------------------------------------------------------------

Oil burns.
"""


def test_a_title_between_two_lines_is_above_those_with_one_however_long():
    contents = plain_blocks(BOXED)
    paths = {block.text: block.headings for block in contents.blocks if block.kind == "paragraph"}
    assert paths == {
        "A lamp gives light.": ("A. LAMPS",),
        "A wick is free.": ("A. LAMPS", "Wicks"),
        "A glass is not.": ("A. LAMPS", "Glass"),
        "Oil burns.": ("B. OIL",),
    }


def test_one_long_rule_below_a_short_line_is_no_underline():
    contents = plain_blocks("Notes\n" + "=" * 40 + "\n\nA wick is free.\n")
    assert all(not block.headings for block in contents.blocks)


def test_a_question_with_a_number_is_a_heading_above_a_text_and_an_item_among_others():
    asked = plain_blocks("1. What is a lamp?\n\nIt is light.\n\n2. Who pays?\n\nThe house.\n")
    assert [kind for kind, _ in lines(asked)] == ["heading", "paragraph", "heading", "paragraph"]
    listed = plain_blocks("1. What is a lamp?\n\n2. Who pays?\n\n3. Who lights it?\n")
    assert [kind for kind, _ in lines(listed)] == ["item", "item", "item"]
