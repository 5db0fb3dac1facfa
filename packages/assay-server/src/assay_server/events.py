"""Server-sent events: a stream that ends when its work ends, or when its reader leaves."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any

from starlette.responses import StreamingResponse
from starlette.types import Message, Receive, Scope, Send

from assay_server.observe.logs import log

HEARTBEAT_SECONDS = 10.0
SEND_SECONDS = 30.0  # a reader that takes nothing for so long holds a place that others need
HEARTBEAT = b": waiting\n\n"


class EventStream(StreamingResponse):
    """Sends what comes; a reader that stops reading is let go."""

    def __init__(self, events: AsyncIterator[bytes], entered: AsyncExitStack) -> None:
        """Send the events, with signs of life between them; `entered` is left at the end."""
        self._entered = entered
        super().__init__(
            with_heartbeats(events),
            media_type="text/event-stream",
            headers={"cache-control": "no-store", "x-accel-buffering": "no"},
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the stream, each part within its time."""

        async def send_soon(message: Message) -> None:
            async with asyncio.timeout(SEND_SECONDS):
                await send(message)

        try:
            await super().__call__(scope, receive, send_soon)
        except TimeoutError:
            log("reader too slow", request_id=scope.get("assay.request_id", ""))
        finally:  # also when the reader left before the first event was asked for
            await self._entered.aclose()


def event(name: str, data: Any) -> bytes:  # noqa: ANN401 - whatever json can write
    """One named event."""
    return f"event: {name}\ndata: {json.dumps(data)}\n\n".encode()


def chunk(data: Any) -> bytes:  # noqa: ANN401 - whatever json can write
    """One event without a name, as OpenAI's clients expect it."""
    return f"data: {data if isinstance(data, str) else json.dumps(data)}\n\n".encode()


async def with_heartbeats(events: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """The events, and a comment whenever none comes for a while."""
    following = asyncio.ensure_future(anext(events, None))
    try:
        while True:
            done, _ = await asyncio.wait({following}, timeout=HEARTBEAT_SECONDS)
            if not done:
                yield HEARTBEAT
                continue
            if (found := following.result()) is None:
                return
            yield found
            following = asyncio.ensure_future(anext(events, None))
    finally:
        following.cancel()
        await asyncio.gather(following, return_exceptions=True)
        if hasattr(events, "aclose"):
            await events.aclose()
