"""Names and what is said of them in a manual page as `man` lays it out."""

from __future__ import annotations

import pytest

from assay_documents.texts.plain import plain_blocks
from tests.documents.reading import lines

PAGE = """\
LAMP(1)                                                               LAMP(1)

NAME
       lamp - light a lamp

DESCRIPTION
{}
"""


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (  # one blank after a name of six letters, and the rest below the description
            "       rekind Light it again with another oil, and do so\n              at once.",
            [("entry", "rekind\nLight it again with another oil, and do so at once.")],
        ),
        (  # names before it have their description in that column
            "       dim    Burn low.\n\n       bright Burn high.",
            [("entry", "dim\nBurn low."), ("entry", "bright\nBurn high.")],
        ),
        (  # no other name tells that this is one
            "       bright Lamps are dear.",
            [("paragraph", "bright Lamps are dear.")],
        ),
        (
            "       dim    Burn low.\n\n       Please Burn it low.",
            [("entry", "dim\nBurn low."), ("paragraph", "Please Burn it low.")],
        ),
        (
            "       REJECT text...\n              Put it out.",
            [("entry", "REJECT text...\nPut it out.")],
        ),
        (
            "       -e lamp\n\n       -f lamp\n              Let it burn down.",
            [("entry", "-e lamp\n-f lamp\nLet it burn down.")],
        ),
        (  # an option is no word of a sentence, and has its own description
            "       --help Print this.\n\n       --version\n              Print the version.",
            [("entry", "--help\nPrint this."), ("entry", "--version\nPrint the version.")],
        ),
        (
            "       oil.tin\n\n       oil    Any oil.",
            [("entry", "oil.tin\noil\nAny oil.")],
        ),
        (  # a full line ends with its sentence, and the paragraph goes on
            "       dim    Burn low.\n\n"
            "       Lamps  of  the  old house must not be lit by anybody but the keeper here.\n"
            "       (Now they are.)",
            [
                ("entry", "dim\nBurn low."),
                (
                    "paragraph",
                    "Lamps of the old house must not be lit by anybody but the keeper here. "
                    "(Now they are.)",
                ),
            ],
        ),
        (
            "       lamp 1\n       ...\n         lamp 9",
            [("paragraph", "lamp 1\n...\nlamp 9")],
        ),
        (  # nor is a sign
            "       }\n\n       oil    Any oil.",
            [("code", "}"), ("entry", "oil\nAny oil.")],
        ),
        (  # a table whose lines are full and begin with small letters
            "       red-tin            A lamp of tin that is painted red on both of its sides\n"
            "       red-brass          A lamp of brass that is painted red on both of its sides",
            [
                ("entry", "red-tin\nA lamp of tin that is painted red on both of its sides"),
                ("entry", "red-brass\nA lamp of brass that is painted red on both of its sides"),
            ],
        ),
        (  # a title is no name
            "       Options\n\n       -f lamp\n              Let it burn down.",
            [("paragraph", "Options"), ("entry", "-f lamp\nLet it burn down.")],
        ),
        (  # blanks that fill a line divide no name from its description
            "       dim    Burn low.\n\n"
            "       NOTE:  Some  lamps  of  the old house must be lit by the keeper of it and\n"
            "       by nobody else.",
            [
                ("entry", "dim\nBurn low."),
                (
                    "paragraph",
                    "NOTE: Some lamps of the old house must be lit by the keeper of it and by "
                    "nobody else.",
                ),
            ],
        ),
    ],
)
def test_names_in_a_manual_page(text, found):
    assert lines(plain_blocks(PAGE.format(text)))[4:] == found


def test_a_drawn_table_right_below_its_title_is_a_table():
    table = (
        "       red=, green=\n"
        "           How it burns, in one of these ways:\n\n"
        "           Table 1. Lamps and their meaning\n"
        "           ┌──────────┬────────────────────────────┐\n"
        "           │ Lamp     │ Meaning                    │\n"
        "           ├──────────┼────────────────────────────┤\n"
        "           │red=      │ It burns low, in a house,  │\n"
        "           │          │ for the keeper sleeps.     │\n"
        "           ├──────────┼────────────────────────────┤\n"
        "           │green=    │ It burns high.             │\n"
        "           └──────────┴────────────────────────────┘\n"
        "           Lamps of other colours are not lit."
    )
    found = lines(plain_blocks(PAGE.format(table)))[5:]
    assert found == [
        ("paragraph", "Table 1. Lamps and their meaning"),
        ("row", "Lamp: Meaning"),
        ("row", "red=: It burns low, in a house, for the keeper sleeps."),
        ("row", "green=: It burns high."),
        ("paragraph", "Lamps of other colours are not lit."),
    ]
