"""An HTTP client whose answers end: bounded in time as a whole, not only between two bytes."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

from assay.budget import current_budget
from assay.extras import require

MOST_BYTES = 32 * 1024 * 1024


def bounded_client(seconds: float, most_bytes: int = MOST_BYTES) -> Any:  # noqa: ANN401 - httpx2 is optional
    """A client for the `openai` package that gives up on an answer after so many seconds or bytes.

    The usual timeout starts anew at every byte, so a server that drips could hold a run for ever.
    """
    httpx = require("httpx2", extra="chat")
    byte_stream: Any = httpx.SyncByteStream

    class Bounded(byte_stream):  # type: ignore[misc] # the base is known only when installed
        def __init__(self, response: Any) -> None:  # noqa: ANN401 - httpx2 is optional
            self._stream = response.stream
            self._request = response.request
            self._until = time.monotonic() + seconds

        def __iter__(self) -> Iterator[bytes]:
            seen = 0
            for piece in self._stream:
                seen += len(piece)
                if time.monotonic() > self._until or current_budget().seconds_left <= 0:
                    raise httpx.ReadTimeout("the answer took too long", request=self._request)
                if seen > most_bytes:
                    raise httpx.ReadError("the answer is too long", request=self._request)
                yield piece

        def close(self) -> None:
            self._stream.close()

    def bound(response: Any) -> None:  # noqa: ANN401 - httpx2 is optional
        if response.headers.get("content-encoding", "identity") != "identity":
            # None was asked for, and a small compressed answer can unpack to any size.
            raise httpx.ReadError("the answer is compressed", request=response.request)
        response.stream = Bounded(response)

    return httpx.Client(
        timeout=httpx.Timeout(seconds, connect=min(seconds, 10.0)),
        headers={"Accept-Encoding": "identity"},
        event_hooks={"response": [bound]},
        follow_redirects=True,
        max_redirects=3,
    )
