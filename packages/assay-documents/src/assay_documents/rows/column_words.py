"""What the machine names of columns mean, as a README beside their file says."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from assay_documents.sandbox.regular_file import read_regular

_TOLD_IN = frozenset(("readme", "codebook", "columns", "data dictionary", "dictionary", "schema"))
_ENDINGS = frozenset(("", ".md", ".txt", ".rst"))
_MAX_BYTES = 200_000
_MAX_NAMES = 200
_MAX_WORDS = 60  # characters of a meaning; more would be said with every cell
_MACHINE = re.compile(r"\w*[a-zA-Z]\w*")
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
                says = _END.split(found["says"].strip(_MARKS), 1)[0].strip(_MARKS)
                if says and len(says) <= _MAX_WORDS and says.casefold() != found["name"].casefold():
                    meanings[found["name"]] = says
    return {
        column: f"{meanings[name]} ({name})" if name in meanings else name
        for column, name in names.items()
    }


def _texts_beside(path: Path) -> Iterator[str]:
    """The texts of the folder that are called as one that explains its data; no links."""
    own = path.name.partition(".")[0].casefold()
    for each in sorted(path.parent.iterdir())[:10_000]:
        stem = each.stem.casefold().replace("_", " ").replace("-", " ")
        if (stem not in _TOLD_IN and stem != own) or each.suffix.lower() not in _ENDINGS:
            continue
        if each == path or each.is_symlink():
            continue
        try:
            yield read_regular(each, _MAX_BYTES).decode("utf-8", "replace")
        except OSError:
            continue
