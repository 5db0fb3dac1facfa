from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay_documents.texts.settings import settings_blocks
from tests.documents.reading import check_cuts, document, lines

SAMPLE = """\
# Settings of lampd

##########
# Oil
##########

[oil]

# Where the oil comes from.
#
# Kinds that are known:
# - whale
# - olive
#
#kind = whale

# How much of it there is.
# Default: 5.
amount = 5  # litres
# And of the wick:
wick = 1

### Advanced

# A lamp may be set like this:
#
# [lamp]
# on = yes
#
# and then it burns.

; Who lights it.
# keeper = anna
"""


def test_what_is_said_above_a_setting_is_its_entry():
    contents = settings_blocks(SAMPLE)
    assert lines(contents) == [
        ("paragraph", "Settings of lampd"),
        ("heading", "Oil"),
        ("heading", "oil"),
        ("entry", "#kind = whale\nWhere the oil comes from."),
        ("paragraph", "Kinds that are known:"),
        ("item", "whale"),
        ("item", "olive"),
        ("entry", "amount = 5  # litres\nHow much of it there is. Default: 5."),
        ("entry", "wick = 1\nAnd of the wick:"),
        ("heading", "Advanced"),
        ("paragraph", "A lamp may be set like this:"),
        ("code", "[lamp]\non = yes"),
        ("paragraph", "and then it burns."),
        ("entry", "# keeper = anna\nWho lights it."),
    ]
    blocks = {block.text.partition("\n")[0]: block for block in contents.blocks}
    assert blocks["#kind = whale"].term == "kind"
    assert blocks["#kind = whale"].headings == ("Oil", "oil")
    assert blocks["olive"].headings == ("Oil", "oil", "kind")
    assert blocks["# keeper = anna"].headings == ("Oil", "oil", "Advanced")
    assert blocks["#kind = whale"].place.line == 15
    assert blocks["whale"].place.line == 12


def test_a_setting_that_is_not_in_force_may_have_no_sign_between_its_name_and_value():
    text = "# The door.\n#Port 22\n\n# Who may.\n#PermitRoot no\nUsePAM yes\n# The end of it.\n"
    found = [(block.term, block.text) for block in settings_blocks(text).blocks]
    assert found == [
        ("Port", "#Port 22\nThe door."),
        ("PermitRoot, UsePAM", "#PermitRoot no\nUsePAM yes\nWho may."),
        ("", "The end of it."),
    ]


def test_comments_without_a_blank_are_text():
    text = "#Here is all that there is\n#to say\n#of lamps.\n#They burn\n#low\noil = 1\n"
    (entry,) = settings_blocks(text).blocks
    assert entry.term == "oil"
    assert entry.text.startswith("oil = 1\nHere is all that there is to say")


def test_a_file_without_comments_is_read_as_text():
    assert lines(settings_blocks("[oil]\nkind = whale\namount = 5\n")) == [
        ("code", "[oil]\nkind = whale\namount = 5")
    ]


@pytest.mark.parametrize(
    "text",
    ["", "#", "#\n" * 99, "#####\n" * 99, "# a\n[\n" * 99, "[a]\n# b\n" * 99, "#a=\n" * 99,
     "; " * 999, "# " + "x" * 5000 + "\n# b\n" * 5, "#" * 5000, "# a\n" * 9 + "b\n" * 99],
)  # fmt: skip
def test_hostile_settings_are_read(text):
    check_cuts(document(settings_blocks(text)))


@given(st.text(st.sampled_from("ab #;=[]\n:.- 1"), max_size=200))
def test_any_text_is_read(text):
    check_cuts(document(settings_blocks(text)))
