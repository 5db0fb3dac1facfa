from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay_documents.texts.plain import plain_blocks
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


def test_what_is_announced_and_stands_deeper_is_apart():
    text = """\
     Some suits give more light than others, and these are the lights
which the keeper may have:
              brass lamp        1
              tin lamp          3
              no lamp           9
"""
    assert lines(plain_blocks(text)) == [
        (
            "paragraph",
            "Some suits give more light than others, and these are the lights"
            " which the keeper may have:",
        ),
        ("entry", "brass lamp\n1"),
        ("entry", "tin lamp\n3"),
        ("entry", "no lamp\n9"),
    ]


def test_code_with_a_colon_stays_together():
    code = "if lit in [lamp(3),\n        lamp(4)]:\n                print(lamp)\n        stop()\n"
    assert [kind for kind, _ in lines(plain_blocks(code))] == ["code"]


def test_options_below_their_name_are_entries_as_programs_print_them():
    text = """\
options:
  -h, --help            show this help and exit
  -c OIL, --oil OIL
                        which oil to burn (default: rape
                        and whale)
  -v, --verbose         say more
  --oil-kind {rape-seed,whale-and-other-fish,olive,sunflower,linseed,castor,hemp}
                        the kind (default:
                        olive)
  --out
                        put it out
"""
    assert lines(plain_blocks(text)) == [
        ("entry", "options:"),
        ("entry", "-h, --help\nshow this help and exit"),
        ("entry", "-c OIL, --oil OIL\nwhich oil to burn (default: rape and whale)"),
        ("entry", "-v, --verbose\nsay more"),
        (
            "entry",
            "--oil-kind {rape-seed,whale-and-other-fish,olive,sunflower,linseed,castor,hemp}"
            "\nthe kind (default: olive)",
        ),
        ("entry", "--out\nput it out"),
    ]


@pytest.mark.parametrize("text", [MANUAL.replace("low-\n       level", "low level"), README])
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
def test_no_layout_loses_a_word(text):
    contents = plain_blocks(text)
    assert kept(contents, text) == 1
    check_cuts(document(contents))


@given(st.text(max_size=200))
def test_any_text_is_read(text):
    check_cuts(document(plain_blocks(text)))


def test_lines_that_each_name_a_field_stay_lines():
    fields = "DTSTART;TZID=Europe/Berlin:20251012T190000\nuid:1@choir\nphantom_power: false"
    (block,) = plain_blocks(fields).blocks
    assert block.text.splitlines() == fields.splitlines()
