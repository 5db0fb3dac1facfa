"""The web: ask search engines in turn, read the best pages, cut them into passages."""

from __future__ import annotations

import json
import time
from contextlib import suppress
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from assay.adapters.search.facts import search_facts
from assay.adapters.search.hits import make_hits
from assay.adapters.web.cache import DiskCache
from assay.budget import current_budget
from assay.errors import AssayError, BudgetSpentError, RateLimitedError, StorageError
from assay.ports import PageReader, SearchEngine
from assay.text.paragraphs import cut_paragraphs, most_promising
from assay.text.repeats import distinct
from assay.text.sanitise import visible
from assay.tracing import step
from assay.types import Findings, Hit, Page

PREFERRED = ("wikipedia.org",)  # as the CRAG paper does
MAX_QUERY = 400  # what the strictest of the engines takes
MAX_KEPT = 50


@dataclass(frozen=True, slots=True)
class WebSearch:
    """Knowledge from the web; the next engine is asked when one fails or finds nothing."""

    engines: tuple[SearchEngine, ...]
    reader: PageReader
    cache: DiskCache | None = None
    prefer: tuple[str, ...] = PREFERRED
    max_pages: int = 5
    max_passages: int = 40
    resting: dict[str, float] = field(default_factory=dict)

    @step("web", search_facts)
    def search(self, query: str) -> Findings:
        """Passages of the best pages; a page that cannot be read gives its engine's excerpt."""
        notes: list[str] = []
        words = " ".join(visible(query).split())[:MAX_QUERY]
        if not words:
            return Findings(notes=("there is nothing to search for",))
        hits = preferred(self._hits(words, notes), self.prefer)[: self.max_pages]
        reading = self.reader.read([hit.url for hit in hits])
        read = {page.url: page for page in reading.pages}
        excerpts = [hit for hit in hits if hit.url not in read and hit.snippet]
        if excerpts:
            notes.append(f"{len(excerpts)} page(s) stand in by the engine's excerpt only")
        pages = [read.get(hit.url) or _excerpt(hit) for hit in hits]
        passages = [passage for page in pages for passage in cut_paragraphs(page)]
        best = most_promising(distinct(passages), query, self.max_passages)
        return Findings(best, (*notes, *reading.notes))

    def _hits(self, query: str, notes: list[str]) -> tuple[Hit, ...]:
        for engine in self.engines:
            name = str(getattr(engine, "name", type(engine).__name__))
            try:
                hits = self._ask(engine, name, query)
            except BudgetSpentError as spent:
                notes.append(f"no further web search: {spent}")
                return ()
            except AssayError as error:
                if isinstance(error, RateLimitedError):
                    self.resting[name] = time.monotonic() + error.retry_after
                cure = f" ({error.hint})" if error.hint else ""
                notes.append(f"web search with {name} failed: {error}{cure}")
                continue
            if hits:
                notes.append(f"searched the web with {name}")
                return hits
            notes.append(f"{name} found nothing for '{query}'")
        return ()

    def _ask(self, engine: SearchEngine, name: str, query: str) -> tuple[Hit, ...]:
        if kept := self._kept(name, query):
            return kept
        if (wait := self.resting.get(name, 0.0) - time.monotonic()) > 0:
            raise RateLimitedError(f"{name} is left alone for another {wait:.0f} s", wait)
        current_budget().spend("searches")
        hits = engine.find(query)
        if hits and self.cache is not None:
            value = json.dumps([[hit.url, hit.title, hit.snippet] for hit in hits])
            with suppress(StorageError):  # the reader keeps pages there too and reports it
                self.cache.put(f"search {name} {query}", value)
        return hits

    def _kept(self, name: str, query: str) -> tuple[Hit, ...]:
        try:
            kept = self.cache.get(f"search {name} {query}") if self.cache else None
        except StorageError:
            return ()  # the reader uses the same cache and reports it
        try:
            rows = json.loads(kept) if kept else []
            return make_hits(((url, title, words) for url, title, words in rows), MAX_KEPT)
        except (ValueError, TypeError, RecursionError):  # not written by us
            return ()


def preferred(hits: tuple[Hit, ...], domains: tuple[str, ...]) -> list[Hit]:
    """The hits with those of preferred domains first, in the order of the list."""
    return sorted(hits, key=lambda hit: _rank(hit.url, domains))


def _rank(url: str, domains: tuple[str, ...]) -> int:
    host = (urlsplit(url).hostname or "").lower()
    for rank, domain in enumerate(domains):
        if host == domain or host.endswith("." + domain):
            return rank
    return len(domains)


def _excerpt(hit: Hit) -> Page:
    return Page(hit.url, hit.title, hit.snippet)
