"""Pages from the web: fetched side by side, read, and kept for the next time."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from urllib.parse import urlsplit

from assay.adapters.pages.extract import page_from_bytes
from assay.adapters.web.cache import DiskCache
from assay.adapters.web.client import WebClient
from assay.adapters.web.deadline import Deadline
from assay.adapters.web.parallel import in_parallel
from assay.errors import AssayError, ServiceError, StorageError
from assay.tracing import step
from assay.types import Facts, Page, PagesRead

READABLE = ("text/html", "application/xhtml+xml", "text/plain", "")
MAX_PAGES = 20
OK = 200


def _read_facts(reading: PagesRead) -> Facts:
    return {"pages": [page.url for page in reading.pages], "notes": list(reading.notes)}


@dataclass(frozen=True, slots=True)
class WebPages:
    """Reads pages in parallel; one that is late, refused or empty is left out with a note."""

    client: WebClient
    cache: DiskCache | None = None
    seconds: float = 8.0
    workers: int = 8

    @step("read", _read_facts)
    def read(self, urls: Sequence[str]) -> PagesRead:
        """The pages that could be read in time, in the order of the addresses."""
        wanted = list(dict.fromkeys(urls))[:MAX_PAGES]
        notes: list[str] = []
        known = {url: page for url in wanted if (page := self._kept(url, notes)) is not None}
        missing = [url for url in wanted if url not in known]
        deadline = Deadline.within(self.seconds)
        tasks = [partial(self._fetch, url, deadline) for url in missing]
        for url, result in zip(missing, in_parallel(tasks, deadline, self.workers), strict=True):
            if isinstance(result, Page):
                known[url] = result
                self._keep(url, result, notes)
            else:
                notes.append(f"{_site(url)} was not read: {_why(result)}")
        return PagesRead(tuple(known[url] for url in wanted if url in known), tuple(notes))

    def _fetch(self, url: str, deadline: Deadline) -> Page:
        answer = self.client.get(url, deadline=deadline, headers={"accept": "text/html,*/*;q=0.1"})
        if answer.status != OK:
            raise ServiceError(f"the server answered {answer.status}")
        kind = answer.headers.get("content-type", "")
        if kind.partition(";")[0].strip().lower() not in READABLE:
            raise ServiceError(f"it is not a text page but {kind[:60]!r}")
        page = page_from_bytes(url, answer.body, kind)
        if not page.text:
            raise ServiceError("it holds no readable text")
        return page

    def _kept(self, url: str, notes: list[str]) -> Page | None:
        try:
            kept = self.cache.get(f"page {url}") if self.cache else None
        except StorageError as error:
            notes.append(str(error))
            return None
        try:
            return Page(**json.loads(kept)) if kept else None
        except (ValueError, TypeError, RecursionError):  # not written by us
            return None

    def _keep(self, url: str, page: Page, notes: list[str]) -> None:
        if self.cache is None:
            return
        value = json.dumps({"url": page.url, "title": page.title, "text": page.text})
        try:
            self.cache.put(f"page {url}", value, page)
        except StorageError as error:
            notes.append(str(error))


def _site(url: str) -> str:
    try:
        return urlsplit(url).hostname or "a page without an address"
    except ValueError:
        return "a page with a malformed address"


def _why(result: Exception | None) -> str:
    if result is None:
        return "it was too slow"
    if isinstance(result, AssayError):
        return str(result)
    return f"it could not be understood ({type(result).__name__})"
