"""`/v1/health`, `/v1/ready`, `/v1/strategies`, `/metrics`: how the server is."""

from __future__ import annotations

import asyncio
from dataclasses import asdict
from typing import Any

from prometheus_client import CONTENT_TYPE_LATEST
from starlette.responses import JSONResponse, Response

from assay import __version__
from assay.errors import AssayError, IndexMissingError
from assay.indexing.open_index import LanceIndex
from assay_server.endpoint import Call, Endpoint
from assay_server.guard.keys import Scope
from assay_server.work.variant import Variant

UNREADY = 503


async def health(call: Call) -> Response:
    """That the process runs."""
    return JSONResponse({"status": "ok", "version": __version__})


async def ready(call: Call) -> Response:
    """Whether requests can be served: the index opens, or there is none yet."""
    problem = await asyncio.to_thread(_problem, call)
    known: dict[str, Any] = {"ready": not problem, "problem": problem}
    known["waiting"] = call.shared.slow.waiting
    return JSONResponse(known, UNREADY if problem else 200)


async def strategies(call: Call) -> Response:
    """Every way of answering, whether it can run here, and what the server does by default."""
    engines = call.shared.first.engines
    settings = engines.settings
    models = await asyncio.to_thread(engines.models)
    try:
        thresholds = asdict(engines.usual_borders(Variant()))
    except AssayError:
        thresholds = None
    return JSONResponse(
        {
            "strategies": [
                {
                    "name": each.name,
                    "line": each.line,
                    "paper": each.paper,
                    "ready": not each.missing,
                    "missing": list(each.missing),
                }
                for each in engines.strategies()
            ],
            "default": settings.strategy,
            "indexes": list(call.shared.indexes),
            "models": list(models),
            "model": engines.model,
            "effort": settings.model.effort,
            "verify": settings.verifier.verify,
            "thresholds": thresholds,
            "top_k": settings.retrieval.top_k,
            "keyed": call.shared.access.needs_key,
            "may": sorted(call.client.scopes),
        }
    )


async def metrics(call: Call) -> Response:
    """Numbers for Prometheus."""
    numbers = call.shared.metrics
    numbers.queue(call.shared.slow.waiting, len(call.shared.slow.running))
    return Response(numbers.text(), media_type=CONTENT_TYPE_LATEST)


def _problem(call: Call) -> str:
    for served in call.shared.indexes.values():
        try:
            index = getattr(served.engines.retriever(), "index", None)
            if isinstance(index, LanceIndex):
                index.now()
        except IndexMissingError:
            continue  # documents can come at any time, and a question is told that there are none
        except AssayError:  # said without the path, which is for the log and for those with a key
            return "the index cannot be opened"
    return ""


HEALTH = {
    "type": "object",
    "required": ["status", "version"],
    "properties": {"status": {"const": "ok"}},
}
READY = {
    "type": "object",
    "required": ["ready", "problem", "waiting"],
    "properties": {"ready": {"type": "boolean"}, "problem": {"type": "string"}},
}
STRATEGIES = {
    "type": "object",
    "required": ["strategies", "default", "indexes", "verify", "thresholds", "top_k", "may"],
    "properties": {"strategies": {"type": "array", "items": {"type": "object"}}},
}

ENDPOINTS = (
    Endpoint(
        "GET",
        "/v1/health",
        health,
        "Whether the process runs",
        reply=HEALTH,
        example={"status": "ok", "version": __version__},
        limited=False,
    ),
    Endpoint(
        "GET",
        "/v1/ready",
        ready,
        "Whether requests can be served now; an index without documents is no problem",
        reply=READY,
        limited=False,
        others={UNREADY: READY},
    ),
    Endpoint(
        "GET",
        "/v1/strategies",
        strategies,
        "Every way of answering, and whether it can run here",
        Scope.ASK,
        reply=STRATEGIES,
        limited=False,
    ),
    Endpoint(
        "GET",
        "/metrics",
        metrics,
        "Numbers for Prometheus",
        Scope.READ,
        reply={"type": "string"},
        content=("text/plain",),
        limited=False,
    ),
)
