"""`POST /v1/ask`: a question, answered at once or event by event."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

from starlette.responses import JSONResponse, Response

from assay.errors import AssayError
from assay.types import Answer
from assay_server.answer_view import answer_view, event_view
from assay_server.bodies import AskBody
from assay_server.endpoint import Call, Endpoint, error_view
from assay_server.errors import TooLateError
from assay_server.events import EventStream, event
from assay_server.guard.keys import Scope
from assay_server.observe.logs import log_fault
from assay_server.work.asking import asking, count, outcome, turns_to_messages
from assay_server.work.run import Run

STREAM = "text/event-stream"


async def ask(call: Call) -> Response:
    """The answer as JSON, or everything that leads to it as events."""
    body = await call.read(AskBody)
    messages = turns_to_messages(body.history, body.question)
    async with AsyncExitStack() as entered:
        # Entered before the reply begins, so that a full queue is still a plain 429.
        run = await entered.enter_async_context(asking(call, messages, body.variant(), body.index))
        if body.stream or STREAM in call.request.headers.get("accept", ""):
            return EventStream(_events(call, run), entered.pop_all())
        answer = await outcome(call, run)
        count(call, run, answer)
        return JSONResponse(answer_view(answer))


async def _events(call: Call, run: Run[Answer]) -> AsyncIterator[bytes]:
    """Where the question stands in the queue, its steps, its words, and the answer."""
    try:
        if run.started is None:
            yield event("queued", {"ahead": max(0, call.shared.slow.waiting - 1)})
        async for each in run.follow(call.shared.options.seconds):
            yield event(*event_view(each))
        answer = await run.result()
        count(call, run, answer)
        yield event("answer", answer_view(answer))
    except TimeoutError:
        late = TooLateError("there was no answer in time", 10)
        yield event("error", error_view(late, call.request.scope))
    except AssayError as error:
        yield event("error", error_view(error, call.request.scope))
    except Exception:  # noqa: BLE001 - the reply has begun: the stream must say how it ended
        log_fault("failed", request_id=call.request_id)
        yield event("error", error_view(AssayError("an internal error"), call.request.scope))


EXAMPLE = {
    "version": 2,
    "question": "What does the warranty cover?",
    "text": "the motor",
    "abstained": False,
    "reason": "",
    "verdict": "correct",
    "strategy": "crag",
    "thresholds": {"upper": 0.2, "lower": -0.9},
}

ANSWER = {
    "type": "object",
    "description": "The JSON form of an answer, with `thresholds`, `passages` and `strips`.",
    "required": ["version", "question", "text", "abstained", "reason", "strategy", "passages"],
    "properties": {
        "version": {"type": "integer"},
        "question": {"type": "string"},
        "text": {"type": ["string", "null"]},
        "abstained": {"type": "boolean"},
        "reason": {"type": "string"},
        "verdict": {"type": ["string", "null"]},
        "strategy": {"type": "string"},
        "passages": {"type": "array", "items": {"type": "object"}},
        "strips": {"type": "array", "items": {"type": "object"}},
    },
}

ENDPOINTS = (
    Endpoint(
        "POST",
        "/v1/ask",
        ask,
        "Answer a question from the index, with citations, or refuse with a reason",
        Scope.ASK,
        AskBody,
        ANSWER,
        content=("application/json", STREAM),
        example=EXAMPLE,
        refusals=(404, 409, 501, 502, 503, 507),
    ),
)
