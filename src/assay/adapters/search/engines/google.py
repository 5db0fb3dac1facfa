"""Google Programmable Search (Custom Search JSON API); Google closes it on 1 January 2027."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from assay.adapters.search.engines.api_answer import json_of
from assay.adapters.search.hits import make_hits, rows
from assay.adapters.web.client import WebClient
from assay.secret import Secret
from assay.tracing import step
from assay.types import Hit

URL = "https://www.googleapis.com/customsearch/v1"
MOST = 10  # the service gives no more at once


@dataclass(frozen=True, slots=True)
class Google:
    """Finds pages with a search engine that the user has set up at Google."""

    name: ClassVar[str] = "google"

    client: WebClient
    key: Secret
    engine_id: str
    url: str = URL

    @step("find", lambda hits: {"engine": "google", "hits": len(hits)})
    def find(self, query: str) -> tuple[Hit, ...]:
        """The pages that fit best, best first."""
        params = {"key": self.key.reveal(), "cx": self.engine_id, "q": query, "num": str(MOST)}
        answer = json_of(self.client.get(self.url, params=params), self.name, "GOOGLE_API_KEY")
        found = rows(answer, "items")
        return make_hits(((r.get("link"), r.get("title"), r.get("snippet")) for r in found), MOST)
