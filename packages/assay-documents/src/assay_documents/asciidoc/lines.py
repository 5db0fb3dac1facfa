"""The lines of an AsciiDoc text, and what each begins."""

from __future__ import annotations

import re

# A title of one line. "== so ==" is closed as it was opened.
TITLE = re.compile(r"(={1,6}|#{1,6})[ \t]+(\S[^\n]*)")
_UNDERLINE = re.compile(r"([=~^+-])\1+")
_LEVELS = {"=": 1, "-": 2, "~": 3, "^": 4, "+": 5}
_SLACK = 3  # signs that a line under a title may be longer or shorter than the title
FENCE = re.compile(r"(?:-{4,}|\.{4,}|={4,}|\*{4,}|_{4,}|\+{4,}|/{4,}|--|```\w*|[|,!]={3,})")
ATTRIBUTE = re.compile(r":(!?[\w][\w-]{0,80}!?):(?:[ \t]+(\S.*))?")
BLOCK_ATTRIBUTES = re.compile(r"\[(?:[^\[\]\n]|\[[^\[\]\n]*\]){0,500}\]")
BLOCK_TITLE = re.compile(r"\.(?![. \t\d])(\S[^\n]{0,200})")
COMMENT = re.compile(r"//(?!/)")
# "include::other.adoc[]", "ifdef::env[]", "image::lamp.png[A lamp]".
MACRO = re.compile(r"([a-z]{2,20})::(\S{0,300}?)\[([^\]\n]{0,500})\]")
BULLET = re.compile(r"[ \t]{0,40}(\*{1,6}|-)[ \t]+(?=\S)")
NUMBER = re.compile(
    r"[ \t]{0,40}(\.{1,6}|\d{1,4}\.|[a-zA-Z]\.|[ivx]{1,6}\)|<(?:\d{1,3}|\.)>)[ \t]+(?=\S)"
)
# "--all::", "lamp::: It burns.", "Question;;"; a "::" inside a name has no blank after it.
TERM = re.compile(
    r"[ \t]{0,40}(?P<term>\S[^\n]{0,300}?)(?P<mark>:{2,4}|;;)(?:[ \t]+(?P<text>\S.*))?"
)
ADMONITION = re.compile(r"(NOTE|TIP|IMPORTANT|WARNING|CAUTION):[ \t]+(?=\S)")
_CHECKBOX = re.compile(r"\[[ xX*]\][ \t]+")


def underlined(line: str, below: str) -> int:
    """The level of a title with a line of signs under it, or 0."""
    if not line.strip() or line[:1].isspace() or not _UNDERLINE.fullmatch(below):
        return 0
    if abs(len(line) - len(below)) > _SLACK or len(below) < min(3, len(line)):
        return 0
    known = line[:1].isalnum() or line[:1] in "'\"`(<[@.-_*"
    return _LEVELS[below[0]] if known and any(map(str.isalnum, line)) else 0


def titled(line: str) -> tuple[int, str] | None:
    """The level and the text of a title that is marked at its start."""
    found = TITLE.fullmatch(line.rstrip())
    if found is None:
        return None
    mark = found[1]
    return len(mark), found[2].removesuffix(mark).rstrip() or found[2]


def marked(line: str) -> tuple[str, str, str, str] | None:
    """The kind of list that an item belongs to, its number, its term and its text.

    Numbers of one list differ, so that "1." and "2." are of the same kind; a kind inside another
    one makes a list inside it.
    """
    if found := BULLET.match(line):
        return found[1], "", "", _CHECKBOX.sub("", line[found.end() :], count=1)
    if found := NUMBER.match(line):
        mark = found[1]
        kind = mark if mark[0] == "." else "<" if mark[0] == "<" else "1."
        return kind, "" if mark[0] == "." else mark, "", line[found.end() :]
    if found := TERM.fullmatch(line):
        return found["mark"], "", found["term"].strip(), found["text"] or ""
    return None
