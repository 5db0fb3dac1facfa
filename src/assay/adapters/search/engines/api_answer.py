"""The JSON of a search service, or the error that its answer stands for."""

from __future__ import annotations

import json
import time
from email.utils import parsedate_to_datetime
from typing import Any

from assay.adapters.web.client import Response
from assay.errors import RateLimitedError, ServiceError

MAX_REST = 3_600.0
DEFAULT_REST = 60.0
# Tavily answers 432 and 433 when a plan or a spending limit is used up.
PLAN_USED_UP = (402, 432, 433)


def json_of(answer: Response, service: str, key: str = "") -> Any:  # noqa: ANN401 - parsed JSON of any shape
    """The parsed answer of a service; `key` names the variable that holds its key."""
    hint = f"check the key in {key}" if key else ""
    match answer.status:
        case 200:
            pass
        case 401 | 403:
            raise ServiceError(f"{service} refuses access ({answer.status})", hint)
        case 429:
            wait = retry_after(answer.headers.get("retry-after", ""))
            raise RateLimitedError(f"{service} asks to wait {wait:.0f} s (429)", wait)
        case status if status in PLAN_USED_UP:
            raise RateLimitedError(f"{service}: the plan is used up ({status})", MAX_REST, hint)
        case status:
            raise ServiceError(f"{service} answered {status}", hint if status == 400 else "")  # noqa: PLR2004 - bad request: often a bad key
    if answer.cut:
        raise ServiceError(f"{service} sent more than can be read")
    try:
        return json.loads(answer.body)
    except (ValueError, RecursionError) as error:
        raise ServiceError(f"{service} sent something that is not JSON") from error


def retry_after(header: str) -> float:
    """Seconds to wait as a Retry-After header says, between one second and an hour."""
    try:
        seconds = float(header)
    except ValueError:
        try:
            seconds = parsedate_to_datetime(header).timestamp() - time.time()
        except (ValueError, TypeError, OverflowError):
            seconds = DEFAULT_REST
    return min(max(seconds, 1.0), MAX_REST) if seconds == seconds else DEFAULT_REST  # noqa: PLR0124 - NaN is not itself
