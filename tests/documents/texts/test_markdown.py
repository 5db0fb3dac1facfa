from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay_documents.markdown.read_markdown import markdown_blocks
from tests.documents.reading import check_cuts, document, kept, lines

README = """---
title: "The lamp"
author: Anna Lund
---

# The lamp

A *lamp* of `brass`
with [a link](https://example.org) and ![a picture](x.png).<br>Next line.

Install it
----------

1. Unpack.
2. Screw it on:

   ```sh
   screw --on
   ```

   Gently.
   - not too tight

| Name | Size |
|------|-----:|
| Anna | 30   |
| Bert | **40** |

Term one
: Its meaning.

Term two
: Another.

: And more.

> [!WARNING]
> It is hot.

!!! note "Mind"
    The oil.

<details><summary>Why?</summary>

Because.[^1]

</details>

<!-- hidden remark -->

[^1]: A note.
"""


def test_a_readme_becomes_blocks_with_lines():
    contents = markdown_blocks(README)
    assert contents.title == "The lamp"
    assert lines(contents) == [
        ("row", "Author: Anna Lund"),
        ("heading", "The lamp"),
        ("paragraph", "A lamp of brass with a link and a picture.\nNext line."),
        ("heading", "Install it"),
        ("item", "Unpack."),
        ("item", "Screw it on:"),
        ("code", "screw --on"),
        ("paragraph", "Gently."),
        ("item", "not too tight"),
        ("row", "Name: Anna; Size: 30"),
        ("row", "Name: Bert; Size: 40"),
        ("entry", "Term one\nIts meaning."),
        ("entry", "Term two\nAnother."),
        ("paragraph", "And more."),
        ("paragraph", "Warning: It is hot."),
        ("paragraph", "Mind: The oil."),
        ("paragraph", "Why?"),
        ("paragraph", "Because.[1]"),
        ("paragraph", "A note."),
    ]
    blocks = {block.text: block for block in contents.blocks}
    for text, line in [("The lamp", 6), ("Unpack.", 14), ("screw --on", 18), ("Because.[1]", 45)]:
        assert blocks[text].place.line == line
    assert blocks["Screw it on:"].number == "2."
    assert blocks["Screw it on:"].group == blocks["not too tight"].group
    assert blocks["And more."].headings == ("Install it", "Term two")
    assert blocks["Unpack."].headings == ("Install it",)


def test_an_address_above_a_text_is_no_text():
    contents = markdown_blocks(
        "(top)=\n\n# Lamps\n\n(how-to/light)=\nLight them.\n\n(see) = this\n"
    )
    assert lines(contents) == [
        ("heading", "Lamps"),
        ("paragraph", "Light them."),
        ("paragraph", "(see) = this"),
    ]


def test_a_question_in_a_list_and_what_answers_it_are_an_entry():
    contents = markdown_blocks(
        "1. **Does it burn?**\n\n   ```sh\n   burn\n   ```\n\n2. Light it.\n"
    )
    found = [(block.kind.value, block.text, block.headings) for block in contents.blocks]
    assert found == [
        ("entry", "Does it burn?", ()),
        ("code", "burn", ("Does it burn?",)),
        ("item", "Light it.", ()),
    ]


def test_all_words_of_a_readme_are_kept():
    unseen = r"^title:.*$|\(https://\S+\)|\(x\.png\)|<!--.*?-->|<[^>]*>|sh$|^!!! note|\[\^1\]:"
    plain = re.sub(unseen, "", README, flags=re.MULTILINE | re.DOTALL)
    assert kept(markdown_blocks(README), plain) >= 0.99


@pytest.mark.parametrize(
    "text",
    ["", "\x00", "#", "[" * 3000, "*" * 3000, "> " * 300 + "x", "- " * 300 + "x", "`" * 3000,
     "|" * 3000 + "\n|-|\n", "<" * 3000, "![" * 1000, "[a](" * 1000, "\t" * 50 + "x"],
)  # fmt: skip
def test_hostile_markdown_is_read(text):
    check_cuts(document(markdown_blocks(text)))


@given(st.text(st.sampled_from("ab #*->_`|:\n[]()!<>~1.\t"), max_size=200))
def test_any_text_is_read(text):
    check_cuts(document(markdown_blocks(text)))


def test_a_role_of_myst_is_its_text_without_its_target():
    text = "Call {func}`~lamp.light`, see {doc}`the guide <guide>`; {x} and `{y}` stay.\n"
    said = "Call lamp.light, see the guide; {x} and {y} stay."
    assert lines(markdown_blocks(text)) == [("paragraph", said)]


def test_an_aside_between_colons_is_a_note_with_its_label():
    text = ":::{warning} Mind\nIt is *hot*.\n\n- a\n:::\n\n::: tip\nTrim it.\n:::\n\n"
    text += "::::{grid} 2\n:::{card}\nOil.\n:::\n::::\n\n:::\nbare\n:::\n"
    assert lines(markdown_blocks(text)) == [
        ("paragraph", "Mind: It is hot."),
        ("item", "a"),
        ("paragraph", "Tip: Trim it."),
        ("paragraph", "Oil."),
        ("paragraph", "::: bare :::"),
    ]


def test_clauses_on_lines_of_their_own_stay_there():
    text = "The keeper shall:\n(a) feed them;\n(iv) *milk* them (b) and\n(see above) go."
    (block,) = markdown_blocks(text).blocks
    assert block.text == "The keeper shall:\n(a) feed them;\n(iv) milk them (b) and (see above) go."
