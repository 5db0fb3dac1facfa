"""The items of a list in a model's reply, whatever marks it puts around them."""

from __future__ import annotations

import json
import re

from assay.steps.answer.model_output import clean_reply
from assay.text.keywords import MAX_QUERY

_MARK = re.compile(r"^\s*(?:[-*+\u2022]|\(?\d{1,2}[.):]|step\s+\d{1,2}\s*[.:)-])\s*", re.IGNORECASE)
_LABEL = re.compile(
    r"^(?:search(?: for)?|query|sub-?question|question|step)\s*\d*\s*[:=]\s*", re.IGNORECASE
)
# 'Search for "X" director': the words to search for, in a sentence that says so.
_TOLD = re.compile(r"^search(?: for)?\s+(?=[\"\u201c])", re.IGNORECASE)
_QUOTES = str.maketrans("", "", '"\u201c\u201d')
_EDGES = " \t\"'`*_\u201c\u201d"
_ARRAY = re.compile(r"\[[^\[\]]*\]", re.DOTALL)


def listed_lines(reply: str, most: int) -> tuple[str, ...]:
    """At most `most` different items: of a JSON array, of marked lines, or lines that ask."""
    text = clean_reply(reply)
    lines = text.splitlines()
    marked = [_MARK.sub("", line, count=1) for line in lines if _MARK.match(line)]
    items = _array(text) or marked or [line for line in lines if line.rstrip(_EDGES).endswith("?")]
    found: dict[str, str] = {}
    for item in items:
        words = cleaned_item(item)
        if any(c.isalnum() for c in words) and not words.endswith(":"):
            found.setdefault(words.casefold(), words)
    return tuple(found.values())[:most]


def cleaned_item(item: str) -> str:
    """One item as plain words on one line, without label, quotes or emphasis."""
    words = " ".join(item.split()).lstrip(_EDGES)
    if told := _TOLD.match(words):
        words = words[told.end() :].translate(_QUOTES)
    words = words.strip(_EDGES)
    return _LABEL.sub("", words).strip(_EDGES)[:MAX_QUERY]


def _array(text: str) -> list[str]:
    match = _ARRAY.search(text)
    if match is None:
        return []
    try:
        items = json.loads(match.group())
    except (ValueError, RecursionError):
        return []
    return [item for item in items if isinstance(item, str)]
