from __future__ import annotations

import textwrap

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay_documents.model import Block, Contents
from assay_documents.places import BlockKind, Place
from assay_documents.quoted.help_text import is_help, is_manual_page, with_help_texts
from assay_documents.readers import read_documents
from tests.documents.reading import check_cuts, document

HELP = """\
usage: lamp [-h] [-k {cold,warm,amber}] [--oil OIL]
            [FILE]

Light a lamp.

positional arguments:
  FILE                  Where to write down what was lit. If it is left
                        out, nothing is written.

options:
  -h, --help            show this help message and exit
  -k {cold,warm,amber,candle,daylight}, --kind {cold,warm,amber,candle,daylight}
                        The kind of light. If not specified, the one of the
                        last evening.
  --oil OIL             How much oil to burn."""
FOUND = [
    ("positional arguments", 0),
    ("options", 0),
    ("-h, --help", 1),
    (
        "-k {cold,warm,amber,candle,daylight}, --kind {cold,warm,amber,candle,daylight}",
        1,
    ),
    ("--oil OIL", 1),
]
INDENTED = textwrap.indent(HELP, "   ")
ESCAPED = HELP.replace("-", r"\-")
FILES = {
    "lamp.rst": f"Lamp\n====\n\nIt says:\n\n.. code-block:: none\n\n{INDENTED}\n\nThe end.\n",
    "lamp.md": f"# Lamp\n\nIt says:\n\n\n\n```\n{HELP}\n```\n\nThe end.\n",
    "lamp.adoc": f"= Lamp\n\nIt says:\n\n\n\n----\n{HELP}\n----\n\nThe end.\n",
    "lamp.1": f".TH LAMP 1\n.SH L\nIt says:\n.PP\n.PP\n.PP\n.nf\n{ESCAPED}\n.fi\n.PP\nThe end.\n",
    "lamp.html": f"<h1>Lamp</h1><p>It says:</p><pre>{HELP}</pre><p>The end.</p>",
}


@pytest.mark.parametrize("name", FILES)
def test_help_in_a_block_of_code_is_read_as_entries(name, tmp_path):
    path = tmp_path / name
    path.write_text(FILES[name])
    made = next(read_documents(path))
    entries = [block for block in made.blocks if block.kind is BlockKind.ENTRY]
    above = len(entries[0].headings)
    assert [(each.term, len(each.headings) - above) for each in entries] == FOUND
    assert entries[3].text.endswith(
        "\nThe kind of light. If not specified, the one of the last evening."
    )
    usage = next(block for block in made.blocks if block.kind is BlockKind.CODE)
    assert usage.text.startswith("usage: lamp") and usage.text.endswith("Light a lamp.")
    after = made.blocks[-1]
    assert (after.text, after.headings) == ("The end.", usage.headings)
    if name != "lamp.html":  # which has no lines to cite
        assert [usage.place.line, *(each.place.line for each in entries)] == [
            8, 13, 17, 18, 19, 22,
        ]  # fmt: skip


PAGES = """\
Usage: lamp burn [OPTIONS]

  Burn oil. Example:

      lamp burn \\
          --oil 3 \\
          --wick 2

Options:
  --oil INTEGER   How much oil to burn
  --wick INTEGER  How wide the wick is

Commands:
  clean  Clean the glass
"""


def test_examples_above_the_options_stay_as_they_are():
    code, *rest = with_help_texts(Contents("", (Block(BlockKind.CODE, PAGES),))).blocks
    assert "lamp burn \\\n          --oil 3 \\\n" in code.text
    terms = [block.term for block in rest]
    assert terms == ["Options", "--oil INTEGER", "--wick INTEGER", "Commands"]


def test_options_alone_are_help_when_each_is_described():
    assert is_help(
        "Options:\n\n  -a    Light all.\n  -b    Burn it down.\n  -c    Clean up after.\n"
    )


