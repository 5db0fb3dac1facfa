"""Passages that tell what changed once, and questions that ask for it."""

from __future__ import annotations

import re

from assay.text.places import source_name
from assay.types import Passage

# In capitals NEWS and HISTORY are names of changelogs; "history.md" may be about anything. A guide
# to upgrading tells what changed, in sections that are named after what it is about.
_FILE = re.compile(
    r"(?:(?i:changelogs?|changes|release[-_ ]?notes?|what'?s[-_ ]?new|\d{4}-news|upgrading)"
    r"|NEWS|HISTORY)"
    r"(?:[-_. \d].*)?"
)
# "1.3.18 (May 31, 2016)", "Scrapy 2.4.0 (2020-10-11)", "19.2 / 2015/01/30", "25.1.0 - 2026-02-13"
_DATED = re.compile(
    r"\d{1,6}\.\d{1,6}\S{0,40} ?[\[(](?:\d{4}-\d|[A-Z][a-z]{1,20}\.? \d)"
    r"|^\[?v?\d+\.\d+\S{0,40}\]? [-/] \d{4}[-/]\d"
)
_NUMBERED = r"(?:(?:appendix )?(?:[a-z]\.?|[a-z]?[\d.]+) )?"  # "22.1 ", "B. "
# "Version 1.4.2": of a version and nothing else, so that no date is needed.
_VERSION = re.compile(rf"{_NUMBERED}(?:version|release) v?\d+(?:\.\d+)+\S{{0,4}}", re.IGNORECASE)
# The headings over such parts.
_OVER = re.compile(
    rf"{_NUMBERED}(?:the )?(?:(?:\w+ )?change ?logs?|release (?:notes?|history)"
    r"|upgrad(?:ing|e) checklist|what['\u2019]?s new|(?:version|revision|change) history"
    r"|(?:change|release|upgrading|upgrade)[- ]notes?)(?: (?:for|of|in|from) .*)?"
    rf"|{_NUMBERED}(?:changes|new)(?: \w+)? (?:in|since)(?: (?:version|release))? v?\d+(?:\.\d+)+",
    re.IGNORECASE,
)
_DONE = r"(?:add|chang|deprecat|drop|fix|introduc|remov|renam|replac|releas)"
# What was: a version, a date, something that was done. Who adds or changes something asks for none.
_ASKED = re.compile(
    r"\b(?:since|change ?logs?|release notes?|histor\w+|deprecated|introduced|released?|still"
    r"|no longer|any ?more|when (?:was|were|did)|(?:which|what|whose) (?:version|release)s?"
    r"|what(?:['\u2019]s| is| are| was| has| have)? (?:the )?(?:new|news|latest|change[sd]?)"
    rf"|(?:was|were|been|did|has|have|got)\b.{{0,80}}\b{_DONE}\w*"
    r"|upgrad(?:e|ing) (?:from|to)|upgrading|how (?:do|can|should|to)\b.{0,20}\bupgrade)\b|\d\.\d",
    re.IGNORECASE,
)
# "Which versions of Python are supported?" asks for what holds now.
_NEEDS = r"\b(?:support(?:s|ed)?|requires?d?|needs?|needed|compatible|works?|runs?)\b"
_HOLDS_NOW = re.compile(rf"\bversions?\b.*{_NEEDS}|{_NEEDS}.*\bversions?\b", re.IGNORECASE)


def is_history(passage: Passage) -> bool:
    """True for a part of a changelog, by the name or title of its file or a heading that says so.

    Such a heading dates a version, or consists of one, or names a list of changes.
    """
    name = source_name(passage.source).rpartition("/")[2]
    is_whole = _FILE.fullmatch(name) or _OVER.fullmatch(passage.title.strip(" :.#"))
    return bool(is_whole) or any(
        _is_of_changes(heading, depth) for depth, heading in enumerate(passage.headings)
    )


def _is_of_changes(heading: str, depth: int) -> bool:
    bare = heading.strip(" :.#")
    # A version over a whole document is that of the document.
    of_version = depth > 0 and _VERSION.fullmatch(bare)
    return bool(of_version or _OVER.fullmatch(bare) or _DATED.search(heading))


def asks_for_history(question: str) -> bool:
    """True when a changelog may be what is asked for."""
    return bool(_ASKED.search(_HOLDS_NOW.sub(" ", question)))
