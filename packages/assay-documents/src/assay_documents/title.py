"""The title of a file that has none: its name; and titles that any page may have."""

from __future__ import annotations

import re
from pathlib import Path

_VERSION = re.compile(r"\d\.\d[^.]*$")
_GENERAL = frozenset(
    ("about", "abstract", "background", "contents", "description", "getting started",
     "installation", "introduction", "motivation", "name", "overview", "preface", "purpose",
     "requirements", "summary", "synopsis", "table of contents", "usage")
)  # fmt: skip


def name_title(path: Path) -> str:
    """The file's name without its ending; the rest of a version number ("LGPL-2.1") is none."""
    name = path.name.removesuffix(".gz")
    title = name if _VERSION.search(name) else Path(name).stem
    return title.replace("_", " ").strip() or name


def is_general(title: str) -> bool:
    """True for a title that any page may have above its first section: "Synopsis"."""
    return title.strip(" .:").casefold() in _GENERAL