@pytest.mark.parametrize(
    "code",
    [
        "lamp \\\n    --oil 3 \\\n    --wick  2 wide \\\n    --all",
        "lamp --oil 3\nlamp --wick 2\n",
        "- name: lamp\n  oil:  3 of them\n- name: two\n",
        "--- a/lamp.py\n+++ b/lamp.py\n-oil = 3\n+oil = 4\n",
        "--oil   three litres\n--wick  two wide\nburn = 3\n",
        "-- a comment  of a query\nselect 3;\n-- and  one more\n-- a  third\n",
        "usage: lamp [-h] FILE\n",
    ],
)
def test_other_code_is_no_help(code):
    assert not is_help(code)


def test_what_belongs_to_an_entry_stays_with_it():
    blocks = (
        Block(BlockKind.ENTRY, "lamp\nA lamp.", Place(line=3), (), 4, "", "lamp"),
        Block(BlockKind.CODE, HELP, Place(line=5), ("lamp",), 4),
        Block(BlockKind.PARAGRAPH, "The end.", Place(line=30)),
    )
    found = with_help_texts(Contents("", blocks)).blocks
    inside = found[1:-1]
    assert all(block.headings[0] == "lamp" for block in inside)
    assert min(block.group for block in inside) == 4
    assert max(block.group for block in inside) > 4
    check_cuts(document(Contents("", found)))


@settings(deadline=None)
@given(st.lists(st.sampled_from([*HELP.split("\n"), *PAGES.split("\n"), "", "  - x", "\x0b"])))
def test_no_word_is_lost(lines):
    code = Block(BlockKind.CODE, "\n".join(lines).strip("\n"))
    contents = Contents("", (code,) if code.text.strip() else ())
    found = with_help_texts(contents)
    told = "".join("".join((b.number, b.text)) for b in found.blocks)
    bullets = str.maketrans("", "", "-")
    assert sorted("".join(told.translate(bullets).split())) == sorted(
        "".join(code.text.translate(bullets).split())
    )


PAGE = """\
LAMPD(8)                                                              LAMPD(8)

NAME
       lampd - keep the lamps of a house alight

SYNOPSIS
       lampd [-w] [-o oil] command

DESCRIPTION
       The lampd command  looks after all lamps of a house and  writes  down
       when  each of them was lit, by whom, and with how much of the oil that
       stood in the cellar.

       The following commands are known:

       light  Light every lamp.

       rekind Put out each lamp and light it again  with  the  oil  of  any
              other barrel.

       quench text...
              Put out every lamp and say the text.

       -e lamp

       -f lamp
              Let one lamp burn down. With -f it is taken from its hook first.

SEE ALSO
       wick(1), how wicks are cut
"""


def test_a_manual_page_in_a_block_of_code_is_read_as_one(tmp_path):
    path = tmp_path / "lampd.8.html"
    path.write_text(f"<html><title>lampd(8)</title><body><pre>\n{PAGE}</pre></body></html>")
    made = next(read_documents(path))
    assert not [block for block in made.blocks if block.kind is BlockKind.CODE]
    headings = [block.text for block in made.blocks if block.kind is BlockKind.HEADING]
    assert headings == ["NAME", "SYNOPSIS", "DESCRIPTION", "SEE ALSO"]
    entries = [block for block in made.blocks if block.kind is BlockKind.ENTRY]
    assert [entry.term for entry in entries] == [
        "light",
        "rekind",
        "quench text...",
        "-e lamp, -f lamp",
    ]
    assert entries[1].text == (
        "rekind\nPut out each lamp and light it again with the oil of any other barrel."
    )
    assert {entry.headings for entry in entries} == {("DESCRIPTION",)}
    check_cuts(made)


def test_code_that_names_sections_is_no_manual_page():
    assert is_manual_page(PAGE)
    assert not is_manual_page("NAME\nDESCRIPTION\nSYNOPSIS\n")
    assert not is_manual_page("NAME\n====\n\nlamp\n\nDESCRIPTION\n===========\n\nIt burns.\n")
    assert not is_manual_page("SELECT NAME, DESCRIPTION\n  FROM LAMPS\n  WHERE OIL > 3\n")
