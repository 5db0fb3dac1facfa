"""Tavily: search made for language models."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from assay.adapters.search.engines.api_answer import json_of
from assay.adapters.search.hits import make_hits, rows
from assay.adapters.web.client import WebClient
from assay.secret import Secret
from assay.tracing import step
from assay.types import Hit

URL = "https://api.tavily.com/search"
MOST = 10


@dataclass(frozen=True, slots=True)
class Tavily:
    """Finds pages through Tavily."""

    name: ClassVar[str] = "tavily"

    client: WebClient
    key: Secret
    url: str = URL

    @step("find", lambda hits: {"engine": "tavily", "hits": len(hits)})
    def find(self, query: str) -> tuple[Hit, ...]:
        """The pages that fit best, best first."""
        sent = self.client.post(
            self.url,
            {"query": query, "max_results": MOST, "search_depth": "basic"},
            headers={"Authorization": f"Bearer {self.key.reveal()}"},
        )
        found = rows(json_of(sent, self.name, "TAVILY_API_KEY"), "results")
        return make_hits(((r.get("url"), r.get("title"), r.get("content")) for r in found), MOST)
