"""An offline encyclopaedia: a ZIM file, searched with the index that it carries."""

from __future__ import annotations

import re
import threading
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any

from assay.adapters.pages.extract import page_from_html, tidy
from assay.adapters.search.facts import search_facts
from assay.budget import current_budget
from assay.errors import InputError
from assay.extras import require
from assay.text.keywords import keywords
from assay.text.paragraphs import cut_paragraphs, most_promising
from assay.text.repeats import distinct
from assay.tracing import step
from assay.types import Findings, Page

LARGEST_ARTICLE = 4_000_000
MAX_KEYWORDS = 4
_WORD = re.compile(r"\w+")


@dataclass(frozen=True)
class Zim:
    """Knowledge from a ZIM file, such as Wikipedia as Kiwix distributes it."""

    file: Path
    max_articles: int = 5
    max_passages: int = 40
    _archive: Any = field(init=False, repr=False, compare=False)
    _lock: threading.Lock = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Open the file, or say what is wrong with it."""
        reader = require("libzim.reader", extra="zim")
        if not self.file.is_file():
            raise InputError(f"there is no ZIM file {self.file}", hint="check --zim")
        try:
            archive = reader.Archive(self.file)
        except RuntimeError as error:
            raise InputError(f"{self.file} is not a readable ZIM file: {error}") from error
        object.__setattr__(self, "_archive", archive)
        object.__setattr__(self, "_lock", threading.Lock())

    @step("zim", search_facts)
    def search(self, query: str) -> Findings:
        """Passages of the articles that fit: by title first, then by full text."""
        with self._lock:  # the index inside a ZIM serves one search at a time
            pages = self._articles(query)
        if not pages:
            return Findings(notes=(f"{self.file.name} has nothing for '{query}'",))
        passages = distinct([passage for page in pages for passage in cut_paragraphs(page)])
        best = most_promising(passages, query, self.max_passages)
        return Findings(best, (f"read {len(pages)} article(s) of {self.file.name}",))

    def _articles(self, query: str) -> list[Page]:
        words = tuple(part.strip() for part in query.split(",") if part.strip())
        if len(words) == 1:  # a whole question: the index would want every word of it
            words = keywords(query)
        words = words[:MAX_KEYWORDS]
        pages: dict[str, Page] = {}
        for path in [*self._by_title(words), *self._by_text(words)]:
            if len(pages) >= self.max_articles:
                break
            current_budget().check()
            page = self._page(path)
            if page is not None:
                pages.setdefault(page.url, page)
        return list(pages.values())

    def _by_title(self, words: tuple[str, ...]) -> list[str]:
        """Articles named like a keyword, also by redirect and with "(...)" behind the name."""
        found: list[str] = []
        suggestion = require("libzim.suggestion", extra="zim")
        for word in words:
            if self._archive.has_entry_by_title(word):
                found.append(self._archive.get_entry_by_title(word).path)
            suggested = suggestion.SuggestionSearcher(self._archive).suggest(word)
            for path in suggested.getResults(0, self.max_articles):
                title = self._archive.get_entry_by_path(path).title.casefold()
                if title == word.casefold() or title.startswith(f"{word.casefold()} ("):
                    found.append(path)
        return list(dict.fromkeys(found))

    def _by_text(self, words: tuple[str, ...]) -> list[str]:
        """The paths of articles with all keywords, then of those with fewer."""
        if not self._archive.has_fulltext_index:
            return []
        search = require("libzim.search", extra="zim")
        searcher = search.Searcher(self._archive)
        found: dict[str, None] = {}
        for size in range(len(words), 0, -1):
            for some in combinations(words, size):
                current_budget().check()
                terms = " ".join(_WORD.findall(" ".join(some)))
                results = searcher.search(search.Query().set_query(terms))
                for path in results.getResults(0, self.max_articles):
                    found.setdefault(str(path))
            if len(found) >= self.max_articles:
                break
        return list(found)

    def _page(self, path: str) -> Page | None:
        if not self._archive.has_entry_by_path(path):
            return None
        item = self._archive.get_entry_by_path(path).get_item()  # follows redirects
        if not item.mimetype.startswith("text/html") or item.size > LARGEST_ARTICLE:
            return None
        html = bytes(item.content).decode("utf-8", errors="replace")
        page = page_from_html(f"zim://{self.file.name}/{item.path}", html)
        return Page(page.url, tidy(item.title) or page.title, page.text) if page.text else None
