"""Serper (serper.dev): Google's results, and the service the CRAG paper used."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from assay.adapters.search.engines.api_answer import json_of
from assay.adapters.search.hits import make_hits, rows
from assay.adapters.web.client import WebClient
from assay.secret import Secret
from assay.tracing import step
from assay.types import Hit

URL = "https://google.serper.dev/search"
MOST = 10


@dataclass(frozen=True, slots=True)
class Serper:
    """Finds pages through Serper."""

    name: ClassVar[str] = "serper"

    client: WebClient
    key: Secret
    url: str = URL

    @step("find", lambda hits: {"engine": "serper", "hits": len(hits)})
    def find(self, query: str) -> tuple[Hit, ...]:
        """The pages that fit best, best first."""
        sent = self.client.post(
            self.url, {"q": query, "num": MOST}, headers={"X-API-KEY": self.key.reveal()}
        )
        found = rows(json_of(sent, self.name, "SERPER_API_KEY"), "organic")
        return make_hits(((r.get("link"), r.get("title"), r.get("snippet")) for r in found), MOST)
