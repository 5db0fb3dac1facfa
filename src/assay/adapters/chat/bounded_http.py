"""An HTTP client whose answers end: bounded in time as a whole, not only between two bytes."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

from assay.adapters.web.addresses import checked_url, origin_of
from assay.budget import current_budget
from assay.errors import UnsafeAddressError
from assay.extras import require

REDIRECTED = "it redirects to another address; name that one if it is right"
MAX_BYTES = 32 * 1024 * 1024


def bounded_client(seconds: float) -> Any:  # noqa: ANN401 - httpx2 is optional
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
                if seen > MAX_BYTES:
                    raise httpx.ReadError("the answer is too long", request=self._request)
                yield piece

        def close(self) -> None:
            self._stream.close()

    def bound(response: Any) -> None:  # noqa: ANN401 - httpx2 is optional
        if response.has_redirect_location:
            _refuse_to_leave(response)
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


def _refuse_to_leave(response: Any) -> None:  # noqa: ANN401 - httpx2 is optional
    """Prompts and keys are meant for the origin that the user named, and for no other."""
    here = response.request.url
    there = checked_url(str(here.join(response.headers["location"])))
    if origin_of(there) != origin_of(here):
        raise UnsafeAddressError(REDIRECTED)
