"""Brave Search: an index of its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from assay.adapters.search.engines.api_answer import json_of
from assay.adapters.search.hits import make_hits, rows
from assay.adapters.web.client import WebClient
from assay.secret import Secret
from assay.tracing import step
from assay.types import Hit

URL = "https://api.search.brave.com/res/v1/web/search"
MOST = 10


@dataclass(frozen=True, slots=True)
class Brave:
    """Finds pages through Brave."""

    name: ClassVar[str] = "brave"

    client: WebClient
    key: Secret
    url: str = URL

    @step("find", lambda hits: {"engine": "brave", "hits": len(hits)})
    def find(self, query: str) -> tuple[Hit, ...]:
        """The pages that fit best, best first."""
        sent = self.client.get(
            self.url,
            params={"q": query, "count": str(MOST), "result_filter": "web"},
            headers={"Accept": "application/json", "X-Subscription-Token": self.key.reveal()},
        )
        found = rows(json_of(sent, self.name, "BRAVE_API_KEY"), "web", "results")
        return make_hits(
            ((r.get("url"), r.get("title"), r.get("description")) for r in found), MOST
        )
