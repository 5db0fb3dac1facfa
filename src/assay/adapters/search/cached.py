"""Pages that were read before: what is left of the web when it cannot be reached."""

from __future__ import annotations

import re
from dataclasses import dataclass

from assay.adapters.search.facts import search_facts
from assay.adapters.web.cache import DiskCache
from assay.text.paragraphs import cut_paragraphs, most_promising
from assay.text.repeats import distinct
from assay.tracing import step
from assay.types import Findings

MAX_WORDS = 32
_WORD = re.compile(r"\w{2,}")


@dataclass(frozen=True, slots=True)
class CachedPages:
    """Searches the text of cached pages, of any age; nothing leaves the machine."""

    cache: DiskCache
    max_pages: int = 5
    max_passages: int = 40

    @step("cache", search_facts)
    def search(self, query: str) -> Findings:
        """Passages of the cached pages that hold the words of the query."""
        words = tuple(dict.fromkeys(_WORD.findall(query.casefold())))[:MAX_WORDS]
        pages = self.cache.find_pages(words, self.max_pages)
        if not pages:
            return Findings(notes=("no cached page fits the query",))
        passages = distinct([passage for page in pages for passage in cut_paragraphs(page)])
        best = most_promising(passages, query, self.max_passages)
        return Findings(best, (f"used {len(pages)} cached page(s)",))
