from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay_documents.rst.read_rst import rst_blocks
from tests.documents.reading import check_cuts, document, kept, lines

MANUAL = """\
==========
The Manual
==========
:Author: Anna

Intro with :ref:`link text <target>` and ``code`` and `Mura <https://x.org>`_.

Options
=======

.. option:: -v, --verbose

   Say more. See :meth:`~lamp.light`.

   Second paragraph.

.. py:function:: open(file, mode='r')
   :module: lamp

   Open a lamp.

   .. versionadded:: 3.3
      The mode x.

-a         Light all.
-b FILE    Write it down.

oil
   What burns.

wick : string
   Where it burns.

3) First
4) Second

   deeper::

      print(1)

.. note:: Take care.

.. warning::

   Very hot.

+-------+--------+
| Name  | Age    |
+=======+========+
| Anna  | 30     |
+-------+--------+

.. csv-table:: Caption
   :header: lamp,oil

   1,2

.. code-block:: python

   def f(): pass

A footnote [1]_.

.. [1] The note.

.. a comment
"""


def test_a_manual_becomes_blocks_with_lines():
    contents = rst_blocks(MANUAL)
    assert contents.title == "The Manual"
    assert lines(contents) == [
        ("heading", "The Manual"),
        ("item", "Author: Anna"),
        ("paragraph", "Intro with link text and code and Mura."),
        ("heading", "Options"),
        ("entry", "-v, --verbose\nSay more. See lamp.light."),
        ("paragraph", "Second paragraph."),
        ("entry", "open(file, mode='r')\nOpen a lamp."),
        ("paragraph", "versionadded: 3.3 The mode x."),
        ("entry", "-a\nLight all."),
        ("entry", "-b FILE\nWrite it down."),
        ("entry", "oil\nWhat burns."),
        ("entry", "wick : string\nWhere it burns."),
        ("item", "First"),
        ("item", "Second"),
        ("paragraph", "deeper:"),
        ("code", "print(1)"),
        ("paragraph", "Note: Take care."),
        ("paragraph", "Warning: Very hot."),
        ("row", "Name: Anna; Age: 30"),
        ("heading", "Caption"),
        ("row", "lamp: 1; oil: 2"),
        ("code", "def f(): pass"),
        ("paragraph", "A footnote 1."),
        ("paragraph", "[1] The note."),
    ]
    blocks = {block.text: block for block in contents.blocks}
    assert blocks["Second paragraph."].headings == ("Options", "-v, --verbose")
    assert blocks["First"].number == "3)" and blocks["First"].place.line == 34
    assert blocks["lamp: 1; oil: 2"].headings == ("Options", "Caption")


def test_all_words_are_kept():
    seen = MANUAL.replace("https://x.org", "").replace("<target>", "").replace("a comment", "")
    seen = seen.replace("`_", "").replace("]_", "")
    for markup in (":ref:", ":meth:", "option::", "py:function::", ":module: lamp", "note::",
                   "warning::", "csv-table::", ":header:", "code-block:: python"):  # fmt: skip
        seen = seen.replace(markup, "")
    assert kept(rst_blocks(MANUAL), seen) >= 0.99


def test_a_reference_shows_the_title_it_points_to_or_the_words_of_its_label():
    text = """\
Lamps
=====

Before :ref:`lamp_oil` see :ref:`Oil-Table`, :ref:`wick_trimming`, :ref:`the oil <lamp_oil>`,
:doc:`/house/night_watch`, :ref:`here` and :envvar:`LAMP_HOME`.

.. _lamp_oil:

Filling in the *oil*
--------------------

.. _oil-table:

.. table:: Oils of the coast

   ===== =====
   Oil   Price
   ===== =====
   whale 3
   ===== =====

.. _here:

A paragraph has no title.
"""
    assert lines(rst_blocks(text))[1] == (
        "paragraph",
        "Before Filling in the oil see Oils of the coast, wick trimming, the oil, "
        "house/night watch, here and LAMP_HOME.",
    )


@pytest.mark.parametrize(
    ("role", "shown"),
    [
        (":samp:`cp <to>`", "cp <to>"),
        (":command:`lamp burn <oil>`", "lamp burn <oil>"),
        (":kbd:`Alt <Enter>`", "Alt <Enter>"),
        (":shell:`lamp -r <wick>`", "lamp -r <wick>"),
        (":shell:`lamp <oil> then <wick>`", "lamp <oil> then <wick>"),
        (":meth:`burn it <Lamp.burn>`", "burn it"),
        (":user:`Jane Doe <jane>`", "Jane Doe"),
        (":ref:`-s or --size <opt-size>`", "-s or --size"),
        (":std:ref:`-s or --size <opt-size>`", "-s or --size"),
    ],
)
def test_what_is_typed_keeps_its_placeholder_and_a_link_loses_its_target(role, shown):
    assert lines(rst_blocks(f"Say {role} now.\n")) == [("paragraph", f"Say {shown} now.")]


def test_a_long_title_is_not_said_again_by_each_reference():
    title = "Oil " * 100
    text = f".. _a_b:\n\n{title}\n{'=' * 400}\n\n" + ":ref:`a_b` " * 50
    assert lines(rst_blocks(text))[-1] == ("paragraph", " ".join(["a b"] * 50))


def test_other_files_and_raw_html_are_not_let_in(tmp_path):
    secret = tmp_path / "secret.txt"
    secret.write_text("the secret word")
    text = f".. include:: {secret}\n\n.. raw:: html\n   :file: {secret}\n\nSeen.\n"
    text += f"\n.. csv-table::\n   :file: {secret}\n"
    contents = rst_blocks(text)
    assert ("paragraph", "Seen.") in lines(contents)
    assert "the secret word" not in document(contents).text


