"""What the machine names of columns mean, as a README or a data dictionary says."""

from __future__ import annotations

import csv
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from assay_documents.sandbox.regular_file import read_regular

_NAMES = "codebook|columns|data dictionary|dictionary|legend|readme|schema|variables"
_TOLD_IN = frozenset(_NAMES.split("|"))
_ENDINGS = frozenset(("", ".md", ".txt", ".rst", ".csv"))
_SAYS = frozenset(("definition", "description", "explanation", "label", "meaning"))
_MAX_BYTES = 200_000
_MAX_TEXTS = 8  # a folder may have README, Readme, readMe and thousands more
_MAX_NAMES = 200
_MAX_WORDS = 60  # characters of a meaning; more would be said with every cell
_MACHINE = re.compile(r"[^\Wa-zA-Z]*[a-zA-Z]\w*")
_TYPE = re.compile(
    r"bool(ean)?|(var)?char(acter)?|date(time)?|time(stamp)?|decimal|double|factor|float|"
    r"int(eger)?|number|numeric|real|str(ing)?|text",
    re.IGNORECASE,
)
_MARKS = "`*\"'| "
_LINE = re.compile(
    r"[\s|*+-]*[`*\"']{0,3}(?P<name>\w+)[`*\"']{0,3}(?:\s*(?:[:|=–—]|-\s|\s-)|\t|\s\s)(?P<says>.*)"  # noqa: RUF001
)
_ALONE = re.compile(r"[\s#*+-]*[`*\"']{0,3}(?P<name>\w+)[`*\"']{0,3}:?\s*")
_END = re.compile(r"[;|(\n]|[.:,](?:\s|$)")


def with_meanings(
    names: Mapping[int, str], path: Path, told: Sequence[tuple[str, str]] = ()
) -> dict[int, str]:
    """The names of the columns, each with what it means where a text beside the file says so.

    Only the first words are taken: "retail price in euros (price_eur)". `told` are names and
    meanings that the file itself has.
    """
    wanted = {name for name in names.values() if _is_machine_name(name)}
    if not wanted or len(names) > _MAX_NAMES:
        return dict(names)
    meanings: dict[str, str] = {}
    for name, text in (*told, *_told_beside(path)):
        if name in wanted and name not in meanings:
            says = _meaning(text)
            if says and len(says) <= _MAX_WORDS and says.casefold() != name.casefold():
                meanings[name] = says
    return {
        column: f"{meanings[name]} ({name})" if name in meanings else name
        for column, name in names.items()
    }


def _is_machine_name(name: str) -> bool:
    """True for "price_eur", "pop" and "GDP"; "Date" needs no explanation."""
    short = len(name) < 5 and name.islower()  # noqa: PLR2004 - "pop"
    return bool(_MACHINE.fullmatch(name)) and ("_" in name or short or name.isupper())


def is_dictionary(name: str) -> bool:
    """True for the name of a file or sheet that tells what columns mean."""
    return _called(name) in _TOLD_IN


def told_in(rows: Iterable[Sequence[str]]) -> Iterator[tuple[str, str]]:
    """What the rows of a data dictionary say of each name, in their first cell.

    It stands in a column that is called so ("description"), else in the first that is no type.
    """
    at = 0
    for number, row in enumerate(rows):
        if number == 0:
            called = [_called(cell.strip()) for cell in row]
            at = next((place for place, cell in enumerate(called) if cell in _SAYS), 0)
        elif len(row) > max(1, at):
            yield row[0].strip(), row[at] if at else " | ".join(row[1:])


def _meaning(said: str) -> str:
    """The first words of what is said of a column; its type, such as "integer", is no meaning."""
    parts = (_END.split(part.strip(_MARKS), 1)[0].strip(_MARKS) for part in said.split("|"))
    return next((part for part in parts if part and not _TYPE.fullmatch(part)), "")


def _told_beside(path: Path) -> Iterator[tuple[str, str]]:
    """What is said of each name in texts of the folder that are called so; no links."""
    own = _called(path.name.partition(".")[0])
    try:
        texts = _texts_in(path.parent, path.parent.stat().st_mtime_ns)
    except OSError:
        return
    those = {own, *_TOLD_IN, *(f"{own} {each}" for each in _TOLD_IN)}
    those.update(f"{each} {own}" for each in _TOLD_IN)
    called = sorted(name for each in those for name in texts.get(each, ()))
    for name in called[:_MAX_TEXTS]:
        each = path.parent / name
        if name == path.name or each.is_symlink():
            continue
        with suppress(OSError):
            text = read_regular(each, _MAX_BYTES).decode("utf-8-sig", "replace").replace("\0", "")
            if name.lower().endswith(".csv"):
                with suppress(csv.Error):
                    yield from told_in(csv.reader(text.splitlines()))
                continue
            yield from _said_in(text.splitlines())


def _said_in(lines: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Each name that begins a line with what follows it there, or else on the next line."""
    alone = ""
    for line in lines:
        found = _ALONE.fullmatch(line)
        if alone and line.strip():
            if found is None or line[0].isspace():
                yield alone, line.strip().removeprefix(":")
            alone = ""
        if found:
            alone = found["name"]
        elif found := _LINE.match(line):
            yield found["name"], found["says"]


@lru_cache(maxsize=4)  # a folder of thousands of tables is listed once
def _texts_in(folder: Path, changed: int) -> dict[str, list[str]]:
    """The names of the texts of a folder by what they are called."""
    found: dict[str, list[str]] = {}
    for name in os.listdir(folder):
        stem, ending = os.path.splitext(name)
        if ending.lower() in _ENDINGS:
            found.setdefault(_called(stem), []).append(name)
    return found


def _called(stem: str) -> str:
    return stem.casefold().replace("_", " ").replace("-", " ")
