"""Search results that somebody recorded: corrective runs that repeat exactly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from assay.adapters.pages.extract import page_from_html, tidy
from assay.adapters.search.facts import search_facts
from assay.errors import InputError
from assay.text.paragraphs import cut_paragraphs, most_promising
from assay.text.repeats import distinct
from assay.tracing import step
from assay.types import Findings, Page

MAX_RECORDED = 100
FORM = 'an entry of "external" is {"title", "url", "text" or "html"}'


@dataclass(frozen=True, slots=True)
class Recorded:
    """Gives the recorded pages, whatever is asked."""

    pages: tuple[Page, ...]
    max_passages: int = 40

    @step("search", search_facts)
    def search(self, query: str) -> Findings:
        """Passages of the recorded pages, in their order."""
        passages = distinct([passage for page in self.pages for passage in cut_paragraphs(page)])
        best = most_promising(passages, query, self.max_passages)
        return Findings(best, (f"used {len(self.pages)} recorded result(s) instead of a search",))


def recorded_pages(entries: Sequence[Mapping[str, Any]]) -> tuple[Page, ...]:
    """The pages of an "external" list: [{"title", "url", "text" or "html"}].

    A result without any text is what searches often give: it is passed over.
    """
    if len(entries) > MAX_RECORDED:
        raise InputError(f'"external" has {len(entries)} entries; at most {MAX_RECORDED} are read')
    pages = (_page(entry, number) for number, entry in enumerate(entries))
    return tuple(page for page in pages if page is not None)


def _page(entry: Mapping[str, Any], number: int) -> Page | None:
    found = {key: entry.get(key) for key in ("title", "url", "text", "html")}
    values = {key: "" if value is None else value for key, value in found.items()}
    if not all(isinstance(value, str) for value in values.values()):
        raise InputError(f'entry {number} of "external" holds something that is not text', FORM)
    if not values["text"].strip() and not values["html"].strip():
        return None
    url = values["url"] or f"recorded:{number}"
    if values["text"].strip():
        return Page(url, tidy(values["title"]), tidy(values["text"]))
    read = page_from_html(url, values["html"])
    return Page(url, tidy(values["title"]) or read.title, read.text)
