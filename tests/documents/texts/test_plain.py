from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.documents.texts.plain import plain_blocks
from tests.documents.reading import check_cuts, document, kept, lines

MANUAL = """\
LAMPD(8)                 System Manager's Manual                 LAMPD(8)

NAME
       lampd - keep a lamp lit

SYNOPSIS
       lampd [-aq] [--oil litres] file

DESCRIPTION
       The  daemon  keeps  a  lamp lit and writes down the hour, the wind and
       the oil that is left. It reads the low-
       level settings.

   Starting
       It is started by the keeper.

OPTIONS
       -a, --all
              Light all lamps.

              This needs a lot of oil.

       --oil litres
       -o litres
              How much oil there is. One of:

              full   As much as fits. More is
                     spilt.

              half   Half of it.

       -q     Say nothing at all, not even
              in an emergency.

       \u2022   A remark that is
           marked.

       \u2022   Another one.

EXAMPLES
           $ lampd -a
           lamp 1: lit

SEE ALSO
       oil(1)

Mura 1.2                        2024-05-01                       LAMPD(8)
"""

README = """\
The Lamp
========

A lamp is a thing that
gives light.

INSTALLATION

Unpack it first.

1. Open the box.
2. Take the lamp
   out of it.

   - with both hands
   - gently

Settings
--------

  brightness    how bright it is
  colour        how red it is

Anna Lund
Lamp Street 5
Mura

2.1 Rules for the keeper

Write everything down.
"""


def test_a_rendered_manual_page():
    contents = plain_blocks(MANUAL)
    assert contents.title == "lampd(8)"
    assert lines(contents) == [
        ("furniture", "LAMPD(8) System Manager's Manual LAMPD(8)"),
        ("heading", "NAME"),
        ("paragraph", "lampd - keep a lamp lit"),
        ("heading", "SYNOPSIS"),
        ("paragraph", "lampd [-aq] [--oil litres] file"),
        ("heading", "DESCRIPTION"),
        (
            "paragraph",
            "The daemon keeps a lamp lit and writes down the hour, the wind and the oil that is "
            "left. It reads the low-level settings.",
        ),
        ("heading", "Starting"),
        ("paragraph", "It is started by the keeper."),
        ("heading", "OPTIONS"),
        ("entry", "-a, --all\nLight all lamps."),
        ("paragraph", "This needs a lot of oil."),
        ("entry", "--oil litres\n-o litres\nHow much oil there is. One of:"),
        ("entry", "full\nAs much as fits. More is spilt."),
        ("entry", "half\nHalf of it."),
        ("entry", "-q\nSay nothing at all, not even in an emergency."),
        ("item", "A remark that is marked."),
        ("item", "Another one."),
        ("heading", "EXAMPLES"),
        ("code", "$ lampd -a\nlamp 1: lit"),
        ("heading", "SEE ALSO"),
        ("paragraph", "oil(1)"),
        ("furniture", "Mura 1.2 2024-05-01 LAMPD(8)"),
    ]
    blocks = {block.text.partition("\n")[0]: block for block in contents.blocks}
    assert blocks["full"].headings == ("OPTIONS", "--oil litres, -o litres")
    assert blocks["This needs a lot of oil."].headings == ("OPTIONS", "-a, --all")
    assert blocks["-q"].headings == ("OPTIONS",)
    assert blocks["-q"].place.line == 32
    assert blocks["It is started by the keeper."].headings == ("DESCRIPTION", "Starting")


def test_overstruck_letters_are_read_once():
    bold = MANUAL.replace("NAME", "N\bNA\bAM\bME\bE").replace("lampd -", "l\bla\bam\bmp\bpd\bd -")
    assert lines(plain_blocks(bold)) == lines(plain_blocks(MANUAL))


def test_a_readme():
    contents = plain_blocks(README)
    assert contents.title == "The Lamp"
    assert lines(contents) == [
        ("heading", "The Lamp"),
        ("paragraph", "A lamp is a thing that gives light."),
        ("heading", "INSTALLATION"),
        ("paragraph", "Unpack it first."),
        ("item", "Open the box."),
        ("item", "Take the lamp out of it."),
        ("item", "with both hands"),
        ("item", "gently"),
        ("heading", "Settings"),
        ("entry", "brightness\nhow bright it is"),
        ("entry", "colour\nhow red it is"),
        ("paragraph", "Anna Lund\nLamp Street 5\nMura"),
        ("heading", "2.1 Rules for the keeper"),
        ("paragraph", "Write everything down."),
    ]
    blocks = {block.text: block for block in contents.blocks}
    assert blocks["Take the lamp out of it."].number == "2."
    assert blocks["Open the box."].group == blocks["gently"].group


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


@pytest.mark.parametrize(
    "text", [MANUAL.replace("low-\n       level", "low level"), README, STATUTES, LICENCE]
)
def test_all_words_are_kept(text):
    assert kept(plain_blocks(text), text) >= 0.99


words = st.sampled_from(
    ["Lamp", "oil", "-a", "1.", "*", "OIL", "end.", "a:", "  ", "\t", "$ x", "x=1"]
)
text_lines = st.builds(
    lambda indent, parts: " " * indent + " ".join(parts),
    st.sampled_from([0, 0, 3, 4, 7, 8, 14]),
    st.lists(words, max_size=6),
)


@given(st.lists(st.one_of(text_lines, st.just("")), max_size=40).map("\n".join))
@settings(max_examples=400, deadline=None)
def test_no_layout_loses_a_word(text):
    contents = plain_blocks(text)
    assert kept(contents, text) == 1
    check_cuts(document(contents))


@given(st.text(max_size=200))
@settings(max_examples=200, deadline=None)
def test_any_text_is_read(text):
    check_cuts(document(plain_blocks(text)))
