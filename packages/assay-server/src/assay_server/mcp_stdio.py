"""The tools over standard input and output, for a client that starts the server itself."""

from __future__ import annotations

import asyncio

from assay.config import Settings
from assay_server.mcp_tools import make_mcp
from assay_server.observe.logs import set_up_logs
from assay_server.options import ServeOptions
from assay_server.shared import share
from assay_server.work.engines import every_index


def serve_stdio(settings: Settings, options: ServeOptions) -> None:
    """Serve one client until it closes our standard input."""
    asyncio.run(_serve(settings, options))


async def _serve(settings: Settings, options: ServeOptions) -> None:
    indexes = every_index(settings, options)
    for engines in indexes:
        await asyncio.to_thread(engines.check)
    set_up_logs("warning")
    shared = share(indexes, options)
    try:
        await make_mcp(shared).run_stdio_async()
    finally:
        await shared.close()
