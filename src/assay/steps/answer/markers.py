"""Citation markers in a model's output: found in every usual form, taken out of the text."""

from __future__ import annotations

import re
from dataclasses import dataclass

# [1]  [1, 2]  [1-3]  [^1]  [source 1]  and the same in the brackets that some models prefer.
# White space is bounded: runs of it side by side would be tried in every division.
_S = r"\s{0,3}"
_NUMBERS = rf"\d{{1,3}}(?:{_S}(?:[,;&\u2013-]|and){_S}\d{{1,3}}){{0,40}}"
_SOURCE = "(?:source|evidence|doc(?:ument)?|passage|ref(?:erence)?|citation)"
_NAMED = rf"(?:\^|#|{_SOURCE}s?{_S}[:#]?{_S})?"
_WHOLE = rf"[\[\u3010\u27e6]{_S}{_NAMED}{_S}(?P<numbers>{_NUMBERS}){_S}[\]\u3011\u27e7]"
# What was meant as a marker and is none: [], [?], [n], [citation needed], [source], an open [1
_BROKEN = (
    rf"\[{_S}(?:\?|n|\^|#|citation(?: needed)?|source|evidence|ref(?:erence)?)?{_S}\]"
    rf"|\[{_S}\d{{1,3}}(?=\s|$|[.,;](?:\s|$))"
)
_MARKER = re.compile(rf"{_WHOLE}|{_BROKEN}", re.IGNORECASE)
_URL = re.compile(r"(?:\b(?:https?|ftp|file)://|\bwww\.)[^\s<>\[\]()\"']+", re.IGNORECASE)
_REFERENCES = re.compile(
    r"^\s*(?:\W{0,3}(?:references?|sources?|citations?|bibliography)\W{0,9})$",
    re.IGNORECASE,
)
MAX_RANGE = 20
MAX_SOURCES = 100  # different ones that are looked for in the evidence


@dataclass(frozen=True, slots=True)
class Marked:
    """A text without its markers, and which evidence each stood for and where.

    `cited` are (offset in the text, number from 1); numbers that point nowhere are not in it.
    """

    text: str
    cited: tuple[tuple[int, int], ...] = ()
    notes: tuple[str, ...] = ()


def numbered_markers(text: str) -> tuple[tuple[int, int, tuple[int, ...]], ...]:
    """Where markers with numbers stand in the text, as (start, end, numbers), and none is taken."""
    found = (match for match in _MARKER.finditer(text) if match["numbers"])
    return tuple((m.start(), m.end(), tuple(_numbers(m["numbers"]))) for m in found)


def take_markers(text: str, count: int, known: str = "") -> Marked:
    """The text freed of markers and of sources that the evidence (`known`) does not name."""
    text, invented = _without_invented_sources(text, known)
    pieces: list[str] = []
    cited: list[tuple[int, int]] = []
    length, at, nowhere = 0, 0, 0
    for match in _MARKER.finditer(text):
        piece = text[at : match.start()].rstrip(" \t")
        pieces.append(piece)
        length += len(piece)
        at = match.end()
        numbers = _numbers(match["numbers"] or "")
        right = [number for number in numbers if 1 <= number <= count]
        nowhere += len(numbers) - len(right) if numbers else 1
        cited.extend((length, number) for number in right)
    freed = "".join([*pieces, text[at:]])
    notes = []
    if nowhere:
        notes.append(f"{nowhere} citation marker(s) pointed nowhere and were removed")
    if invented:
        notes.append(f"{invented} source(s) that no evidence names were removed from the answer")
    return Marked(freed, tuple(cited), tuple(notes))


def _numbers(written: str) -> list[int]:
    numbers: list[int] = []
    for part in re.split(r"[,;&]|and", written):
        ends = [int(end) for end in re.findall(r"\d+", part)]
        if len(ends) == 2 and ends[0] < ends[1] <= ends[0] + MAX_RANGE:  # noqa: PLR2004 - a range has two ends
            ends = list(range(ends[0], ends[1] + 1))
        numbers.extend(ends)
    return numbers


def _without_invented_sources(text: str, known: str) -> tuple[str, int]:
    """The text without URLs that stand in no evidence, and without a list of references."""
    removed = 0
    named: dict[str, bool] = {}

    def keep(match: re.Match[str]) -> str:
        nonlocal removed
        url = match.group().rstrip(".,;:!?")
        if len(named) < MAX_SOURCES and url not in named:
            named[url] = url in known
        if named.get(url, False):
            return match.group()
        removed += 1
        return ""

    lines: list[str] = []
    for line in text.split("\n"):
        kept = _URL.sub(keep, line)
        bare = _MARKER.sub("", kept).strip(" \t-*:.()<>")
        if _REFERENCES.match(line) or (kept != line and not bare):
            continue  # a heading of references, or a line that was nothing but a false source
        lines.append(kept)
    return "\n".join(lines), removed
