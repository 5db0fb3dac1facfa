from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay_documents.texts.man import man_blocks
from tests.documents.reading import check_cuts, document, lines

MAN = r"""'\" t
.\" A comment
.de Sp
.if t .sp 0.5v
..
.TH LAMPD 8 "2024-05-01" "Mura 1.2" "Lamps"
.SH NAME
lampd \- keep a lamp lit
.SH SYNOPSIS
.B lampd
.RI [ \-aq ]
.I file
.SH "OPTIONS"
.TP
.BR \-a ", " \-\-all
Light
.I all
lamps.
.IP
This needs \(lqmuch\(rq oil.
.TP
.B \-o
.TQ
.B \-\-oil
How much.
.RS
.IP full 4
As much as fits.
.IP \(bu 2
A remark.
.IP \(bu 2
Another.
.RE
.PP
After the options.
.nf
$ lampd \-a
  lit\en
.fi
.SS Files
.TS
tab(;);
lb lb lb
l l l.
Path;Use;Kind
/etc/lampd;T{
the
settings
T};text
/run/lampd;the state;file
.TE
.PP
\-x
.RS 4
Docbook writes options so.
.RE
.ie n On a terminal.
.el On paper.
"""

MDOC = r""".Dd May 1, 2024
.Dt LAMPD 8
.Os
.Sh NAME
.Nm lampd
.Nd keep a lamp lit
.Sh SYNOPSIS
.Nm
.Op Fl aq
.Op Fl o Ar litres
.Ar
.Sh DESCRIPTION
The
.Nm
utility keeps a
.Dq lamp
lit; see
.Xr oil 1 .
.Bl -tag -width Ds
.It Fl a , Fl -all
Light all
.Pq and more .
.Pp
With care.
.It Fl o Ar litres
How much.
.Bl -enum
.It
Fill.
.It
Close.
.El
.El
.Bd -literal
$ lampd -a
.Ed
.Ex -std
"""


DOCUTILS = r""".TH LAMPD 8
.de1 INDENT
.RS \\$1
..
.SH VARIABLES
.INDENT 0.0
.TP
.B LAMP_OIL
What burns. One of:
.INDENT 7.0
.IP \(bu 2
whale: the default
.IP \(bu 2
olive: the dear one
.UNINDENT
.sp
It is read once.
.TP
.B LAMP_WICK
Where it burns:
.INDENT 7.0
.INDENT 3.5
.sp
.EX
$ lampd
.EE
.UNINDENT
.UNINDENT
.UNINDENT
.sp
\fBNote:\fP
.INDENT 0.0
.INDENT 3.5
All others are ignored.
.UNINDENT
.UNINDENT
"""


def test_the_indented_parts_that_docutils_writes_belong_to_their_entry_until_they_end():
    blocks = {block.text: block for block in man_blocks(DOCUTILS).blocks}
    assert blocks["whale: the default"].headings == ("VARIABLES", "LAMP_OIL")
    assert blocks["It is read once."].headings == ("VARIABLES", "LAMP_OIL")
    assert blocks["$ lampd"].headings == ("VARIABLES", "LAMP_WICK")
    assert blocks["Note: All others are ignored."].headings == ("VARIABLES",)


TABLES = {
    "a rule below": ("l l.\nCode\tMeaning\n_\nlit\tit burns\nout\tno oil", True),
    "two rows above a rule": ("l l.\nCode\tWhat it\nshown\tmeans\n=\nlit\tburns\nout\tdark", True),
    "a bold format": ("lb cfB\nl l.\nCode\tMeaning\nlit\tit burns\nout\tno oil", True),
    "numbers below": ("l l.\nCode\tMeaning\n0\tit burns\n1\tno oil\nN\ta crash", True),
    "a rule below each": ("l l.\n_\nCode\tMeaning\n_\nlit\tburns\n_\nout\tdark\n_", False),
    "a bold name": ("lb l.\nCode\tMeaning\nlit\tit burns\nout\tno oil", False),
    "no rule": ("l l.\nCode\tMeaning\nlit\tit burns\nout\tno oil", False),
    "a rule in the middle": ("l l.\na\tb\nc\td\nCode\tMeaning\n_\nlit\tburns", False),
}


