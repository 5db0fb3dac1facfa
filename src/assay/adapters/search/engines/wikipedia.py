"""Wikipedia, or any other MediaWiki, through its own search."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar
from urllib.parse import quote

from assay.adapters.search.engines.api_answer import DEFAULT_REST, json_of, retry_after
from assay.adapters.search.hits import make_hits, rows
from assay.adapters.web.client import WebClient
from assay.errors import RateLimitedError, ServiceError
from assay.tracing import step
from assay.types import Hit

URL = "https://en.wikipedia.org"
MOST = 10
BUSY = ("ratelimited", "maxlag", "readonly")


@dataclass(frozen=True, slots=True)
class Wikipedia:
    """Finds articles of a MediaWiki; needs no key."""

    name: ClassVar[str] = "wikipedia"

    client: WebClient
    url: str = URL

    @step("find", lambda hits: {"engine": "wikipedia", "hits": len(hits)})
    def find(self, query: str) -> tuple[Hit, ...]:
        """The articles that fit best, best first."""
        site = self.url.rstrip("/")
        params = {
            "action": "query",
            "list": "search",
            "srsearch": query.replace(",", " "),
            "srlimit": str(MOST),
            "srnamespace": "0",
            "format": "json",
            "formatversion": "2",
        }
        sent = self.client.get(f"{site}/w/api.php", params=params)
        answer = json_of(sent, self.name)
        _raise_if_refused(answer, sent.headers.get("retry-after", ""))
        found = rows(answer, "query", "search")
        return make_hits(
            ((_address(site, r.get("title")), r.get("title"), r.get("snippet")) for r in found),
            MOST,
        )


def _address(site: str, title: Any) -> str:  # noqa: ANN401 - a value of parsed JSON
    return f"{site}/wiki/{quote(str(title).replace(' ', '_'), safe='():,_/')}"


def _raise_if_refused(answer: Any, wait: str) -> None:  # noqa: ANN401 - parsed JSON of any shape
    """MediaWiki reports its errors in the body of a 200."""
    error = answer.get("error") if isinstance(answer, dict) else None
    if isinstance(error, dict):
        code = str(error.get("code"))[:40]
        if code in BUSY:
            rest = retry_after(wait) if wait else DEFAULT_REST
            raise RateLimitedError(f"wikipedia asks to wait {rest:.0f} s ({code})", rest)
        raise ServiceError(f"wikipedia answered with the error {code!r}")