@pytest.mark.parametrize(
    "text",
    ["", "\x00", "====", "*" * 2000, "`" * 2000, "| " * 2000, ".. a::" * 50, "- " * 400 + "x",
     "   x\n  x\n x\n", ".. |a| replace:: |a|\n\n|a|", ".. class::\n", ".. table::\n\n   x\n",
     "\n".join(" " * n + "x" for n in range(300)), "+-+\n|a|\n+-+\n" * 50],
)  # fmt: skip
def test_hostile_text_is_read(text):
    check_cuts(document(rst_blocks(text)))


@given(st.text(st.sampled_from("ab .:*`|=-_+\n  []<>1"), max_size=150))
def test_any_text_is_read(text):
    check_cuts(document(rst_blocks(text)))


def test_a_name_may_be_a_role_here_and_a_directive_there():
    """Whichever comes first: what a process has read before must not change what it reads."""
    asked = rst_blocks("See :lampoption:`--oil <lamp --oil>`.\n")
    named = rst_blocks(".. lampoption:: --oil\n\n   Fill it. See :lampoption:`--lid`.\n")
    assert [block.text for block in asked.blocks] == ["See --oil."]
    assert [block.text for block in named.blocks] == ["--oil\nFill it. See --lid."]


def test_a_directive_that_says_the_title_below_it_belongs_to_no_section():
    page = (
        "One\n===\n\nFirst.\n\n.. setting:: TWO\n.. meta_key:: two\n\n"
        ".. _two:\n\nTWO\n===\n\nSecond.\n\n.. setting:: OTHER\n\nThree\n=====\n\nThird.\n\n"
        ".. setting:: four\n\n``four``\n========\n\nFourth.\n"
    )
    texts = [block.text for block in rst_blocks(page).blocks]
    assert texts == [
        "One", "First.", "TWO", "Second.", "OTHER", "Three", "Third.", "four", "Fourth.",
    ]  # fmt: skip


def test_a_table_of_contents_is_no_text():
    page = "Top\n===\n\n.. contents::\n\nOne\n---\n\nFirst.\n\nTwo\n---\n\nSecond.\n"
    assert [block.text for block in rst_blocks(page).blocks] == [
        "Top", "One", "First.", "Two", "Second.",
    ]  # fmt: skip


def test_pages_of_a_table_of_contents_are_named_unless_it_is_hidden():
    shown = ".. toctree::\n   :glob:\n\n   intro\n   The lamp <lamp>\n   guides/*\n   *\n"
    page = f"Lamps\n=====\n\nBelow.\n\n{shown}"
    assert [each.text for each in rst_blocks(page).blocks][2:] == ["intro The lamp <lamp>"]
    hidden = page.replace(":glob:", ":hidden:")
    assert [each.text for each in rst_blocks(hidden).blocks] == ["Lamps", "Below."]


def test_a_term_may_have_a_remark_in_brackets():
    text = "States\n======\n\n``STOPPED`` (0)\n\n  It rests.\n\n``x`` is (so)\n\n  Quoted.\n"
    kinds = {block.text: block.kind.value for block in rst_blocks(text).blocks}
    assert kinds["STOPPED (0)\nIt rests."] == "entry"
    assert kinds["x is (so)"] == kinds["Quoted."] == "paragraph"


def test_a_bare_term_above_an_indented_text_is_an_entry():
    text = (
        "Values\n======\n\n``priority``\n\n  Who starts first.\n\n  *Default*: 999\n\n"
        "``startsecs``\n\n  How long it runs.\n\n  *Default*: 1\n\n``alone``\n\nOther words.\n"
    )
    under = {block.text: block.headings for block in rst_blocks(text).blocks}
    assert under["Default: 999"] == ("priority",)
    assert under["Default: 1"] == ("startsecs",)
    assert under["alone"] == under["Other words."] == ()  # the title is that of the whole text


def test_a_section_below_an_introduction_is_one_of_several_and_no_title():
    above = "A lamp gives light to all who are on the coast."
    sections = "Oil\n===\n\nIt burns.\n\nWick\n====\n\nIt drinks.\n"
    contents = rst_blocks(f"{above}\n\n{sections}")
    assert contents.title == ""
    assert [block.headings for block in contents.blocks if block.text == "It burns."] == [("Oil",)]
    assert rst_blocks(sections).title == "Oil"
    assert rst_blocks(f"A badge\n\n{sections}").title == "Oil"


def test_a_title_below_a_line_is_that_of_the_whole_where_no_other_is_of_its_kind():
    text = (
        "A lamp gives light to all who are on the coast.\n\nLamps\n=====\n\nOil\n---\n\nIt burns.\n"
    )
    assert rst_blocks(text).title == "Lamps"


def test_a_section_that_any_page_may_have_is_no_title():
    text = "Synopsis\n========\n\nLight.\n\nSyntax\n======\n\nOne line each.\n"
    assert rst_blocks(text).title == ""
    assert rst_blocks(text.replace("Synopsis", "Lampfile")).title == "Lampfile"


def test_a_text_that_another_file_defines_is_shown_by_its_name():
    assert lines(rst_blocks("See |lamp(1)|_ and |oil|, not a | b.\n")) == [
        ("paragraph", "See lamp(1) and oil, not a | b.")
    ]


def test_what_stands_behind_the_name_of_a_directive_is_running_text():
    text = "Oil\n===\n\nBurns.\n\n.. seealso:: Read `Oil`_ before ``lamp --light``.\n"
    assert lines(rst_blocks(text))[-1] == ("paragraph", "Read Oil before lamp --light.")
