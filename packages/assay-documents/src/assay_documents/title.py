"""The title of a file that has none: its name; and titles that any page may have."""

from __future__ import annotations

from pathlib import Path

_GENERAL = frozenset(
    ("about", "abstract", "background", "contents", "description", "getting started",
     "installation", "introduction", "motivation", "name", "overview", "preface", "purpose",
     "requirements", "summary", "synopsis", "table of contents", "usage")
)  # fmt: skip


def name_title(path: Path) -> str:
    """The file's name without what comes after the first of its known endings."""
    name = path.name.removesuffix(".gz")
    return Path(name).stem.replace("_", " ").strip() or name


def is_general(title: str) -> bool:
    """True for a title that any page may have above its first section: "Synopsis"."""
    return title.strip(" .:").casefold() in _GENERAL
