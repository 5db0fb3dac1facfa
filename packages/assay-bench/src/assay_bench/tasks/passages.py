"""What a row says was retrieved, as passages; what it says was found outside, as pages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from assay.types import Page, Passage
from assay_bench.tasks.rows import Row


@dataclass(frozen=True, slots=True)
class Retrieved:
    """Passages with their labels, beside each other."""

    passages: tuple[Passage, ...]
    labels: tuple[int | None, ...]


def retrieved(row: Row, name: str) -> Retrieved:
    """The passages of a field: objects with title, text and perhaps label, texts, or one text."""
    given = row.values.get(name)
    given = [given] if isinstance(given, str) else given
    if not isinstance(given, list):
        raise row.wrong(f"the field '{name}' is neither a text nor a list")
    return labelled(row, (_fields(row, name, each) for each in given))


def labelled(row: Row, given: Iterable[Mapping[str, Any]]) -> Retrieved:
    """Passages that are documents of their own; those without a word are left out."""
    passages: list[Passage] = []
    labels: list[int | None] = []
    for each in given:
        text, title = each.get("text") or "", each.get("title") or ""
        if not isinstance(text, str) or not isinstance(title, str):
            raise row.wrong("a passage has a 'text' or 'title' that is not text")
        label = each.get("label")
        if label not in (0, 1, None):
            raise row.wrong(f"a passage has the label {label!r:.20}; it may be 1, 0 or null")
        if text.strip():
            id = f"p{len(passages)}"
            name = str(each.get("url") or each.get("id") or title or id)
            passages.append(Passage(id, text, title, name, document=name))
            labels.append(None if label is None else int(label))
    return Retrieved(tuple(passages), tuple(labels))


def pages(row: Row, name: str) -> tuple[Page, ...]:
    """The pages of a field: objects with text, and perhaps title and url, texts, or one text."""
    found = retrieved(row, name).passages
    return tuple(
        Page(p.source if "://" in p.source else f"recorded:{at}", p.title, p.text)
        for at, p in enumerate(found)
    )


def _fields(row: Row, name: str, each: object) -> Mapping[str, Any]:
    if isinstance(each, str):
        return {"text": each}
    if isinstance(each, dict):
        if "text" not in each:
            raise row.wrong(f"an entry of '{name}' has no 'text'")
        return each
    raise row.wrong(f"an entry of '{name}' is neither a text nor an object")
