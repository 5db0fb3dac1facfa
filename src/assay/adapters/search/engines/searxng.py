"""SearXNG: a metasearch engine that people run themselves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from assay.adapters.search.engines.api_answer import json_of
from assay.adapters.search.hits import make_hits, rows
from assay.adapters.web.client import WebClient
from assay.errors import ServiceError
from assay.tracing import step
from assay.types import Hit

MOST = 10
FORBIDDEN = 403


@dataclass(frozen=True, slots=True)
class Searxng:
    """Finds pages through a SearXNG instance at `url`."""

    name: ClassVar[str] = "searxng"

    client: WebClient
    url: str

    @step("find", lambda hits: {"engine": "searxng", "hits": len(hits)})
    def find(self, query: str) -> tuple[Hit, ...]:
        """The pages that fit best, best first."""
        sent = self.client.get(
            f"{self.url.rstrip('/')}/search", params={"q": query, "format": "json"}
        )
        if sent.status == FORBIDDEN:
            raise ServiceError(
                "searxng refuses access (403)",
                hint="the instance must allow JSON: search.formats in its settings.yml",
            )
        found = rows(json_of(sent, self.name), "results")
        return make_hits(((r.get("url"), r.get("title"), r.get("content")) for r in found), MOST)
