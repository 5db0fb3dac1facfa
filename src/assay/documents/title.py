"""The title of a plain text: its first heading."""

from __future__ import annotations

import re
from pathlib import Path

_HEAD = 4000  # characters in which a title is looked for
_MARKDOWN = re.compile(r"^#{1,6}[ \t]+(?P<title>.+?)[ \t]*#*[ \t]*\r?$", re.MULTILINE)
_UNDERLINED = re.compile(
    r"^(?P<title>\S[^\r\n]{0,200})\r?\n(?:={3,}|-{3,}|~{3,}|\*{3,}|\^{3,})[ \t]*\r?$", re.MULTILINE
)

_GENERAL = frozenset(
    ("about", "abstract", "background", "contents", "description", "getting started",
     "installation", "introduction", "motivation", "name", "overview", "preface", "purpose",
     "requirements", "summary", "synopsis", "table of contents", "usage")
)  # fmt: skip


def find_title(text: str, path: Path) -> str:
    """The first heading of a Markdown or reStructuredText text, or the name of the file."""
    found = [
        match
        for each in (_MARKDOWN, _UNDERLINED)
        if (match := each.search(text[:_HEAD])) is not None
    ]
    if not found:
        return name_title(path)
    return min(found, key=lambda match: match.start())["title"].strip()


def name_title(path: Path) -> str:
    """The file's name without what comes after the first of its known endings."""
    name = path.name.removesuffix(".gz")
    return Path(name).stem.replace("_", " ").strip() or name


def is_general(title: str) -> bool:
    """True for a title that any page may have above its first section: "Synopsis"."""
    return title.strip(" .:").casefold() in _GENERAL
