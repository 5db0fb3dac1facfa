"""Passages that tell what changed once, and questions that ask for it."""

from __future__ import annotations

import re

from assay.text.places import source_name
from assay.types import Passage

# In capitals NEWS and HISTORY are names of changelogs; "history.md" may be about anything.
_FILE = re.compile(
    r"(?:(?i:changelogs?|changes|release[-_ ]?notes?|what'?s[-_ ]?new|\d{4}-news)|NEWS|HISTORY)"
    r"(?:[-_. \d].*)?"
)
# "1.3.18 (May 31, 2016)", "Scrapy 2.4.0 (2020-10-11)", "19.2 / 2015/01/30", "25.1.0 - 2026-02-13"
_DATED = re.compile(
    r"\d+\.\d+\S* ?[\[(](?:\d{4}-\d|[A-Z][a-z]+\.? \d)|^\[?v?\d+\.\d+\S*\]? [-/] \d{4}[-/]\d"
)
_ASKED = re.compile(
    r"\b(?:versions?|releases?d?|chang\w+|new|news|since|when|remov\w+|deprecat\w+|add\w+|fix\w+"
    r"|histor\w+|upgrad\w+|introduced|no longer|still)\b|\d\.\d",
    re.IGNORECASE,
)


def is_history(passage: Passage) -> bool:
    """True for a part of a changelog, by the name of its file or a heading that dates a version."""
    name = source_name(passage.source).rpartition("/")[2]
    return bool(_FILE.fullmatch(name)) or any(map(_DATED.search, passage.headings))


def asks_for_history(question: str) -> bool:
    """True when a changelog may be what is asked for."""
    return bool(_ASKED.search(question))
