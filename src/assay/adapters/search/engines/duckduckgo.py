"""DuckDuckGo, through the package `ddgs`, which reads its result pages."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, ClassVar

from assay.adapters.search.engines.api_answer import DEFAULT_REST
from assay.adapters.search.hits import make_hits
from assay.adapters.web.deadline import Deadline
from assay.adapters.web.parallel import in_parallel
from assay.errors import RateLimitedError, ServiceError
from assay.extras import require
from assay.tracing import step
from assay.types import Hit

MOST = 10


@dataclass(frozen=True, slots=True)
class DuckDuckGo:
    """Finds pages through DuckDuckGo; needs no key, and is rate-limited without warning."""

    name: ClassVar[str] = "duckduckgo"

    seconds: float = 6.0

    def __post_init__(self) -> None:
        """Say at once when the package is missing."""
        require("ddgs", extra="duckduckgo")

    @step("find", lambda hits: {"engine": "duckduckgo", "hits": len(hits)})
    def find(self, query: str) -> tuple[Hit, ...]:
        """The pages that fit best, best first."""
        deadline = Deadline.within(self.seconds)
        (found,) = in_parallel([lambda: self._ask(query, deadline)], deadline)
        if found is None:
            raise ServiceError("duckduckgo did not answer in time")
        if isinstance(found, Exception):
            raise found
        return make_hits(((r.get("href"), r.get("title"), r.get("body")) for r in found), MOST)

    def _ask(self, query: str, deadline: Deadline) -> list[dict[str, Any]]:
        ddgs, faults = require("ddgs", "duckduckgo"), require("ddgs.exceptions", "duckduckgo")
        seconds = max(1, math.ceil(deadline.left))
        try:
            found = ddgs.DDGS(timeout=seconds).text(query, backend="duckduckgo", max_results=MOST)
        except faults.RatelimitException as error:
            raise RateLimitedError("duckduckgo asks to wait", DEFAULT_REST) from error
        except faults.TimeoutException as error:
            raise ServiceError("duckduckgo did not answer in time") from error
        except faults.DDGSException as error:
            if "No results" in str(error):
                return []
            raise ServiceError("duckduckgo cannot be reached or refuses to answer") from error
        return list(found)
