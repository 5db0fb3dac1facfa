"""What search engines send, made into hits: hostile input until it has passed here."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable
from typing import Any

from assay.adapters.pages.extract import tidy
from assay.adapters.web.addresses import checked_url
from assay.errors import UnsafeAddressError
from assay.types import Hit

MAX_SNIPPET = 1_000
MAX_TITLE = 200
_TAG = re.compile(r"</?[a-zA-Z][^<>]{0,200}>")


def make_hits(rows: Iterable[tuple[Any, Any, Any]], most: int) -> tuple[Hit, ...]:
    """Hits from (url, title, snippet) rows: real web addresses only, each page once."""
    hits: dict[str, Hit] = {}
    for url, title, snippet in rows:
        if len(hits) >= most:
            break
        if not isinstance(url, str):
            continue
        try:
            address = str(checked_url(url)).partition("#")[0]
        except UnsafeAddressError:
            continue
        words = plain(snippet)[:MAX_SNIPPET]
        hits.setdefault(address, Hit(address, plain(title)[:MAX_TITLE], words))
    return tuple(hits.values())


def plain(value: Any) -> str:  # noqa: ANN401 - whatever a server put into its JSON
    """A piece of a result as one line of neutral text, its markup taken off."""
    if not isinstance(value, str):
        return ""
    return tidy(html.unescape(_TAG.sub("", value[:20_000]))).replace("\n", " ")


def rows(answer: Any, *path: str) -> list[dict[str, Any]]:  # noqa: ANN401 - parsed JSON of any shape
    """The list of objects under a path of keys, empty when the answer is shaped otherwise."""
    for key in path:
        answer = answer.get(key) if isinstance(answer, dict) else None
    return [row for row in answer if isinstance(row, dict)] if isinstance(answer, list) else []