@pytest.mark.parametrize("name", TABLES)
def test_the_header_of_a_table_is_known_by_rules_bold_letters_or_numbers(name):
    table, has_header = TABLES[name]
    rows = [text for kind, text in lines(man_blocks(f".TH X 1\n.SH A\n.TS\n{table}\n.TE\n"))]
    assert any(text.startswith(("Code: lit;", "Code: 0;", "Code shown: lit")) for text in rows) == (
        has_header
    )


def test_a_page_in_man():
    contents = man_blocks(MAN)
    assert contents.title == "lampd(8)"
    assert lines(contents) == [
        ("heading", "NAME"),
        ("paragraph", "lampd - keep a lamp lit"),
        ("heading", "SYNOPSIS"),
        ("paragraph", "lampd [-aq] file"),
        ("heading", "OPTIONS"),
        ("entry", "-a, --all\nLight all lamps."),
        ("paragraph", "This needs \u201cmuch\u201d oil."),
        ("entry", "-o\n--oil\nHow much."),
        ("entry", "full\nAs much as fits."),
        ("item", "A remark."),
        ("item", "Another."),
        ("paragraph", "After the options."),
        ("code", "$ lampd -a\n  lit\\n"),
        ("heading", "Files"),
        ("row", "Path: /etc/lampd; Use: the settings; Kind: text"),
        ("row", "Path: /run/lampd; Use: the state; Kind: file"),
        ("entry", "-x\nDocbook writes options so."),
        ("paragraph", "On a terminal."),
    ]
    blocks = {block.text.partition("\n")[0]: block for block in contents.blocks}
    assert blocks["full"].headings == ("OPTIONS", "-o, --oil")
    assert blocks["This needs \u201cmuch\u201d oil."].headings == ("OPTIONS", "-a, --all")
    assert blocks["After the options."].headings == ("OPTIONS",)
    assert blocks["-a, --all"].place.line == 15


def test_a_page_in_mdoc():
    contents = man_blocks(MDOC)
    assert lines(contents) == [
        ("heading", "NAME"),
        ("paragraph", "lampd - keep a lamp lit"),
        ("heading", "SYNOPSIS"),
        ("paragraph", "lampd [-aq] [-o litres] file ..."),
        ("heading", "DESCRIPTION"),
        ("paragraph", "The lampd utility keeps a \u201clamp\u201d lit; see oil(1)."),
        ("entry", "-a, --all\nLight all (and more)."),
        ("paragraph", "With care."),
        ("entry", "-o litres\nHow much."),
        ("item", "Fill."),
        ("item", "Close."),
        ("code", "$ lampd -a"),
        ("paragraph", "The lampd utility exits 0 on success, and >0 if an error occurs."),
    ]
    blocks = {block.text: block for block in contents.blocks}
    assert [blocks[text].number for text in ("Fill.", "Close.")] == ["1.", "2."]
    assert blocks["Close."].headings == ("DESCRIPTION", "-o litres")


@pytest.mark.parametrize(
    "text",
    ["", ".", "'", ".TP", ".TH", ".SH\n.SH\n", ".RE\n" * 50, ".RS\n" * 500 + "x", ".El\n.It a",
     ".if n .if n .if n x", ".ie t \\{\\\nx\n", ".de X\nx", ".TS\nx", ".TS\nl.\nT{\na", "\\",
     ".B " + '"' * 999, ".Fl " * 500, "\\f" * 500, "\\[" * 500, ".Bl -tag\n.It\n" * 200],
)  # fmt: skip
def test_hostile_pages_are_read(text):
    check_cuts(document(man_blocks(text)))


macros = st.sampled_from(
    ["TP", "IP \\(bu", "IP a", "PP", "SH A", "SS b", "RS", "RE", "nf", "fi", "B x", "BR a b", "Bl",
     "It Fl a", "El", "TS", "TE", "sp", "br", "Bd -literal", "Ed", "Op Fl a", "TQ", "if n x", "el"]
)  # fmt: skip
pieces = st.one_of(
    macros.map(lambda macro: f".{macro}"), st.sampled_from(["word", "a b", "", "-a"])
)


@given(st.lists(pieces, max_size=40).map("\n".join))
def test_any_macros_are_read(text):
    contents = man_blocks(text)
    assert document(contents).text.count("word") >= text.count("word") or ".TS" in text
    check_cuts(document(contents))
