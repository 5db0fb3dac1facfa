"""Search results that somebody recorded: corrective runs that repeat exactly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from assay.adapters.pages.extract import page_from_html, tidy
from assay.adapters.search.web import search_facts
from assay.errors import InputError
from assay.steps.paragraphs import cut_paragraphs, most_promising
from assay.steps.repeats import distinct
from assay.tracing import step
from assay.types import Findings, Page

MOST_RECORDED = 100
FORM = 'an entry of "external" is {"title", "url", "text" or "html"}'


@dataclass(frozen=True, slots=True)
class Recorded:
    """Gives the recorded pages, whatever is asked."""

    pages: tuple[Page, ...]
    most_passages: int = 40

    @step("search", search_facts)
    def search(self, query: str) -> Findings:
        """Passages of the recorded pages, in their order."""
        passages = distinct([passage for page in self.pages for passage in cut_paragraphs(page)])
        best = most_promising(passages, query, self.most_passages)
        return Findings(best, (f"used {len(self.pages)} recorded result(s) instead of a search",))


def recorded_pages(entries: Sequence[Mapping[str, Any]]) -> tuple[Page, ...]:
    """The pages of an "external" list: [{"title", "url", "text" or "html"}]."""
    if len(entries) > MOST_RECORDED:
        raise InputError(f'"external" has {len(entries)} entries; at most {MOST_RECORDED} are read')
    return tuple(_page(entry, number) for number, entry in enumerate(entries))


def _page(entry: Mapping[str, Any], number: int) -> Page:
    values = {key: entry.get(key, "") for key in ("title", "url", "text", "html")}
    if not all(isinstance(value, str) for value in values.values()):
        raise InputError(f'entry {number} of "external" holds something that is not text', FORM)
    if not values["text"] and not values["html"]:
        raise InputError(f'entry {number} of "external" has neither "text" nor "html"', FORM)
    url = values["url"] or f"recorded:{number}"
    if values["text"]:
        return Page(url, tidy(values["title"]), tidy(values["text"]))
    read = page_from_html(url, values["html"])
    return Page(url, tidy(values["title"]) or read.title, read.text)
