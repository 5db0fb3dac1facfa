"""What the machine names of columns mean, as a README beside their file says."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from assay_documents.sandbox.regular_file import read_regular

_TOLD_IN = frozenset(("readme", "codebook", "columns", "data dictionary", "dictionary", "schema"))
_ENDINGS = frozenset(("", ".md", ".txt", ".rst"))
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
    r"[\s|*+-]*[`*\"']{0,3}(?P<name>\w+)[`*\"']{0,3}\s*(?:[:|=–—]|-\s|\s-)(?P<says>.*)"  # noqa: RUF001
)
_END = re.compile(r"[;|(\n]|[.:,](?:\s|$)")


def with_meanings(names: Mapping[int, str], path: Path) -> dict[int, str]:
    """The names of the columns, each with what it means where a text beside the file says so.

    Only the first words are taken: "retail price in euros (price_eur)".
    """
    wanted = {name for name in names.values() if "_" in name or len(name) < 5 or name.isupper()}  # noqa: PLR2004 - "pop"
    wanted = {name for name in wanted if _MACHINE.fullmatch(name)}
    if not wanted or len(names) > _MAX_NAMES:
        return dict(names)
    meanings: dict[str, str] = {}
    for text in _texts_beside(path):
        for line in text.splitlines():
            found = _LINE.match(line)
            if found and found["name"] in wanted and found["name"] not in meanings:
                says = _meaning(found["says"])
                if says and len(says) <= _MAX_WORDS and says.casefold() != found["name"].casefold():
                    meanings[found["name"]] = says
    return {
        column: f"{meanings[name]} ({name})" if name in meanings else name
        for column, name in names.items()
    }


def _meaning(said: str) -> str:
    """The first words of what is said of a column; its type, such as "integer", is no meaning."""
    parts = (_END.split(part.strip(_MARKS), 1)[0].strip(_MARKS) for part in said.split("|"))
    return next((part for part in parts if part and not _TYPE.fullmatch(part)), "")


def _texts_beside(path: Path) -> Iterator[str]:
    """The texts of the folder that are called as one that explains its data; no links."""
    own = _called(path.name.partition(".")[0])
    try:
        texts = _texts_in(path.parent, path.parent.stat().st_mtime_ns)
    except OSError:
        return
    called = sorted(name for each in {own, *_TOLD_IN} for name in texts.get(each, ()))
    for name in called[:_MAX_TEXTS]:
        each = path.parent / name
        if name == path.name or each.is_symlink():
            continue
        with suppress(OSError):
            yield read_regular(each, _MAX_BYTES).decode("utf-8", "replace")


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
