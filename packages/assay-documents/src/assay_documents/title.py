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

# Names that programs give to what has none, names of files, and identifiers of publishers.
_NO_TITLE = re.compile(
    r"(?:untitled|microsoft (?:word|excel|powerpoint)|powerpoint presentation).*|[\W\d_]*"
    r"|.*\.(?:dvi|tex|docx?|pdf|indd|qxd|xlsx?|pptx?|od[tsp]|rtf|html?|txt|e?ps|cdr|ai|p65)"
    r"|(?:document|presentation|slide|book|sheet|page|layout|title|unknown|none|null)[ -]?\d*"
    r"|\(?(?:anonymous|no name|unnamed|unspecified|untitled)\)?"
    r"|(?:no|default|blank|document) ?title|word document|[a-z]:\\.*|(?:file|https?)://.*"
    r"|(?:doi|pii|arxiv): ?\S+|\S*\d{5}\S*",
    re.I,
)
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")


def name_title(path: Path) -> str:
    """The file's name without its ending; the rest of a version number ("LGPL-2.1") is none."""
    name = path.name.removesuffix(".gz")
    title = name if _VERSION.search(name) else Path(name).stem
    return title.replace("_", " ").strip() or name


def given_title(text: str) -> str:
    """The title that a file says it has; empty where a program put something there."""
    title = text.strip()
    return "" if _NO_TITLE.fullmatch(title) else title


def with_years(title: str, path: Path) -> str:
    """A title that is printed in the file, with the years that only the file's name tells."""
    years = [year for year in _YEAR.findall(path.stem) if year not in title]
    return f"{title} ({', '.join(years)})" if years else title


def is_general(title: str) -> bool:
    """True for a title that any page may have above its first section: "Synopsis"."""
    return title.strip(" .:").casefold() in _GENERAL
