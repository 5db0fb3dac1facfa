"""Passages of manuals in the form in which the tool gives them to the assayer: entries.

A page of a manual becomes plain sentences, rows of tables become facts, and around a place in it
stands one entry: its heading and the lines that belong to it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

MAX_WORDS, MIN_WORDS = 130, 12
MAX_HEADING_WORDS = 9
_ROW = re.compile(r"^\|(.*)\|\s*$")
_SECTION_SIGN = re.compile("[\N{PILCROW SIGN}#]\\s*$")


@dataclass(frozen=True, slots=True)
class Entry:
    """A heading (or none), a text, and where the wanted characters stand in it."""

    heading: str
    text: str
    start: int
    end: int


def fact(line: str) -> str:
    """A row of a table as a fact: `| Status: | Base |` says `Status: Base`."""
    row = _ROW.match(line.strip())
    if row is None:
        return line
    cells = [cell.strip() for cell in row[1].split("|") if cell.strip()]
    if len(cells) < 2:
        return " ".join(cells)
    return f"{cells[0].rstrip(':')}: {', '.join(cells[1:])}"


def is_heading(lines: list[str], at: int) -> bool:
    """A short line that begins like a title, where no sentence goes on from the line before."""
    line, before = lines[at], lines[at - 1].strip() if at else ""
    bare = line.strip()
    return (
        0 < len(bare.split()) <= MAX_HEADING_WORDS
        and (bare[0].isupper() or bare[0].isdigit())
        and bare[-1] not in ".,;:!?)"
        and not line.startswith((" ", "\t"))
        and (not before or before[-1] in ".:!?|)")
    )


def entry_around(text: str, start: int, end: int) -> Entry | None:
    """The entry of a page that holds some characters of it; None where it is the page, or odd."""
    wanted = " ".join(text[start:end].split())
    lines = text.splitlines()
    first, last = text.count("\n", 0, start), text.count("\n", 0, max(start, end - 1))
    above = next((i for i in range(first, -1, -1) if is_heading(lines, i)), None)
    low = 0 if above is None else above + 1
    if low > first:  # the wanted words are a heading themselves
        return None
    high = next((i for i in range(last + 1, len(lines)) if is_heading(lines, i)), len(lines))
    while high > last + 1 and _words(lines[low:high]) > MAX_WORDS:
        high -= 1
    while low < first and _words(lines[low:high]) > MAX_WORDS:
        low += 1
    body = joined(lines[low:high])
    at = body.find(wanted)
    if at < 0 or not MIN_WORDS <= len(body.split()) <= 2 * MAX_WORDS or len(body) > 0.9 * len(text):
        return None
    heading = "" if above is None else _SECTION_SIGN.sub("", lines[above]).strip()
    return Entry(heading, body, at, at + len(wanted))


def joined(lines: list[str]) -> str:
    """Lines as running text."""
    return " ".join(" ".join(fact(line) for line in lines).split())


def _words(lines: list[str]) -> int:
    return sum(len(line.split()) for line in lines)
