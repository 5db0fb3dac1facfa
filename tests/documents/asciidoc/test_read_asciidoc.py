from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay_documents.asciidoc.read_asciidoc import asciidoc_blocks
from tests.documents.reading import check_cuts, document, lines

MANUAL = """= The lamp
Anna Lund
:oil: whale oil
// a remark

== Options

[verse]
'lamp' [--dim] <file>
'lamp' --off

-d::
--dim::

  Burn *low* with {oil}, see <<wick,the wick>>.
+
It saves `lamp_oil`, and link:oil.html[oil] costs +2+.
+
----
lamp --dim
----

--off:: Go out.

[[wick]]
The wick
--------
NOTE: It is hot.

* Trim it.
** With scissors.
+
Not with a knife.
* Turn it:

. up
. down

[cols="1,2",options="header"]
|===
|Name |Size
|Anna
|30
|Bert |40
|===

[WARNING]
====
Mind the glass.

Look at linkgit:git-lamp[1].
====

include::more.txt[]
Last words.
"""


def test_a_manual_becomes_blocks_with_lines():
    contents = asciidoc_blocks(MANUAL)
    assert contents.title == "The lamp"
    assert lines(contents) == [
        ("heading", "The lamp"),
        ("paragraph", "Anna Lund"),
        ("heading", "Options"),
        ("code", "lamp [--dim] <file>\nlamp --off"),
        ("entry", "-d\n--dim\nBurn low with whale oil, see the wick."),
        ("paragraph", "It saves lamp_oil, and oil costs 2."),
        ("code", "lamp --dim"),
        ("entry", "--off\nGo out."),
        ("heading", "The wick"),
        ("paragraph", "Note: It is hot."),
        ("item", "Trim it."),
        ("entry", "With scissors.\nNot with a knife."),
        ("item", "Turn it:"),
        ("item", "up"),
        ("item", "down"),
        ("row", "Name: Anna; Size: 30"),
        ("row", "Name: Bert; Size: 40"),
        ("paragraph", "Warning: Mind the glass."),
        ("paragraph", "Look at git-lamp(1)."),
        ("paragraph", "Last words."),
    ]


def test_blocks_know_their_lines_and_what_they_belong_to():
    blocks = {block.text.partition("\n")[0]: block for block in asciidoc_blocks(MANUAL).blocks}
    for text, line in [("-d", 12), ("lamp --dim", 20), ("up", 36), ("Last words.", 55)]:
        assert blocks[text].place.line == line
    assert blocks["-d"].term == "-d, --dim"
    assert blocks["lamp --dim"].headings == ("Options", "-d, --dim")
    assert blocks["--off"].headings == ("Options",)
    assert blocks["Trim it."].group == blocks["Turn it:"].group
    assert (blocks["up"].number, blocks["down"].number) == ("1.", "2.")
    assert not blocks["Last words."].group


def test_an_item_ends_with_an_empty_line_and_a_plus_after_it_belongs_to_the_list_around_it():
    text = "* one\n- inner\n\n+\nof one\n\nafter\n"
    blocks = asciidoc_blocks(text).blocks
    assert [(block.text, bool(block.group)) for block in blocks] == [
        ("one", True),
        ("inner", True),
        ("of one", True),
        ("after", False),
    ]


def test_a_short_item_is_the_title_of_the_paragraph_that_is_attached_to_it():
    text = "* Oil.\n+\nIt burns.\n+\nAnd smells.\n\n* Wick\n+\n----\nwick\n----\n"
    text += "\n1. Trim.\n+\nNow.\n"
    found = [(b.kind.value, b.text, b.headings) for b in asciidoc_blocks(text).blocks]
    assert found == [
        ("entry", "Oil.\nIt burns.", ()),
        ("paragraph", "And smells.", ("Oil",)),
        ("item", "Wick", ()),
        ("code", "wick", ()),
        ("item", "Trim.", ()),  # a step
        ("paragraph", "Now.", ()),
    ]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("https://example.org[the *page*]", "the page"),
        ("https://example.org/x_y_z[]", "https://example.org/x_y_z"),
        ("xref:other.adoc#oil-lamps[]", "oil lamps"),
        ("kbd:[Ctrl]+kbd:[C]", "Ctrl+C"),
        ("a `snake_case_name` and 2 * 3 * 4", "a snake_case_name and 2 * 3 * 4"),
        ("`old' quotes, it's so", "old quotes, it's so"),
        ("**B**old and ((indexed)) words", "Bold and indexed words"),
        ("{unknown} stays", "{unknown} stays"),
    ],
)
def test_marks_inside_a_line_are_not_shown(text, shown):
    assert lines(asciidoc_blocks(text)) == [("paragraph", shown)]


@pytest.mark.parametrize(
    "text",
    ["", "\x00", "=", "= ", "+\n" * 500, "* " * 500 + "x", "[" * 3000, "----\n" * 999,
     "====\n" * 999, "|===\n" + "|" * 3000, "a::\n" * 2000, "*" * 3000, "`" * 3000, "{" * 3000,
     "<<" * 1500, "\n".join("*" * n + " x" for n in range(40)), "a\n-\n" * 500,
     ":a: " + "x" * 3000],
)  # fmt: skip
def test_hostile_asciidoc_is_read(text):
    check_cuts(document(asciidoc_blocks(text)))


@given(st.text(st.sampled_from("ab =*-.+_`|:\n[]()!<>{}/1;#"), max_size=200))
def test_any_text_is_read(text):
    check_cuts(document(asciidoc_blocks(text)))
