"""Which markup a text is written in whose name says only that it is text.

Manuals of older projects keep reStructuredText and AsciiDoc in files that end in ".txt". Only signs
that plain text hardly has are counted, and one alone says nothing.
"""

from __future__ import annotations

import re

from assay_documents.kinds import Kind

_ENOUGH = 2
_MOST = 5  # of one sign that are counted
# ".. note::", ".. _target:", ":role:`text`".
_RST = re.compile(
    r"^[ \t]{0,16}\.\. (?:[a-zA-Z][\w:+.-]{0,60}::(?:\s|$)|_[^:\n]{1,100}:(?:\s|$))"
    r"|(?<![\w`]):[a-zA-Z][\w:+.-]{0,60}:`[^`\s]",
    re.MULTILINE,
)
# "Like this::" with an indented example below, and ``code``.
_RST_TOO = re.compile(r"\S::\n[ \t]*\n[ \t]+\S|(?<![\w`])``[^`\s][^`\n]{0,200}``(?![\w`])")
# "[[anchor]]", "[source,sh]", "include::part.txt[]", "linkgit:git-log[1]", "== Title", and a "+" on
# a line of its own, which goes on with an item; that of a change stands among other ones.
_ASCIIDOC = re.compile(
    r"^\[\[[\w.:-]{1,100}(?:,[^\[\]\n]{0,100})?\]\]$"
    r"|^\[(?:verse|quote|source|listing|horizontal|qanda|glossary|role=|options=|cols=|width="
    r"|NOTE|TIP|WARNING|IMPORTANT|CAUTION)[^\[\]\n]{0,200}\]$"
    r"|^(?:include|ifdef|ifndef|endif|image|toc)::[^\s\[\]]{0,200}\[[^\[\]\n]{0,200}\]$"
    r"|(?<![\w:/])(?:link\w{0,12}|xref|image|footnote|kbd):[^\s\[\]:]{0,200}\[[^\[\]\n]{1,200}\]"
    r"|^={1,5} \S[^\n]{0,100}[^=\s]\n$"
    r"|[^\s+]\n\+\n[^\s+-]",
    re.MULTILINE,
)
# "--all::" names what the lines below tell of.
_ASCIIDOC_TOO = re.compile(
    r"^[-\w<*'`][^\n]{0,80}[^:\n]::\n(?:[ \t]*\n)?[ \t]*[^\s:]", re.MULTILINE
)


def markup_of(text: str) -> Kind:
    """The markup that the first part of a text shows, or plain text."""
    rst, asciidoc = (_count(text, *each) for each in ((_RST, _RST_TOO), (_ASCIIDOC, _ASCIIDOC_TOO)))
    if max(rst, asciidoc) < _ENOUGH:
        return Kind.PLAIN
    return Kind.RST if rst >= asciidoc else Kind.ASCIIDOC


def _count(text: str, sure: re.Pattern[str], likely: re.Pattern[str]) -> int:
    """How many signs there are; likely ones count beside a sure one."""
    found = sum(1 for _, _ in zip(range(_MOST), sure.finditer(text), strict=False))
    if not found:
        return 0
    return found + sum(1 for _, _ in zip(range(_MOST), likely.finditer(text), strict=False))
